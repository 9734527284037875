"""The page about the rooms API: its transcript can be replayed, and the example plays a game."""

import subprocess
import sys
from collections.abc import Callable

from httpx2 import AsyncClient

from noughts.app import Application
from tests.docs.calls import play_calls
from tests.docs.transcripts import ROOT, transcripts
from tests.servers import NoughtsServer


async def test_the_transcript_can_be_replayed(application: Application) -> None:
    (transcript,) = transcripts("doors/rest.md")
    async with AsyncClient(base_url=application.address) as http:
        assert await play_calls(transcript, http) >= 40


def test_the_example_plays_to_the_end(start_noughts: Callable[..., NoughtsServer]) -> None:
    server = start_noughts()
    program = ROOT / "examples" / "rest_client.py"
    assert len(program.read_text().splitlines()) < 60

    def start(name: str, *options: str) -> "subprocess.Popen[str]":
        command = [sys.executable, str(program), name, "correct horse", "--server", server.url, *options]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    host = start("ann")
    assert host.stdout is not None
    guest = start("bob", "--room", host.stdout.readline().strip())
    results = sorted(player.communicate(timeout=60)[0].strip() for player in (host, guest))
    assert results in (["Lose", "Win"], ["Tie", "Tie"])
    assert server.tracebacks == []
