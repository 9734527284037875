"""The prose check finds each kind of fault in each kind of file, and accepts plain text."""

from pathlib import Path

import pytest

from tools.prose.rules import faults
from tools.prose.sources import passages_of


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("The seat goes to whoever is first.", "whoever"),
        ("Wait for so many seconds.", "so many"),
        ("The server answers with a no.", "a no"),
        ("Nothing of it is kept.", "of it"),
        ("The other player is told at once.", "is told"),
        ("Who asks twice is answered twice.", "riddle"),
        ("What comes late is dropped.", "riddle"),
        ("Of two games, the first counts.", "turned round"),
        ("word " * 36 + ".", "a sentence of 37 words"),
    ],
)
def test_finds_each_kind_of_fault(text: str, fault: str) -> None:
    assert any(fault in found for found in faults(text, "text"))


@pytest.mark.parametrize(
    "text",
    [
        "The first player to join takes the seat.",
        "What does the server store?",
        "It compares the two values; they can be told apart.",
        "The command `whoever` and the text “so many” are quoted.",
        "word " * 34 + ".",
    ],
)
def test_accepts_plain_text(text: str) -> None:
    assert list(faults(text, "text")) == []


def test_only_function_docstrings_need_a_verb_first() -> None:
    assert list(faults("The winner of a game.", "docstring"))
    assert not list(faults("Return the winner of a game.", "docstring"))
    assert not list(faults("The winner of a game.", "text"))


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        (
            "page.md",
            "# Title\n\nOne line\ngoes on.\n\n```\ncode\n```\n- an item\n",
            {"Title", "One line goes on.", "an item"},
        ),
        (
            "code.py",
            "def f():\n    '''Do it.'''\n    return 1  # One.\n\n\n# Two\n# lines.\n",
            {"Do it.", "One.", "Two lines."},
        ),
        (
            "code.ts",
            'const a = "https://x"; // One.\n/** Two\n * lines. */\ntest("does it", f);\n',
            {"One.", "Two lines.", "does it"},
        ),
        ("Makefile", "# Two\n# lines.\n\nrun: web ## Start it\n\tserve # no prose\n", {"Two lines.", "Start it"}),
        ("en.json", '{\n  "a": {\n    "b": "Say \\"hi\\"."\n  }\n}\n', {'Say "hi".'}),
    ],
)
def test_extracts_the_prose_of_a_file(tmp_path: Path, name: str, content: str, found: set[str]) -> None:
    path = tmp_path / name
    path.write_text(content)
    assert {passage.text for passage in passages_of(path)} == found


def test_reports_the_line_of_a_passage(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("# Title\n\nText.\n\n- first\n- second\n")
    assert [(passage.line, passage.text) for passage in passages_of(path)][-1] == (6, "second")
