"""The pages under measurement, as somebody sees them who plays: in a browser that Lighthouse can open them in again."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct
from playwright.async_api import async_playwright

from bench.lighthouse.browser import browser_of
from tests.e2e.person import PHONE, Person
from tests.e2e.scenes import game, won
from tests.servers.chromium import chromium_path


class Pages(Struct, frozen=True):
    """Their addresses by name, and the port at which the browser is told what to do."""

    urls: dict[str, str]
    browser_port: int


@asynccontextmanager
async def pages_of(server: str) -> AsyncIterator[Pages]:
    """Home, a game in play, and a finished one. The opponent stays at its board: nothing on these pages moves."""
    with tempfile.TemporaryDirectory(prefix="noughts-lighthouse-", ignore_cleanup_errors=True) as profile:
        async with async_playwright() as playwright:
            opposite = await playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
            # Lighthouse opens its tabs in the first profile of a browser: that has to be the player's.
            context = await playwright.chromium.launch_persistent_context(
                profile,
                executable_path=chromium_path(),
                args=["--no-sandbox"],
                viewport={"width": PHONE[0], "height": PHONE[1]},
                locale="en-GB",
            )
            ann, bob = Person(context, context.pages[0], server), await Person.at(opposite, server)
            urls = {"home": f"{server}/"}
            await won(ann, bob)
            urls["a finished game"] = ann.page.url
            await game(ann, bob)
            urls["a game of Ultimate in play"] = ann.page.url
            # What Playwright does to each page that is opened in a browser of its would be measured with the page.
            await context.close()
            async with browser_of(Path(profile)) as port:
                yield Pages(urls, port)
            await opposite.close()
