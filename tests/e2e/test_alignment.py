"""A phone's header shows complete names, and parts that belong together line up."""

import pytest
from playwright.async_api import FloatRect, Locator, expect

from tests.e2e.person import DESKTOP, Person
from tests.proving import later

WIDTHS = (320, 390)
SIZES = ((390, 844), DESKTOP, (1024, 700), (1920, 1080))
# The longest possible display name.
LONGEST = "Magnificent Hedgehog"


async def _box(locator: Locator) -> FloatRect:
    box = await locator.bounding_box()
    assert box is not None
    return box


async def _is_cut(locator: Locator) -> bool:
    return bool(
        await locator.evaluate(
            "one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1"
        )
    )


@pytest.mark.parametrize("width", WIDTHS)
async def test_the_header_of_a_phone_shows_complete_names(ann: Person, width: int) -> None:
    await ann.resize((width, 700))
    await ann.go()
    account = ann.page.locator("header a[href='/account']")
    for part in (account.locator(".name"), account.get_by_text("Sign up or log in")):
        await expect(part).to_be_visible()
        assert not await _is_cut(part)
    await account.locator(".name").evaluate("(one, name) => (one.textContent = name)", LONGEST)
    assert not await _is_cut(account.locator(".name"))
    header = await _box(ann.page.locator("header"))
    assert (await _box(account))["height"] <= header["height"]
    assert await ann.fits_its_screen()


@pytest.mark.parametrize("size", [*SIZES[:2], *map(later, SIZES[2:])])
async def test_my_games_line_up_with_the_board(ann: Person, size: tuple[int, int]) -> None:
    await ann.invite()
    await ann.resize(size)
    await ann.go()
    strip, first = ann.page.get_by_role("heading", name="Your games"), ann.page.locator(".columns .first")
    await expect(strip).to_be_visible()
    assert abs((await _box(strip))["x"] - (await _box(first))["x"]) < 1


@pytest.mark.parametrize("size", [SIZES[0], *map(later, [(320, 640), SIZES[1]])])
async def test_the_score_is_in_the_middle_of_the_end_card(ann: Person, bob: Person, size: tuple[int, int]) -> None:
    await bob.sign_up(f"Score-{size[0]}-e2e")
    await bob.accept(await ann.invite())
    for turn, cell in enumerate([4, 0, 1, 3, 7]):
        await (ann, bob)[turn % 2].play(cell)
    await ann.resize(size)
    card, score = ann.page.locator("[data-end]"), ann.page.locator("[data-score]")
    await expect(score).to_be_visible()
    outer, first, last = await _box(card), await _box(score.locator("> *").first), await _box(score.locator("> *").last)
    left, right = first["x"] - outer["x"], outer["x"] + outer["width"] - last["x"] - last["width"]
    assert abs(left - right) < 2
