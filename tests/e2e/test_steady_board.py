"""The board doesn't move when other parts of the page change, and it uses the available screen."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.e2e.person import DESKTOP, PHONE, Person, Size
from tests.e2e.shifts import has_stood_still
from tests.proving import later
from tests.servers.noughts import NoughtsServer

Box = tuple[float, float, float, float]

# A phone in landscape, a desktop at 200 % zoom, and desktops from small to 4K.
SCREENS: tuple[Size, ...] = ((844, 390), (640, 400), (1280, 800), (1920, 1080), (2560, 1440), (3840, 2160))


async def _place(person: Person) -> Box:
    box = await person.page.locator("[role=grid]").bounding_box()
    assert box is not None
    scrolled = await person.page.evaluate("scrollY")
    return box["x"], box["y"] + scrolled, box["width"], box["height"]


@pytest.mark.parametrize("size", [PHONE, *map(later, [(320, 640), DESKTOP, (844, 390)])], ids=str)
async def test_the_board_never_moves_during_a_game(server: NoughtsServer, browser: Browser, size: Size) -> None:
    ann, bob = await Person.at(browser, server.url, size), await Person.at(browser, server.url, PHONE)
    link = await ann.invite("ultimate")
    places = {await _place(ann)}
    await bob.accept(link)
    await ann.sees_status("Your turn")
    places.add(await _place(ann))
    # These moves produce the longest status lines.
    for turn, cell in enumerate([9, 28, 21, 73, 75, 64, 48]):
        await (ann, bob)[turn % 2].play(cell)
        await expect(ann.cell(cell)).to_have_attribute("aria-label", re.compile(r", [XO]"))
        places.add(await _place(ann))
    await bob.press("Offer draw")
    await ann.page.get_by_role("button", name="Decline").wait_for()
    places.add(await _place(ann))
    await ann.press("Decline")
    await bob.page.goto("about:blank")
    await ann.page.locator("[data-absence]").wait_for()
    places.add(await _place(ann))
    assert len(places) == 1, places
    await has_stood_still(ann)
    bob.faults.clear()
    for person in (ann, bob):
        await person.leave()


@pytest.mark.parametrize("variant", ["classic", later("wild")])
async def test_the_board_never_moves_when_the_game_ends(server: NoughtsServer, browser: Browser, variant: str) -> None:
    ann, bob = await Person.at(browser, server.url, PHONE), await Person.at(browser, server.url, PHONE)
    await ann.invite(variant)
    before = await _place(ann)
    # For half a second after a tap, shifts don't count. Bob joins later.
    await ann.page.wait_for_timeout(600)
    await bob.accept(ann.page.url)
    # Bob's move ends the game, so no tap of Ann excuses a shift.
    for turn, cell in enumerate([4, 0, 8, 1, 3, 2]):
        person = (ann, bob)[turn % 2]
        if variant == "wild":
            await person.page.get_by_role("radio", name="XO"[turn % 2]).check(force=True)
        await person.play(cell)
    await ann.sees_status("You lost")
    await ann.page.wait_for_timeout(500)
    assert await _place(ann) == before
    await has_stood_still(ann)
    for person in (ann, bob):
        await person.leave()


@pytest.mark.parametrize("path", ["/", *map(later, ["/two", "/computer", "/puzzles"]), "/replay/gomoku.h8i9h9"])
async def test_the_whole_board_is_visible_without_scrolling(server: NoughtsServer, browser: Browser, path: str) -> None:
    ann = await Person.at(browser, server.url, SCREENS[0])
    await ann.go(path)
    await ann.page.locator("[data-cell]").last.wait_for()
    for size in SCREENS:
        await ann.resize(size)
        _, top, _, height = await _place(ann)
        assert top + height <= size[1], size
        assert height >= (0.55 if path == "/" else 0.75) * size[1], size
        assert await ann.fits_its_screen(), size
    await ann.leave()


async def test_a_larger_screen_never_shows_a_smaller_board(server: NoughtsServer, browser: Browser) -> None:
    widths = []
    ann = await Person.at(browser, server.url)
    await ann.go("/two")
    await ann.page.locator("[data-cell]").last.wait_for()
    for size in SCREENS[2:]:
        await ann.resize(size)
        widths.append((await _place(ann))[2])
    assert widths == sorted(widths)
    assert widths[-1] > 2 * widths[0]
    await ann.leave()


@pytest.mark.parametrize("path", ["/two", "/computer", "/replay/gomoku.h8i9h9"])
async def test_a_board_uses_the_width_of_the_smallest_phone(server: NoughtsServer, browser: Browser, path: str) -> None:
    ann = await Person.at(browser, server.url, (320, 640))
    await ann.go(path)
    await ann.page.locator("[data-cell]").last.wait_for()
    left, top, width, height = await _place(ann)
    assert width >= 0.9 * 320
    assert left >= 0
    assert top + height <= 640
    await ann.leave()
