"""On a phone with a touch screen: enlarging a large board, and vibration."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.e2e.person import PHONE, Person
from tests.servers.noughts import NoughtsServer

# Small enough to miss, and large enough for a thumb.
SMALL_PIXELS, THUMB_PIXELS = 30, 40

_FEEL = """
    window.felt = [];
    navigator.vibrate = (pattern) => window.felt.push([...pattern]) > 0;
"""


@pytest_asyncio.fixture(loop_scope="session")
async def phone(server: NoughtsServer, browser: Browser) -> AsyncIterator[Person]:
    context = await browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]},
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
        base_url=server.url,
        reduced_motion="reduce",
    )
    context.set_default_timeout(15_000)
    person = Person(context, await context.new_page(), server.url)
    yield person
    assert person.faults == []
    await person.leave()


async def _width(person: Person, cell: int) -> float:
    box = await person.cell(cell).bounding_box()
    assert box is not None
    return box["width"]


async def test_enlarges_a_large_board_and_follows_the_game(phone: Person, bob: Person) -> None:
    await bob.accept(await phone.invite("gomoku"))
    assert await _width(phone, 0) < SMALL_PIXELS
    await phone.page.get_by_role("button", name="Zoom in").tap()
    assert await _width(phone, 0) >= THUMB_PIXELS
    assert await phone.fits_its_screen()
    # The middle of the board is in view, and a tap there is a move.
    await expect(phone.cell(112)).to_be_in_viewport(ratio=1)
    await phone.cell(112).tap()
    await bob.sees(112, "X")
    # The board scrolls to the opponent's move in the corner.
    await expect(phone.cell(0)).not_to_be_in_viewport()
    await bob.play(0)
    await expect(phone.cell(0)).to_be_in_viewport(ratio=1)
    await phone.page.get_by_role("button", name="Whole board").tap()
    assert await _width(phone, 0) < SMALL_PIXELS


@pytest.mark.proof(only=True)
async def test_vibrates_if_turned_on(phone: Person) -> None:
    await phone.page.add_init_script(_FEEL)
    await phone.go("/settings")
    switch = phone.page.get_by_label("Vibrate")
    await switch.set_checked(checked=False)
    await phone.invite()
    await phone.cell(4).tap()
    await phone.sees_no_pending()
    await phone.sees(4, "X")
    assert await phone.page.evaluate("window.felt") == []
    await phone.press("Cancel game")
    await phone.go("/settings")
    await switch.set_checked(checked=True)
    await phone.invite()
    await phone.cell(4).tap()
    await phone.comes_true("window.felt.length > 0")
    assert await phone.page.evaluate("window.felt") == [[10]]
