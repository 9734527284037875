"""A server with the default limits and a game of two people, to measure the effect of an attack on them."""

import asyncio
import resource
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import quantiles

from msgspec import Struct

from noughts.client import Client
from noughts.config import Settings
from tests.attacks.target import PROXY
from tests.servers import NoughtsServer
from tests.waiting import until

CELLS = (0, 1, 2, 4, 3, 5, 7, 6, 8)
# Two fast players within their limits: about 16 messages a second each, where 20 are allowed.
PAUSE_SECONDS = 0.06
LONGEST_SECONDS = 30.0

# The default limits, which the tests' servers usually raise.
ORDINARY = {"NOUGHTS_PROXIES": PROXY} | {
    f"NOUGHTS_{name.upper()}": str(getattr(Settings(), name))
    for name in (
        "commands_per_second",
        "command_burst",
        "guests_per_minute",
        "connections_per_address",
        "logins_per_address",
        "registrations_per_address",
    )
}


class Toll(Struct):
    """The effect of an attack: how long moves took meanwhile, in seconds, and the server's memory in bytes."""

    moves: list[float]
    grown_bytes: int
    recovered_seconds: float

    @property
    def p99(self) -> float:
        return quantiles(self.moves, n=100, method="inclusive")[98] if len(self.moves) > 1 else LONGEST_SECONDS

    @property
    def slowest(self) -> float:
        return max(self.moves, default=LONGEST_SECONDS)


class Beside:
    """Two people who play game after game, and measure each move until the opponent has it."""

    def __init__(self, server: NoughtsServer) -> None:
        self._server = server
        self.took: list[float] = []

    async def play(self) -> None:
        async with Client(self._server.url, name="Xenia") as xenia, Client(self._server.url, name="Otto") as otto:
            while True:
                x = await xenia.create(visibility="private")
                o = await otto.join(x.id)
                for number, cell in enumerate(CELLS):
                    mover, other = (x, o) if number % 2 == 0 else (o, x)
                    began = time.monotonic()
                    await mover.move(cell)
                    await other.until(lambda state, ply=number + 1: state.ply == ply, LONGEST_SECONDS)  # type: ignore[misc]
                    self.took.append(time.monotonic() - began)
                    await asyncio.sleep(PAUSE_SECONDS)

    async def measure(self, seconds: float) -> list[float]:
        """Return how long each move takes that starts within the next seconds."""
        before = len(self.took)
        await asyncio.sleep(seconds)
        now = len(self.took)
        await until(lambda: len(self.took) > now, LONGEST_SECONDS)
        return self.took[before:]


@asynccontextmanager
async def game_beside(server: NoughtsServer) -> AsyncIterator[Beside]:
    """A game that continues during the context, and must not fail."""
    beside = Beside(server)
    playing = asyncio.create_task(beside.play())
    await beside.measure(0.1)
    yield beside
    assert not playing.done(), playing.exception()
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing


async def suffer(server: NoughtsServer, beside: Beside, attack: str, seconds: float) -> Toll:
    """Attack the server for this many seconds."""
    before = memory_bytes(server)
    # Attackers use other machines, so their processor time must not count here.
    process = await asyncio.create_subprocess_exec(
        "nice",
        "-n",
        "10",
        sys.executable,
        "-m",
        "tests.attacks.run",
        attack,
        str(server.port),
        str(server.line_port),
        str(seconds),
    )
    grown = 0
    moves: list[float] = []
    began = time.monotonic()
    while time.monotonic() < began + seconds:
        moves += await beside.measure(0.2)
        grown = max(grown, memory_bytes(server) - before)
    await asyncio.wait_for(process.wait(), LONGEST_SECONDS)
    assert process.returncode == 0, f"{attack} failed itself"
    ended = time.monotonic()
    while min(await beside.measure(0.1)) > 0.2:
        pass
    return Toll(moves, grown, time.monotonic() - ended)


def memory_bytes(server: NoughtsServer) -> int:
    return int(Path(f"/proc/{server.pid}/statm").read_text().split()[1]) * resource.getpagesize()
