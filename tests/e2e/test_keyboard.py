"""Everything by keyboard alone."""

from playwright.async_api import expect

from tests.e2e.person import Person


async def _tab_to(person: Person, name: str) -> None:
    """Press Tab until what has the focus is called this."""
    for _ in range(40):
        await person.page.keyboard.press("Tab")
        # Not by a locator, which would wait while the focus is between two elements, or in the browser's own bar.
        focused = await person.page.evaluate(
            "(document.activeElement?.getAttribute('aria-label') ?? '') + (document.activeElement?.textContent ?? '')"
        )
        if name in focused and await person.page.evaluate("document.activeElement !== document.body"):
            return
    raise AssertionError(f"no way to {name!r} by Tab")


async def _keys(person: Person, *keys: str) -> None:
    for key in keys:
        await person.page.keyboard.press(key)


async def test_a_game_from_the_first_page_to_the_win(ann: Person, bob: Person) -> None:
    await ann.go()
    await _tab_to(ann, "Play a friend")
    await _keys(ann, "Enter")
    await ann.page.wait_for_url("**/g/*")
    await ann.sees_status("Play your first move")
    await _tab_to(ann, "top left")
    await _keys(ann, "ArrowRight", "ArrowDown", "Enter")
    await ann.sees(4, "X")

    await bob.go(ann.page.url)
    await bob.sees(4, "X")
    await _tab_to(bob, "Join and play")
    await _keys(bob, "Enter")
    await bob.sees_status("Your turn")
    await _tab_to(bob, "top left")
    await _keys(bob, "Space")
    await bob.sees(0, "O")

    # The focus has stayed where the last move was made.
    await ann.sees_status("Your turn")
    await _keys(ann, "ArrowUp", "Enter")
    await bob.sees_status("Your turn")
    await _keys(bob, "ArrowDown", "Enter")
    await ann.sees_status("Your turn")
    await _keys(ann, "ArrowDown", "ArrowDown", "Enter")
    await ann.sees_status("You won")
    await expect(ann.page.locator("[aria-live=polite]").last).to_have_text("X at bottom. You won!")
    await expect(bob.page.locator("[aria-live=polite]").last).to_have_text("X at bottom. You lost.")
