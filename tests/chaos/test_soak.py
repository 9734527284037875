"""A long mixed load over all protocols: memory stays flat and everything is cleaned up.

`make soak` plays for 20 minutes as fast as it can. `make prove` plays as long, with rests that leave time for its
other parts.
"""

import asyncio
import os
import random
import statistics
from collections.abc import Callable
from pathlib import Path

import pytest
from httpx2 import AsyncClient

from noughts.server.sessions.watched_games import MOST_WATCHED
from noughts.server.tables.table_cache import MOST_IDLE
from tests.chaos.http_people import ByApi
from tests.chaos.people import ByUdp
from tests.chaos.playing import DOORS, play
from tests.chaos.record import Record
from tests.proving import seeded
from tests.servers import NoughtsServer

SOAK_SECONDS = float(os.environ.get("SOAK_SECONDS", "150"))
REST_SECONDS = float(os.environ.get("SOAK_REST_SECONDS", "0"))
GROWTH = 1.05
# The number of games whose history is kept for the final check.
MOST_CHECKED = 500


class Figures:
    """The resources of the server's process now."""

    def __init__(self, pid: int, metrics: str) -> None:
        process = Path("/proc") / str(pid)
        self.memory_kb = int(process.joinpath("status").read_text().partition("VmRSS:")[2].split()[0])
        self.descriptors = len(list(process.joinpath("fd").iterdir()))
        told = dict(line.split() for line in metrics.splitlines() if not line.startswith("#"))
        self.sessions, self.tables, self.tasks, self.clocks = (
            float(told[f"noughts_{name}"]) for name in ("sessions", "tables", "tasks", "clocks")
        )

    def __repr__(self) -> str:
        held = ", ".join(f"{value:.0f} {name}" for name, value in vars(self).items() if name != "memory_kb")
        return f"{self.memory_kb / 1024:.1f} MB, {held}"


async def look(server: NoughtsServer) -> Figures:
    async with AsyncClient(base_url=server.url, timeout=30) as http:
        return Figures(server.pid, (await http.get("/metrics")).text)


async def fill_the_cache(server: NoughtsServer, record: Record, chance: random.Random) -> None:
    """Fill the cache of idle games, so that memory has no reason to grow after that."""
    somebody = ByApi([server], record, chance)
    for number in range(MOST_IDLE + 50):
        if number % 150 == 0:
            await somebody.leave()
            somebody = ByApi([server], record, chance)
            await somebody.settle()
        await somebody.create()
    await somebody.leave()


@pytest.mark.proof(only=True)
@pytest.mark.timeout(SOAK_SECONDS + 300)
async def test_memory_stays_flat_and_everything_is_cleaned_up(start_noughts: Callable[..., NoughtsServer]) -> None:
    server = await asyncio.to_thread(start_noughts)
    chance, record, stop = random.Random(seeded("soak")), Record(), asyncio.Event()
    await fill_the_cache(server, record, chance)
    before = await look(server)
    people = [(x([server], record, chance), o([server], record, chance)) for x, o in DOORS]
    playing = [asyncio.create_task(play(x, o, record, stop, REST_SECONDS)) for x, o in people]
    memory: list[int] = []
    loop = asyncio.get_running_loop()
    began = loop.time()
    while loop.time() < began + SOAK_SECONDS:
        await asyncio.sleep(SOAK_SECONDS / 200)
        memory.append((await look(server)).memory_kb)
        record.forget_before(MOST_CHECKED)
        if len(memory) % 20 == 0:
            print(
                f"soaked for {loop.time() - began:.0f} of {SOAK_SECONDS:.0f} s: {record.count} moves,",
                await look(server),
            )
        assert not any(task.done() for task in playing)
    stop.set()
    async with asyncio.timeout(60):
        await asyncio.gather(*playing)
    assert await record.check(server.url) == []
    after_a_fifth, at_the_end = statistics.median(memory[35:45]), statistics.median(memory[-10:])
    assert at_the_end <= after_a_fifth * GROWTH, f"{after_a_fifth} KB after a fifth, {at_the_end} KB at the end"
    # Games that nobody watches are released when new ones are loaded.
    await fill_the_cache(server, record, chance)
    # UDP has no disconnect, so the server remembers such a client, with its games, for an hour.
    remembered = sum(isinstance(person, ByUdp) for pair in people for person in pair)
    deadline = loop.time() + 40
    while not is_as_before(before, after := await look(server), remembered) and loop.time() < deadline:  # noqa: ASYNC110
        await asyncio.sleep(0.5)
    assert is_as_before(before, after, remembered), f"before: {before}\nafter:  {after}"
    assert server.tracebacks == []


def is_as_before(before: Figures, after: Figures, remembered: int) -> bool:
    """Return whether everything has been cleaned up."""
    return (
        after.sessions <= before.sessions + remembered
        and after.tables <= MOST_IDLE + remembered * MOST_WATCHED
        and after.tasks <= before.tasks + 1
        and after.clocks == 0
        and after.descriptors <= before.descriptors + 2
    )
