"""A move within five milliseconds of the end of the clock has one outcome, for both players and in the database."""

import random
from pathlib import Path
from typing import Any

import pytest

from tests.proving import PROVING, sample, seeded
from tests.server.tables.last_moment import Jitter, race
from tests.server.virtual import server_at
from tests.servers import ValkeyServer

RACES = sample(60, 3_000)


@pytest.mark.proof
@pytest.mark.timeout(600)
async def test_a_race_between_move_and_clock_has_one_outcome_on_one_server(tmp_path: Path) -> None:
    time = Jitter(random.Random(seeded("clock")))
    async with server_at(time, tmp_path) as server:
        ends = await race(server, server, time, RACES)
    # Both outcomes must occur, otherwise there was no race.
    assert ends.total() == RACES
    assert min(ends["moved"], ends["time"]) > RACES / 10


@pytest.mark.proof
@pytest.mark.timeout(600)
async def test_a_race_between_move_and_clock_has_one_outcome_on_two_nodes(
    postgres_url: str, valkey: ValkeyServer
) -> None:
    time = Jitter(random.Random(seeded("clock")))
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    async with server_at(time, **how) as first, server_at(time, **how) as second:
        ends = await race(first, second, time, RACES // 3, at_once=10)
    # How often each side wins is random and depends on the machine, so a few races prove nothing.
    assert ends["time"] > 0
    assert not PROVING or min(ends["moved"], ends["time"]) > RACES / 60
