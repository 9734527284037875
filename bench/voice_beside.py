"""Voice moves while others play: how long an answer takes, and how much slower the others' moves become."""

import asyncio
import statistics
import time

from httpx2 import AsyncClient

from bench.moves import Figures, measure_moves
from bench.process import Measured, noughts_server
from bench.speech import speech, wav

TURNS = 3
SECONDS = 4.0
# Players pause between moves: one game at full speed makes more moves than many people would.
GAMES = 1
# The limit for one player.
EVERY_SECONDS = 1.0


async def compare_beside() -> None:
    """Print the figures of moves with and without a speaker, and the times from the end of a word to the answer."""
    quiet, spoken, waits = list[Figures](), list[Figures](), list[float]()
    for _ in range(TURNS):
        with noughts_server() as server:
            quiet.append(await measure_moves(server, GAMES, SECONDS))
        with noughts_server() as server:
            async with Speaker(server) as speaker:
                spoken.append(await measure_moves(server, GAMES, SECONDS))
            waits += speaker.waits
    ratio = statistics.median(b.p50_ms / a.p50_ms for a, b in zip(quiet, spoken, strict=True))
    far = statistics.median(b.p99_ms / a.p99_ms for a, b in zip(quiet, spoken, strict=True))
    print(f"While somebody speaks, a move takes {ratio:.2f} times as long as otherwise (99 %: {far:.2f} times)")
    print(f"An answer comes {1000 * statistics.median(waits):.0f} ms after the word (median of {len(waits)})")


class Speaker:
    """Says a square once a second, over the API."""

    def __init__(self, server: Measured) -> None:
        self.waits: list[float] = []
        self._http = AsyncClient(base_url=server.url, timeout=60)

    async def __aenter__(self) -> "Speaker":
        token = (await self._http.post("/api/v1/guests", json={})).json()["token"]
        self._http.headers["Authorization"] = f"Bearer {token}"
        self._sound = wav(speech("top left"))
        # The first one takes longer, because the recogniser is loaded.
        await self._say()
        self._speaking = asyncio.create_task(self._speak())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._speaking.cancel()
        await asyncio.gather(self._speaking, return_exceptions=True)
        await self._http.aclose()

    async def _say(self) -> None:
        reply = await self._http.post("/api/v1/voice", content=self._sound, headers={"Content-Type": "audio/wav"})
        assert reply.json()["guesses"][0]["cell"] == 0, reply.text

    async def _speak(self) -> None:
        while True:
            begun = time.perf_counter()
            await self._say()
            self.waits.append(time.perf_counter() - begun)
            await asyncio.sleep(EVERY_SECONDS)


if __name__ == "__main__":
    asyncio.run(compare_beside())
