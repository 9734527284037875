"""The installed wheel serves and plays: on SQLite, and on PostgreSQL with Redis."""

import json
import subprocess
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.servers import NoughtsServer, PostgresServer, ValkeyServer

# Building and installing the wheel takes as long as a quarter of `make test`.
pytestmark = pytest.mark.proof(only=True)

# Played by the installed client library, in the installed environment.
PLAY = """
import asyncio, sys
from noughts.client import Client

async def main():
    async with Client(sys.argv[1]) as ann, Client(sys.argv[2]) as bob:
        mine = await ann.create(visibility="private")
        theirs = await bob.join(mine.id)
        for game, cell in [(mine, 4), (theirs, 0), (mine, 2), (theirs, 1), (mine, 6)]:
            await game.until_my_turn()
            await game.move(cell)
        state = await theirs.until(lambda state: state.result is not None)
        print(state.cells, state.result.winner)

asyncio.run(main())
"""


def _play(python: Path, first: NoughtsServer, second: NoughtsServer) -> str:
    command: list[str | Path] = [python, "-I", "-c", PLAY, first.url, second.url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.timeout(300)
def test_plays_a_game_on_sqlite(installed_python: Path, start_installed: Callable[..., NoughtsServer]) -> None:
    server = start_installed()
    assert _play(installed_python, server, server) == "OOX.X.X.. X"


@pytest.mark.timeout(300)
def test_plays_a_game_on_two_nodes_with_postgresql_and_redis(
    installed_python: Path,
    start_installed: Callable[..., NoughtsServer],
    debian_postgres: PostgresServer,
    debian_redis: ValkeyServer,
) -> None:
    options = ("--database", debian_postgres.create_database(), "--redis", debian_redis.url)
    nodes = start_installed(*options), start_installed(*options)
    assert _play(installed_python, *nodes) == "OOX.X.X.. X"
    assert [node.tracebacks for node in nodes] == [[], []]


def test_finds_the_speech_model_and_every_part(
    installed_python: Path, start_installed: Callable[..., NoughtsServer]
) -> None:
    server = start_installed()
    assert "not installed" not in server.log.read_text()
    with urllib.request.urlopen(f"{server.url}/api/v1/server", timeout=10) as answer:
        shown = json.loads(answer.read())
    assert (shown["voice"], shown["pictures"], shown["compiledEngine"]) == (True, True, True)
    where = "from noughts.voice.model_files import ENCODER; print(ENCODER)"
    found = subprocess.run([installed_python, "-I", "-c", where], capture_output=True, text=True).stdout.strip()
    assert Path(found).parent.name == "noughts_speech_model"


def test_the_wheel_has_types(installed_python: Path) -> None:
    found = "import noughts, pathlib; print((pathlib.Path(noughts.__file__).parent / 'py.typed').exists())"
    assert subprocess.run([installed_python, "-I", "-c", found], capture_output=True, text=True).stdout == "True\n"
