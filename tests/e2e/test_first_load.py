"""The first visit loads little data, nothing from other hosts, and answers taps quickly."""

import pytest
from playwright.async_api import Response

from tests.e2e.person import Person

pytestmark = pytest.mark.first_visit

MOST_BYTES = 80_000
LARGE_CHARACTERS = 20_000

# Records the page after each task that changes it.
_WATCHING = """
    window.seen = [];
    new MutationObserver(() => {
        const has = (selector) => document.querySelector(selector) !== null;
        const now = {
            header: has("header"),
            cells: document.querySelectorAll("[data-cell]").length,
            below: has(".below > *, .setup"),
            talk: has(".below details, .lists"),
            footer: has("footer"),
        };
        window.seen.push(now);
        if (now.talk && now.footer) console.log("all there");
    }).observe(document, { childList: true, subtree: true });
"""


@pytest.mark.parametrize("page", ["home", "game"])
async def test_script_and_style_are_small(ann: Person, bob: Person, page: str) -> None:
    link = "/" if page == "home" else await bob.invite("ultimate")
    loaded: list[Response] = []
    # Playwright can't call the list's own method.
    ann.page.on("response", lambda reply: loaded.append(reply))  # noqa: PLW0108
    await ann.go(link)
    await ann.page.locator("[data-cell]").first.wait_for()
    kinds = ("script", "stylesheet")
    sizes = [
        int(await reply.header_value("content-length") or 0) for reply in loaded if reply.request.resource_type in kinds
    ]
    assert len(sizes) >= 2
    assert 10_000 < sum(sizes) <= MOST_BYTES
    # The large file is compiled while it loads.
    scripts = [await reply.text() for reply in loaded if reply.request.resource_type == "script"]
    first_lines = [script.partition("\n")[0] for script in scripts if len(script) > LARGE_CHARACTERS]
    assert first_lines == ["//# allFunctionsCalledOnLoad"]


@pytest.mark.parametrize("page", ["home", "game"])
async def test_renders_in_stages_with_the_board_before_the_parts_below(ann: Person, bob: Person, page: str) -> None:
    cells, steps = 9, 1
    await ann.go()
    if page == "game":
        link = await ann.invite("ultimate")
        await bob.accept(link)
        cells, steps = 81, 3
    await ann.page.add_init_script(_WATCHING)
    # Playwright's inspection counts as a tap, so the page itself has to report when it is done.
    async with ann.page.expect_console_message(lambda message: message.text == "all there"):
        await ann.page.reload()
    seen = await ann.page.evaluate("window.seen")
    assert any(now["header"] and now["cells"] == 0 for now in seen)
    assert len({now["cells"] for now in seen} - {0}) == steps
    assert any(now["cells"] == cells and not now["below"] for now in seen)
    assert any(now["below"] and not now["talk"] for now in seen)


async def test_after_a_tap_a_new_page_renders_at_once(ann: Person) -> None:
    """Check that nothing flickers between pages."""
    await ann.go()
    # A page without a board. The settings have one as a preview, which would be counted here.
    await ann.page.get_by_role("link", name="Finished games").click()
    await ann.page.get_by_role("heading", name="Finished games").wait_for()
    await ann.page.evaluate(_WATCHING)
    await ann.page.go_back()
    await ann.cell(0).wait_for()
    seen = await ann.page.evaluate("window.seen")
    assert [now for now in seen if now["cells"] and not (now["below"] and now["talk"] and now["footer"])] == []
