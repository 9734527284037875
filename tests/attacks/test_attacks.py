"""During an attack, the moves of two other players stay quick, and the server's memory stays flat."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.beside import ORDINARY, Toll, game_beside, suffer
from tests.attacks.catalogue import ATTACKS
from tests.servers import NoughtsServer

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
@pytest.mark.parametrize("attack", ATTACKS)
async def test_a_game_continues_during_attack(server: NoughtsServer, attack: str) -> None:
    async with game_beside(server) as beside:
        calm = Toll(await beside.measure(CALM_SECONDS), 0, 0.0)
        toll = await suffer(server, beside, attack, SECONDS)
    print(f"p99 {calm.p99 * 1000:.0f} -> {toll.p99 * 1000:.0f} ms, slowest {toll.slowest * 1000:.0f} ms,", end=" ")
    print(f"{toll.grown_bytes / 2**20:+.0f} MB, recovered in {toll.recovered_seconds:.1f} s")
    assert toll.p99 <= calm.p99 + MOST_SLOWER_SECONDS
    assert toll.grown_bytes <= MOST_GROWN_BYTES
    assert toll.recovered_seconds <= MOST_RECOVERY_SECONDS
