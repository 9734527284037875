"""Matches on the command line, with real programs. How programs fail is in tests/engine/test_program.py."""

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


def test_a_failing_program_loses_with_a_clear_message(tmp_path: Path) -> None:
    code = "import sys\nprint('ready mortal', flush=True)\nsys.stdin.readline()"
    played = arena("1", program(tmp_path, code), "--games", "2", "--time", "1", "--variant", "classic")
    assert played.returncode == 0, played.stderr
    assert ": 2 won, 0 drawn, 0 lost of 2" in played.stdout, played.stderr
    assert "has died" in played.stderr
    assert played.stderr.count("the game is lost") == 2


def test_a_program_that_speaks_piskvorks_protocol_plays_a_match() -> None:
    brain = f"piskvork:{sys.executable} {Path(__file__).parents[1] / 'engine' / 'tiny_brain.py'}"
    played = arena("1", brain, "--games", "2", "--time", "20000", "--variant", "9x9")
    assert played.returncode == 0, played.stderr
    assert "level 1 against Tiny 0.1: " in played.stdout
    assert "is lost" not in played.stderr


@pytest.mark.parametrize(
    "arguments",
    [("9", "1"), ("0", "1"), ("1", "no-such-program-here"), ("1", ""), ("1", "2", "--variant", "chess"),
     ("1", "2", "--time", "0"), ("1", "'"), ("1", "true"), ("1", "piskvork:true", "--variant", "9x9"),
     ("1", "piskvork:true")],
)  # fmt: skip
def test_reports_an_impossible_match_in_one_line(arguments: tuple[str, ...]) -> None:
    played = arena(*arguments)
    assert played.returncode == 1
    assert played.stderr.startswith("noughts: ")
    assert "Traceback" not in played.stderr


@pytest.mark.proof(only=True)
def test_our_engine_plays_itself_in_the_arena() -> None:
    engine = f"{sys.executable} -c 'from noughts.cli.main import main; main()' engine --level 2"
    played = arena("full", engine, "--games", "2", "--time", "10")
    assert played.returncode == 0, played.stderr
    assert "full strength against noughts level 2: 2 won" in played.stdout
