"""The engine's page: its example prints what the page says, and our engine speaks the protocol described there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from noughts.rules import parse_move, parse_position

PAGE = (Path(__file__).parents[2] / "docs" / "engine.md").read_text()


def test_the_library_example_runs() -> None:
    [code] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    [printed] = re.findall(r"prints\n\n```\n(.*?)```", PAGE, re.DOTALL)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ran.stdout == printed, ran.stderr


@pytest.mark.timeout(500)
def test_the_engine_speaks_the_protocol_of_the_table() -> None:
    questions = re.findall(r"^\| `(noughts 1|move .+?|quit)` \|", PAGE, re.MULTILINE)
    assert [question.split()[0] for question in questions] == ["noughts", "move", "quit"]
    variant, position = parse_position(questions[1].split(maxsplit=2)[2])
    command = [sys.executable, "-c", "from noughts.cli.main import main; main()", "engine"]
    ran = subprocess.run(command, input="\n".join(questions), capture_output=True, text=True, timeout=450)
    ready, move = ran.stdout.splitlines()
    assert ready.startswith("ready ")
    assert parse_move(variant, position, move.split()[0]) in position.legal_moves()
