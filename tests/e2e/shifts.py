"""How far the parts of a page have moved by themselves (the browser's layout shift score)."""

from tests.e2e.person import Person

MOST_SHIFT = 0.01

# The browser remembers a page's layout shifts. Those just after a tap or key don't count.
_SHIFTS = """async () => {
    const shifts = [];
    const place = ({ node, previousRect: was, currentRect: now }) =>
        `${node?.className ?? node?.nodeName} ${was.y}+${was.height} to ${now.y}+${now.height}`;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
            if (!entry.hadRecentInput) shifts.push({ value: entry.value, what: entry.sources.map(place) });
    }).observe({ type: "layout-shift", buffered: true });
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((done) => setTimeout(done));
    return shifts;
}"""


async def has_stood_still(person: Person) -> None:
    """Check that the open page has not moved by itself since it was opened."""
    shifts = await person.page.evaluate(_SHIFTS)
    assert sum(shift["value"] for shift in shifts) < MOST_SHIFT, shifts
