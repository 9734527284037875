"""`noughts verify` accepts a correct server, and finds planted faults."""

import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from noughts.app import Application
from noughts.client.complete_games import Cells, random_games
from noughts.client.line_pair import LinePair
from noughts.client.native_pair import NativePair
from noughts.client.rooms_pair import RoomsPair
from noughts.client.verification import Difference, Pair, Verification
from noughts.games.board import board_of_move
from noughts.games.game import Game
from noughts.messages.board_state import BoardOfMove
from noughts.rules.mnk import MnkPosition
from tests.proving import later
from tests.servers.noughts import NoughtsServer


def verify(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from noughts.cli.main import main; main()", "verify", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(("door", "sample"), [("native", 50), ("line", 50), ("messages", 50), ("rest", 5)])
def test_verifies_a_sample_over_each_protocol(
    start_noughts: Callable[..., NoughtsServer], door: str, sample: int
) -> None:
    server = start_noughts()
    address = ("--line-port", str(server.line_port), f"127.0.0.1:{server.port}")
    said = verify("--door", door, "--sample", str(sample), "--pairs", "5", *address)
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith(f"{sample:,} games, ")
    assert f"over the {door} protocol: all match the rules" in said.stdout
    assert not server.tracebacks


@pytest.mark.parametrize("door", ["native", *map(later, ["line", "messages", "rest"])])
def test_reports_an_unreachable_server_in_one_line(door: str) -> None:
    said = verify("127.0.0.1:1", "--line-port", "1", "--sample", "5", "--door", door)
    assert said.returncode == 1
    assert "can't continue" in said.stderr
    assert "Traceback" not in said.stderr


@pytest.mark.parametrize("door", ["native", later("line"), later("messages")])
def test_does_not_mistake_tight_limits_for_a_faulty_server(
    start_noughts: Callable[..., NoughtsServer], door: str
) -> None:
    tight = {"NOUGHTS_COMMANDS_PER_SECOND": "0.1", "NOUGHTS_COMMAND_BURST": "8"}
    server = start_noughts(environment=tight)
    address = ("--line-port", str(server.line_port), f"127.0.0.1:{server.port}")
    said = verify("--door", door, "--sample", "20", "--pairs", "1", *address)
    assert said.returncode == 1
    assert "the server's limits are too low" in said.stderr
    assert "DIFFERENT" not in said.stderr


def pairs_of(application: Application) -> Iterator[tuple[str, Callable[[], Pair]]]:
    host, _, port = application.line_address.rpartition(":")
    yield "native", lambda: NativePair(application.address)
    yield "line", lambda: LinePair(host, int(port))
    yield "rest", lambda: RoomsPair(application.address)


async def differences(application: Application, games: list[Cells]) -> dict[str, str]:
    """Return the difference that each protocol finds, if any."""
    found = {}
    for door, make_pair in pairs_of(application):
        try:
            await Verification(iter(games), make_pair, 1, patience_seconds=1).run()
        except Difference as difference:
            found[door] = str(difference)
    return found


async def test_finds_a_server_on_which_one_line_does_not_win(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A planted fault in the rules: the anti-diagonal doesn't win.
    real = MnkPosition.outcome

    def outcome(self: MnkPosition) -> object:
        found = real(self)
        return None if found is not None and found.line == (2, 4, 6) else found

    monkeypatch.setattr(MnkPosition, "outcome", outcome)
    assert await differences(application, [(0, 3, 1, 4, 2)]) == {}
    found = await differences(application, [(2, 0, 4, 1, 6)])
    assert "2-0-4-1-6" in found["native"]
    assert found.keys() == {"native", "line", "rest"}


async def test_finds_a_server_that_sends_a_wrong_board(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(game: Game) -> BoardOfMove:
        right = board_of_move(game)
        return replace(right, last_move=None) if len(game.moves) == 7 else right

    monkeypatch.setattr("noughts.server.tables.board_view.board_of_move", wrong)
    games = list(random_games(20, 1))
    assert "after move 7" in (await differences(application, games))["native"]
