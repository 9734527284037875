"""The browsers of the tests. Each is started when the first test needs it, and serves many tests."""

from collections import Counter
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Browser, Playwright

from tests.e2e.reuse import forget
from tests.servers.chromium import chromium_path
from tests.servers.firefox import firefox_path, launch_firefox

BrowserName = Literal["chromium", "whole chromium", "firefox"]

# The headless shell has no notifications, so tests about them use the whole browser.
IN_WHOLE_CHROMIUM = pytest.mark.parametrize("browser", ["whole chromium"], indirect=True)

# In a long run, Chromium's network process starts to use a whole core, and every page slows down.
TESTS_PER_BROWSER = 20


class Browsers:
    """`folder` is for files that starting a browser needs."""

    def __init__(self, playwright: Playwright, folder: Path) -> None:
        self._playwright = playwright
        self._folder = folder
        self._open: dict[BrowserName, Browser] = {}
        self._tests: Counter[BrowserName] = Counter()

    async def get(self, name: BrowserName) -> Browser:
        """Return a browser for one more test."""
        if name in self._open and self._tests[name] % TESTS_PER_BROWSER == 0:
            old = self._open.pop(name)
            forget(old)
            await old.close()
        self._tests[name] += 1
        if name not in self._open:
            starting = self._firefox() if name == "firefox" else self._chromium(whole=name == "whole chromium")
            self._open[name] = await starting
        return self._open[name]

    async def close(self) -> None:
        for browser in self._open.values():
            await browser.close()

    async def _chromium(self, *, whole: bool) -> Browser:
        # Without a GPU process, which would only emulate one, pages take a tenth less processor time.
        return await self._playwright.chromium.launch(
            executable_path=chromium_path(whole=whole), args=["--no-sandbox", "--disable-gpu"]
        )

    async def _firefox(self) -> Browser:
        program = firefox_path()
        if program is None:
            pytest.skip("no Firefox here: `make test` installs it, or set NOUGHTS_FIREFOX to its path")
        return await launch_firefox(self._playwright.firefox, program, self._folder)
