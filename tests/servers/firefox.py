"""Finds Firefox, and starts it for Playwright."""

import os
import shlex
import shutil
import sys
from pathlib import Path

from playwright.async_api import Browser, BrowserType

PROJECT = Path(__file__).parents[2]
_NAMES = ("firefox-esr", "firefox")


def firefox_path() -> Path | None:
    """Return the path of Firefox: `NOUGHTS_FIREFOX`, or an installed one."""
    for name in (os.environ.get("NOUGHTS_FIREFOX"), *_NAMES):
        if name and (path := shutil.which(name)):
            return Path(path)
    return None


async def launch_firefox(kind: BrowserType, program: Path, folder: Path) -> Browser:
    """Start Firefox through the relay; `folder` is for the script that does so."""
    script = folder / "firefox"
    relay = shlex.join([sys.executable, "-m", "tests.servers.firefox_relay", str(program)])
    script.write_text(f'#!/bin/sh\ncd {shlex.quote(str(PROJECT))} && exec {relay} "$@"\n')
    script.chmod(0o700)
    # The only way to turn on reduced motion in this Firefox; Playwright sets it per context in other browsers.
    return await kind.launch(
        channel="moz-firefox", executable_path=script, firefox_user_prefs={"ui.prefersReducedMotion": 1}
    )
