"""Takes a picture of every page, on a phone and at a desk, in the light and in the dark: make screenshots

To be looked at by people: each page is put into a state worth seeing.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from tests.e2e.person import DESKTOP, PHONE, Person, Scheme
from tests.servers.chromium import chromium_path
from tests.servers.noughts import NoughtsServer

SETTLING_MS = 400
SIZES = {"phone": PHONE, "desktop": DESKTOP}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")

Scene = Callable[[Person, Person], Awaitable[None]]


async def home(ann: Person, bob: Person) -> None:
    await bob.go()
    await bob.choose("gomoku")
    await bob.press("Play anyone")
    await bob.page.wait_for_url("**/g/*")
    await ann.invite("ultimate")
    await ann.go()
    await ann.page.get_by_role("button", name="Join the Gomoku game").wait_for()


async def invitation(ann: Person, bob: Person) -> None:
    await ann.invite()


async def game(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("ultimate"))
    for turn, cell in enumerate([9, 28, 21, 73, 75, 64, 48, 55, 12, 27, 2, 16, 30]):
        await (ann, bob)[turn % 2].play(cell)


async def gomoku(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("gomoku"))
    for turn, cell in enumerate([112, 97, 113, 114, 128, 98, 96]):
        await (ann, bob)[turn % 2].play(cell)


async def won(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    for turn, cell in enumerate([4, 0, 1, 3, 7]):
        await (ann, bob)[turn % 2].play(cell)
    await ann.sees_status("You won")


async def two(ann: Person, bob: Person) -> None:
    await ann.go()
    await ann.choose("4x4")
    await ann.press("Two on this device")
    for cell in (5, 6, 9, 10):
        await ann.cell(cell).click()


async def missing(ann: Person, bob: Person) -> None:
    await ann.go("/g/no-such-game")
    await ann.page.get_by_role("heading", name="There is no such game").wait_for()


SCENES: tuple[Scene, ...] = (home, invitation, game, gomoku, won, two, missing)


async def take_all(folder: Path, names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as data:
        server = NoughtsServer(Path(data)).start()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
                for scene in SCENES:
                    if not names or scene.__name__ in names:
                        await _take(browser, server.url, scene, folder)
        finally:
            server.kill()


async def _take(browser: Browser, url: str, scene: Scene, folder: Path) -> None:
    ann, bob = await Person.at(browser, url, PHONE), await Person.at(browser, url)
    await scene(ann, bob)
    await ann.page.mouse.move(0, 0)
    for size, (width, height) in SIZES.items():
        await ann.page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            await ann.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            await ann.page.wait_for_timeout(SETTLING_MS)
            await ann.page.screenshot(path=folder / f"{scene.__name__}-{size}-{scheme}.png", full_page=True)
    print(scene.__name__, *ann.faults)
    for person in (ann, bob):
        await person.leave()


def main() -> None:
    """Into the folder that is named first; of the scenes that are named after it, or all."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(folder, sys.argv[2:]))


if __name__ == "__main__":
    main()
