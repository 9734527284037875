"""Watches how far the parts of a page move by themselves (the browser's layout shift score)."""

from tests.e2e.person import Person

MOST_SHIFT = 0.01

# Records every layout shift without a recent tap or key.
_WATCHING = """
    window.shifts = [];
    const tell = ({ node, previousRect: was, currentRect: now }) =>
        `${node?.className ?? node?.nodeName} ${was.y}+${was.height} to ${now.y}+${now.height}`;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
            if (!entry.hadRecentInput) window.shifts.push({ value: entry.value, what: entry.sources.map(tell) });
    }).observe({ type: "layout-shift", buffered: true });
"""


async def watch_shifts(person: Person) -> None:
    """Record the layout shifts of every page that this person opens from now on."""
    await person.page.add_init_script(_WATCHING)


async def has_stood_still(person: Person) -> None:
    """Check that the open page has not moved by itself since it was opened."""
    shifts = await person.page.evaluate("window.shifts")
    assert sum(shift["value"] for shift in shifts) < MOST_SHIFT, shifts
