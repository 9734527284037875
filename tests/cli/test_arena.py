"""Matches on the command line, with real programs: correct ones, and ones that hang, crash or answer nonsense."""

import subprocess
import sys
from pathlib import Path

import pytest

# Only small boards work without the kernels, which may have to be compiled first.
pytestmark = pytest.mark.timeout(500)

NOUGHTS = [sys.executable, "-c", "from noughts.cli.main import main; main()"]

FIRST_FREE = """
import sys
for line in sys.stdin:
    if line.startswith("noughts"):
        print("# hello\\nready first free")
    elif line.startswith("move"):
        rows = line.split()[3].split("/")
        cells = [c for row in rows for c in row.replace("1", ".").replace("2", "..").replace("3", "...")]
        cell = cells.index(".")
        print("abc"[cell % 3] + str(cell // 3 + 1), "because it is free")
    else:
        break
    sys.stdout.flush()
"""
BAD = {
    "hangs": ("import time\nprint('ready slow', flush=True)\ntime.sleep(60)", "gave no answer in"),
    "dies": ("print('ready mortal', flush=True)\ninput()", "has died"),
    "talks nonsense": (
        "print('ready fool', flush=True)\nwhile 1: input(); print('e4', flush=True)",
        "answered no move",
    ),
    "cheats": ("print('ready cheat', flush=True)\ninput()\nwhile 1: input(); print('a1', flush=True)", "illegal move"),
    "only remarks": ("print('ready bard', flush=True)\nwhile 1: print('# la')", "gave no answer in"),
    "says nothing": ("print('ready mute', flush=True)\nwhile 1: input(); print(flush=True)", "answered no move"),
}


def arena(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [*NOUGHTS, "arena", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=450)


def program(tmp_path: Path, code: str) -> str:
    file = tmp_path / "program.py"
    file.write_text(code)
    return f"{sys.executable} {file}"


def test_levels_play_a_match() -> None:
    played = arena("8", "1", "--games", "20", "--variant", "classic")
    assert played.returncode == 0, played.stderr
    first, second = played.stdout.splitlines()
    assert first.startswith("level 8 against level 1: ")
    assert " 0 lost of 20" in first
    assert "±" in second


def test_an_external_program_plays_a_match(tmp_path: Path) -> None:
    played = arena("full", program(tmp_path, FIRST_FREE), "--games", "6", "--variant", "classic")
    assert played.returncode == 0, played.stderr
    assert "full strength against first free" in played.stdout
    assert " 0 lost of 6" in played.stdout
    assert "is lost" not in played.stderr


@pytest.mark.parametrize("how", BAD)
def test_a_failing_program_loses_with_a_clear_message(tmp_path: Path, how: str) -> None:
    code, words = BAD[how]
    played = arena("1", program(tmp_path, code), "--games", "2", "--time", "1", "--variant", "classic")
    assert played.returncode == 0, played.stderr
    assert ": 2 won, 0 drawn, 0 lost of 2" in played.stdout, played.stderr
    assert words in played.stderr
    assert played.stderr.count("the game is lost") == 2


@pytest.mark.parametrize(
    "arguments",
    [("9", "1"), ("0", "1"), ("1", "no-such-program-here"), ("1", ""), ("1", "2", "--variant", "chess"),
     ("1", "2", "--time", "0"), ("1", "'"), ("1", "true")],
)  # fmt: skip
def test_reports_an_impossible_match_in_one_line(arguments: tuple[str, ...]) -> None:
    played = arena(*arguments)
    assert played.returncode == 1
    assert played.stderr.startswith("noughts: ")
    assert "Traceback" not in played.stderr


def test_our_engine_speaks_the_arena_protocol() -> None:
    questions = (
        ["noughts 1", "move 50 classic X2/1O1/3 X", "move 5 wild 3/3/3 X", "move 50 classic XXX/OO1/3 O", "nonsense",
         "move 99999999999999999999 classic 3/3/3 X", "move 1 classic", "", "quit", "noughts 1"]
    )  # fmt: skip
    command = [*NOUGHTS, "engine", "--level", "8"]
    ran = subprocess.run(command, input="\n".join(questions), capture_output=True, text=True, timeout=450)
    assert ran.returncode == 0, ran.stderr
    ready, classic, wild, over, *remarks = ran.stdout.splitlines()
    assert ready == "ready noughts level 8"
    assert classic.split()[1:3] == ["value", "+0.00"]
    assert wild.startswith(("Xb2", "Ob2"))
    assert over == "# the game is over"
    assert len(remarks) == 3
    assert all(remark.startswith("# ") for remark in remarks)


def test_our_engine_plays_itself_in_the_arena() -> None:
    engine = f"{sys.executable} -c 'from noughts.cli.main import main; main()' engine --level 2"
    played = arena("full", engine, "--games", "2", "--time", "10")
    assert played.returncode == 0, played.stderr
    assert "full strength against noughts level 2: 2 won" in played.stdout
