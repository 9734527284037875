"""The example client is short, needs nothing but Python, and plays a game to its end."""

import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.servers.noughts import NoughtsServer

CLIENT = Path(__file__).parents[2] / "examples" / "line_client.py"


@pytest.mark.parametrize("options", [[], ["--udp"]], ids=["TCP", "UDP"])
def test_two_clients_play_to_the_end(start_noughts: Callable[..., NoughtsServer], options: list[str]) -> None:
    server = start_noughts()
    # -I: without our packages and environment; -S: without installed packages.
    command = [sys.executable, "-I", "-S", str(CLIENT), *options, "127.0.0.1", str(server.line_port)]
    players = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = sorted(player.communicate(timeout=30)[0].strip() for player in players)
    assert said == ["Lose", "Win"]
    assert [player.returncode for player in players] == [0, 0]
    assert not server.tracebacks


def test_the_example_says_why_it_cannot_play(start_noughts: Callable[..., NoughtsServer]) -> None:
    server = start_noughts()
    with socket.create_connection(("127.0.0.1", server.line_port)) as ann:
        ann.sendall(b'{"username": "ann"}')
        assert b"gameId" in ann.recv(4096)
        command = [sys.executable, "-I", "-S", str(CLIENT), "--name", "Ann", "127.0.0.1", str(server.line_port)]
        said = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert said.returncode == 1
    assert "is using that name" in said.stderr


def test_the_example_is_short() -> None:
    assert len(CLIENT.read_text().splitlines()) < 60
