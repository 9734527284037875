"""Retakes the pictures of the README, from a real server and real browsers: python -m tests.e2e.pictures

Each page is put into an interesting state. The pictures are reduced to 256 colours, which is enough for these pages.
The animation shows a game between two phones: one frame before the game, and one after every move.
"""

import asyncio
import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import async_playwright

from tests.e2e.person import DESKTOP, PHONE, Person
from tests.servers.chromium import chromium_path
from tests.servers.noughts import NoughtsServer

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"

SETTLING_MS = 300

FRAME_MS = 900
LAST_FRAME_MS = 3_000
FRAME_HEIGHT = 560
GAP = 16
BACKGROUND = (214, 207, 192)

# Moves in turn, X first: a game of Ultimate in which each side has won two boards.
ULTIMATE = [9, 28, 21, 73, 75, 64, 48, 55, 12, 27, 2, 16, 30, 1, 3]
ULTIMATE += [20, 61, 29, 25, 57, 18, 80, 71, 35, 7, 52, 68, 33, 10]
# With mistakes on both sides for the review.
INSTRUCTIVE = [0, 4, 8, 2, 6, 7, 3]
# X blocks, makes a fork and wins.
SHORT_GAME = [4, 1, 0, 8, 3, 5, 6]


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = NoughtsServer(Path(folder)).start()
        try:
            await _take_all(server.url)
        finally:
            server.kill()


async def _take_all(url: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        ann, bob = await Person.at(browser, url, PHONE), await Person.at(browser, url, DESKTOP, "dark")
        for variant, rounds in (("gomoku", 1), ("wild", 3)):
            await bob.go()
            await bob.choose(variant, rounds)
            await bob.press("Play anyone")
            await bob.page.wait_for_url("**/g/*")
        await ann.go()
        await ann.open_game("Wild").wait_for()
        await _take(ann, "home-phone")

        await bob.accept(await ann.invite("ultimate"))
        for turn, cell in enumerate(ULTIMATE):
            await (ann, bob)[turn % 2].play(cell)
        await _take(bob, "board-desktop")

        await bob.accept(await ann.invite())
        for turn, cell in enumerate([4, 0, 1, 3, 7]):
            await (ann, bob)[turn % 2].play(cell)
        await ann.sees_status("You won")
        await _take(ann, "win-phone")

        light = await Person.at(browser, url, DESKTOP)
        await bob.accept(await light.invite())
        for turn, cell in enumerate(INSTRUCTIVE):
            await (light, bob)[turn % 2].play(cell)
        await light.press("Review game")
        await light.page.get_by_role("heading", name="Game review").wait_for()
        await _take(light, "review-desktop")
        await _animate(ann, await Person.at(browser, url, PHONE, "dark"))
        await browser.close()


async def _animate(ann: Person, bob: Person) -> None:
    """Write the animation of a game between these two, side by side."""
    await bob.accept(await ann.invite())
    frames = [await _frame(ann, bob)]
    for turn, cell in enumerate(SHORT_GAME):
        await (ann, bob)[turn % 2].play(cell)
        frames.append(await _frame(ann, bob))
    await ann.sees_status("You won")
    frames[-1] = await _frame(ann, bob)
    durations = [FRAME_MS] * (len(frames) - 1) + [LAST_FRAME_MS]
    path = PICTURES / "game.webp"
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=durations, loop=0, lossless=True, method=6)


async def _frame(*people: Person) -> Image.Image:
    shots = []
    for person in people:
        await person.page.mouse.move(0, 0)
        await person.page.wait_for_timeout(SETTLING_MS)
        shot = Image.open(io.BytesIO(await person.page.screenshot())).convert("RGB")
        shots.append(shot.resize((round(shot.width * FRAME_HEIGHT / shot.height), FRAME_HEIGHT)))
    frame = Image.new("RGB", (sum(shot.width + GAP for shot in shots) + GAP, FRAME_HEIGHT + 2 * GAP), BACKGROUND)
    left = GAP
    for shot in shots:
        frame.paste(shot, (left, GAP))
        left += shot.width + GAP
    return frame


async def _take(person: Person, name: str) -> None:
    await person.page.mouse.move(0, 0)
    await person.page.wait_for_timeout(SETTLING_MS)
    shot = Image.open(io.BytesIO(await person.page.screenshot()))
    shot.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    asyncio.run(main())
