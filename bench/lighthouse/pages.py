"""The pages to measure, prepared by playing in the browser in which Lighthouse opens them again."""

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
    """Their addresses by name, and the port for controlling the browser."""

    urls: dict[str, str]
    browser_port: int


@asynccontextmanager
async def pages_of(server: str) -> AsyncIterator[Pages]:
    """Prepare home, a running and a finished game. The opponent stays online, so that no page changes."""
    with tempfile.TemporaryDirectory(prefix="noughts-lighthouse-", ignore_cleanup_errors=True) as profile:
        async with async_playwright() as playwright:
            opposite = await playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
            # Lighthouse opens its tabs in the browser's first profile, so the player must use that one.
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
            # If Playwright controlled the measured browser, its work would be measured too.
            await context.close()
            async with browser_of(Path(profile)) as port:
                yield Pages(urls, port)
            await opposite.close()
