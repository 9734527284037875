"""A server killed with thousands of running clocks answers at once after its restart, and nobody loses on time."""

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from tests.proving import sample
from tests.server.tables.clocked_crowd import excused, finished, leave_games
from tests.servers import NoughtsServer
from tests.waiting import until

GAMES = sample(300, 5_000)
DOWN_MS = 3_600_000


def cpu_seconds(pid: int) -> float:
    """Return the processor time of the process, which doesn't depend on how busy the machine is."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.proof
async def test_a_restart_with_many_running_clocks_answers_at_once_and_charges_no_downtime(
    start_noughts: Callable[..., NoughtsServer],
) -> None:
    server = start_noughts()
    path = server.log.parent / "data" / "noughts.db"
    server.kill()
    leave_games(path, GAMES, time.time_ns() // 1_000_000 - DOWN_MS)
    await asyncio.to_thread(server.start)
    last = f"{server.url}/api/v1/games/crowd{GAMES - 1:05}"
    board = (await asyncio.to_thread(httpx2.get, last, timeout=30)).json()
    # Processor time, including loading Python and all libraries. The bench measures real time.
    assert cpu_seconds(server.pid) < 4
    # Each player still has the time from before the downtime.
    assert board["phase"] == "playing"
    assert board["clock"]["xMs"] == 600_000
    assert board["clock"]["atMs"] + 600_000 > time.time_ns() // 1_000_000 + 20_000
    await until(lambda: excused(path) == GAMES, 60)
    assert finished(path) == 0
    assert server.tracebacks == []
