"""A whole game with the keyboard alone."""

import pytest
from playwright.async_api import expect

from tests.e2e.person import Person


async def _tab_to(person: Person, name: str, key: str = "Tab") -> None:
    """Press Tab (or Shift+Tab) until the focused element has this name."""
    await person.page.bring_to_front()
    for _ in range(40):
        await person.page.keyboard.press(key)
        # A locator would wait while the focus is between two elements, or in the browser's own toolbar.
        focused = await person.page.evaluate(
            "(document.activeElement?.getAttribute('aria-label') ?? '') + (document.activeElement?.textContent ?? '')"
        )
        if name in focused and await person.page.evaluate("document.activeElement !== document.body"):
            return
    raise AssertionError(f"no way to {name!r} by Tab")


async def _keys(person: Person, *keys: str) -> None:
    # Firefox ignores keys in a background tab.
    await person.page.bring_to_front()
    for key in keys:
        await person.page.keyboard.press(key)


@pytest.mark.firefox
async def test_plays_a_game_from_the_home_page_to_the_win_by_keyboard(ann: Person, bob: Person) -> None:
    await ann.go()
    await _tab_to(ann, "Play a friend")
    await _keys(ann, "Enter")
    await ann.page.wait_for_url("**/g/*")
    await ann.sees_status("Make your first move")
    await _tab_to(ann, "top left")
    await _keys(ann, "ArrowRight", "ArrowDown", "Enter")
    await ann.sees(4, "X")

    await bob.go(ann.page.url)
    await bob.sees(4, "X")
    await _tab_to(bob, "Join game")
    await _keys(bob, "Enter")
    await bob.sees_status("Your turn")
    # Backwards, because forwards leads through Firefox's toolbars, where a test's keys don't arrive.
    await _tab_to(bob, "top left", "Shift+Tab")
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
    await expect(ann.page.locator("[aria-live=polite]").last).to_have_text("X played bottom. You won!")
    await expect(bob.page.locator("[aria-live=polite]").last).to_have_text("X played bottom. You lost.")
