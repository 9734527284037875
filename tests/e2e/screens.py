"""Takes a screenshot of every page, on a phone and on a desktop, in both themes: make screenshots

On a phone also in Russian. Each page is put into an interesting state.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from tests.e2e.person import DESKTOP, PHONE, Person, Scheme
from tests.e2e.scenes import SCENES, Scene
from tests.servers.chromium import chromium_path
from tests.servers.noughts import NoughtsServer

SETTLING_MS = 400
SIZES = {"phone": PHONE, "desktop": DESKTOP}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


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
        await ann.resize((width, height))
        for scheme in SCHEMES:
            await ann.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            await ann.page.wait_for_timeout(SETTLING_MS)
            await ann.page.screenshot(path=folder / f"{scene.__name__}-{size}-{scheme}.png", full_page=True)
    print(scene.__name__, *ann.faults, flush=True)
    await ann.resize(PHONE)
    await ann.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    language = ann.page.get_by_label("Language").last
    # The API page and the page for missing addresses are in English only.
    if await language.count():
        await language.select_option("ru")
        await ann.page.wait_for_timeout(SETTLING_MS)
        await ann.page.screenshot(path=folder / f"{scene.__name__}-phone-russian.png", full_page=True)
    for person in (ann, bob):
        await person.leave()


def main() -> None:
    """Write to the folder given first: the scenes named after it, or all."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(folder, sys.argv[2:]))


if __name__ == "__main__":
    main()
