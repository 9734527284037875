"""The program accepts every command in the documentation, and the first messages of the reference work."""

import json
import re
import shlex
from pathlib import Path

import pytest

from noughts.app import Application
from noughts.cli.main import parse
from tests.contracts.talkers import WebSocketTalker
from tests.docs.transcripts import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def commands_of(page: Path) -> list[list[str]]:
    text = page.read_text().replace("\\\n", " ")
    lines = re.findall(r"^ {4}(?:\.venv/bin/)?noughts (.+)$", text, re.MULTILINE)
    inline = re.findall(r"`(?:\.venv/bin/)?noughts ((?:serve|verify|arena|engine|admin|doctor)\b[^`]*)`", text)
    return [shlex.split(line) for line in [*lines, *inline]]


COMMANDS = [(page.name, command) for page in PAGES for command in commands_of(page)]


@pytest.mark.parametrize(("page", "command"), COMMANDS, ids=lambda value: value if isinstance(value, str) else value[0])
def test_the_program_accepts_the_command(page: str, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    # A command without arguments, such as `noughts admin`, must have a help text.
    is_only_named = command[-1] == "--help" or len(command) == 1
    command = [word for word in command if word not in ("COMMAND", "--help")] + ["--help"] * is_only_named
    if not is_only_named:
        assert parse(command).run is not None
        return
    with pytest.raises(SystemExit) as ended:
        parse(command)
    assert ended.value.code == 0
    assert "usage: noughts" in capsys.readouterr().out


def test_the_host_guide_has_commands() -> None:
    assert len([page for page, _ in COMMANDS if page == "operations.md"]) >= 4


async def test_the_first_messages_of_the_reference_are_accepted(application: Application) -> None:
    [messages] = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "protocol.md").read_text(), re.DOTALL)
    talker = await WebSocketTalker.connect(application.address)
    game = ""
    for line in messages.strip().splitlines():
        message = json.loads(line)
        if "game" in message:
            message["game"] = game
        await talker.say(message)
        while (heard := await talker.hear())["type"] != "ActionSuccess":
            pass
        assert heard["value"], heard
        game = heard.get("game") or game
    assert game
    await talker.hang_up()
