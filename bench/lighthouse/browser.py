"""Starts a browser only for Lighthouse, with the flags that Lighthouse itself would use."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.servers.chromium import chromium_path
from tests.waiting import until

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--remote-debugging-port=0",
    # The flags of chrome-launcher that stop a browser's own background work.
    "--disable-features=Translate,OptimizationHints,MediaRouter,RenderDocument",
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-client-side-phishing-detection",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    "--metrics-recording-only",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--password-store=basic",
    "--lang=en-GB",
)
START_SECONDS = 30


@asynccontextmanager
async def browser_of(profile: Path) -> AsyncIterator[int]:
    """Return the port for controlling a browser with this profile. Raises TimeoutError if it does not start."""
    told = profile / "DevToolsActivePort"
    told.unlink(missing_ok=True)
    process = await asyncio.create_subprocess_exec(
        chromium_path(),
        *FLAGS,
        f"--user-data-dir={profile}",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        # Debian's program is a script that starts the browser, so both must end.
        start_new_session=True,
    )
    try:
        await until(lambda: told.exists() and told.read_text() != "", START_SECONDS)
        yield int(told.read_text().split()[0])
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        await process.wait()
