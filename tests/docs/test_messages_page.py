"""The page about the native protocol: its transcript can be replayed, and the example plays a game."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from typing import get_args

import pytest

from noughts.app import Application
from noughts.messages.answers import AnyMessage
from noughts.messages.commands import AnyCommand
from tests.contracts.talkers import WebSocketTalker
from tests.docs.transcripts import ROOT, Talker, play, transcripts
from tests.doors.line_talker import line
from tests.servers import NoughtsServer

PAGE = "doors/messages.md"


@pytest.mark.parametrize("door", ["websocket", "tcp"])
async def test_the_transcript_can_be_replayed(application: Application, door: str) -> None:
    async def connect() -> Talker:
        return await (WebSocketTalker.connect(application.address) if door == "websocket" else line(application))

    (transcript,) = transcripts(PAGE)
    assert await play(transcript, connect) > 60


def test_the_diagram_shows_messages_of_the_transcript() -> None:
    text = (ROOT / "docs" / PAGE).read_text()
    shown = {
        name for names in re.findall(r"->>[ASB]: (.+)$", text, re.MULTILINE) for name in re.findall(r"[A-Z]\w+", names)
    }
    (transcript,) = transcripts(PAGE)
    assert len(shown) > 8
    assert shown - {"Win", "Lose"} <= set(re.findall(r'"type": "(\w+)"', transcript))


def test_every_message_is_named_on_the_page() -> None:
    text = (ROOT / "docs" / PAGE).read_text()
    kinds = {kind.__struct_config__.tag for kind in (*get_args(AnyCommand), *get_args(AnyMessage))}
    assert not {kind for kind in kinds if f"`{kind}`" not in text and f'"{kind}"' not in text}
    assert set(re.findall(r'"type": "(\w+)"', text)) <= kinds


def test_the_example_plays_to_the_end(start_noughts: Callable[..., NoughtsServer]) -> None:
    server = start_noughts()
    program = ROOT / "examples" / "messages_client.py"
    assert len(program.read_text().splitlines()) < 60
    options = ["correct horse", "127.0.0.1", str(server.line_port)]
    players = [
        subprocess.Popen([sys.executable, program, name, *options], stdout=subprocess.PIPE, text=True)
        for name in ("ann", "bob")
    ]
    results = sorted(player.communicate(timeout=60)[0].strip() for player in players)
    assert results in (["Lose", "Win"], ["Tie", "Tie"]), json.dumps(results)
    assert server.tracebacks == []
