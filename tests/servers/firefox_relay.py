"""Debian's Firefox for Playwright: `python -m tests.servers.firefox_relay PROGRAM OPTIONS...` runs it.

Playwright drives it over WebDriver BiDi, and asks for a command that this Firefox does not have yet. The relay answers
that command itself and passes on everything else. It can go once Firefox ESR has `emulation.setMediaFeaturesOverride`.
"""

import asyncio
import json
import re
import sys

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

UNKNOWN_TO_FIREFOX = "emulation.setMediaFeaturesOverride"
MOST_BYTES = 64 * 1024 * 1024


class Relay:
    """Passes messages between Playwright and the browser at `endpoint`."""

    def __init__(self, endpoint: str) -> None:
        self._endpoint = endpoint

    async def meet(self, playwright: ServerConnection) -> None:
        async with connect(f"{self._endpoint}/session", max_size=MOST_BYTES, origin=None) as firefox:

            async def bring_answers() -> None:
                async for message in firefox:
                    await playwright.send(message)
                await playwright.close()

            answers = asyncio.create_task(bring_answers())
            async for message in playwright:
                command = json.loads(message)
                if command["method"] == UNKNOWN_TO_FIREFOX:
                    await playwright.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
                else:
                    await firefox.send(message)
            answers.cancel()


async def main(program: str, *options: str) -> int:
    browser = await asyncio.create_subprocess_exec(program, *options, stderr=asyncio.subprocess.PIPE)
    assert browser.stderr is not None
    async for line in browser.stderr:
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line.decode()):
            relay = await serve(Relay(found[1]).meet, "127.0.0.1", 0, max_size=MOST_BYTES)
            port = relay.sockets[0].getsockname()[1]
            print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
    return await browser.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
