"""A move and the end of the clock within five milliseconds: one outcome, the same for both and in the database."""

import random
from pathlib import Path
from typing import Any

import pytest

from tests.server.last_moment import Jitter, race
from tests.server.virtual import server_at
from tests.servers import ValkeyServer

# Ten thousand in `bench/last_moment.py`.
RACES = 300


async def test_at_one_server(tmp_path: Path) -> None:
    time = Jitter(random.Random(7))
    async with server_at(time, tmp_path) as server:
        ends = await race(server, server, time, RACES)
    # Both ends happen, or nothing was raced for.
    assert ends.total() == RACES
    assert min(ends["moved"], ends["time"]) > RACES / 10


@pytest.mark.timeout(180)
async def test_at_two_nodes(postgres_url: str, valkey: ValkeyServer) -> None:
    time = Jitter(random.Random(7))
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    async with server_at(time, **how) as first, server_at(time, **how) as second:
        ends = await race(first, second, time, RACES // 3, at_once=10)
    assert min(ends["moved"], ends["time"]) > RACES / 30
