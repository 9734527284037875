"""During an attack, the moves of two other players stay quick, and the server's memory stays flat.

`make attacks` tries all attacks, `make prove` as many as `ATTACKS` says. One that is over a bound is tried up to twice
more, because other programs on the machine slow moves down too; the log names it.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.attacks.beside import ORDINARY, Toll, game_beside, suffer
from tests.attacks.catalogue import ATTACKS
from tests.proving import seeded
from tests.servers import NoughtsServer

TRIED = sorted(Random(seeded("attacks")).sample(list(ATTACKS), int(os.environ.get("ATTACKS", len(ATTACKS)))))
TRIES = 3
CALM_SECONDS = 3.0
SECONDS = 5.0
MOST_SLOWER_SECONDS = 0.05
MOST_GROWN_BYTES = 30 * 1024 * 1024
MOST_RECOVERY_SECONDS = 2.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NoughtsServer]:
    """Return one server for all attacks, so that leftovers of one would affect the next."""
    folder: Path = tmp_path_factory.mktemp("attacked")
    server = NoughtsServer(folder, environment=ORDINARY).start()
    yield server
    server.end()
    assert server.tracebacks == [], server.log.read_text()[-3000:]


@pytest.mark.proof(only=True)
@pytest.mark.parametrize("attack", TRIED)
async def test_a_game_continues_during_attack(
    server: NoughtsServer, attack: str, capfd: pytest.CaptureFixture[str]
) -> None:
    for _ in range(TRIES):
        async with game_beside(server) as beside:
            calm = Toll(await beside.measure(CALM_SECONDS), 0, 0.0)
            toll = await suffer(server, beside, attack, SECONDS)
        figures = (
            f"{attack}: p99 {calm.p99 * 1000:.0f} -> {toll.p99 * 1000:.0f} ms, slowest {toll.slowest * 1000:.0f} ms,"
            f" {toll.grown_bytes / 2**20:+.0f} MB, recovered in {toll.recovered_seconds:.1f} s"
        )
        if (
            toll.p99 <= calm.p99 + MOST_SLOWER_SECONDS
            and toll.grown_bytes <= MOST_GROWN_BYTES
            and toll.recovered_seconds <= MOST_RECOVERY_SECONDS
        ):
            return
        with capfd.disabled():
            print(f"over a bound: {figures}")
    pytest.fail(figures)
