"""The engine as a program on the command line, by our own protocol. Piskvork's is in tests/engine."""

import subprocess
import sys

import pytest

# The kernels may have to be compiled first.
pytestmark = pytest.mark.timeout(500)

ENGINE = [sys.executable, "-c", "from noughts.cli.main import main; main()", "engine"]


def run(*arguments: str, lines: list[str]) -> subprocess.CompletedProcess[str]:
    command = [*ENGINE, *arguments]
    return subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=450)


def test_our_engine_speaks_the_arena_protocol() -> None:
    ran = run(
        "--level", "8",
        lines=["noughts 1", "move 50 classic X2/1O1/3 X", "move 5 wild 3/3/3 X", "analyse 100 classic XO1/1X1/2O X",
               "analyse 40 gomoku 15/15/15/15/15/15/15/7X7/8O6/15/15/15/15/15/15 X", "move 50 classic XXX/OO1/3 O",
               "analyse 9 classic XXX/OO1/3 O", "nonsense", "move 99999999999999999999 classic 3/3/3 X",
               "move 1 classic", "analyse x classic 3/3/3 X", "", "quit", "noughts 1"],
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    ready, classic, wild, *rest = ran.stdout.splitlines()
    assert ready == "ready noughts level 8"
    assert classic.split()[1:3] == ["value", "+0.00"]
    assert wild.startswith(("Xb2", "Ob2"))
    solved, rest = rest[: rest.index("end")], rest[rest.index("end") + 1 :]
    # a2 and a3 make two threats at once, and win in three plies.
    values, lines = zip(*(line.partition(" line ")[::2] for line in solved), strict=True)
    assert set(values[:2]) == {"a2 value +1.00 exact distance 3", "a3 value +1.00 exact distance 3"}
    assert sorted(value.split()[0] for value in values[2:]) == ["b3", "c1", "c2"]
    assert lines[0].split()[0] == values[0].split()[0]
    assert len(lines[0].split()) == 3
    assert not any(lines[1:])
    searched, rest = rest[: rest.index("end")], rest[rest.index("end") + 1 :]
    assert len(searched) == 15 * 15 - 2
    assert searched[0].split()[1] == "value"
    assert "line" in searched[0].split()
    assert rest[:2] == ["# the game is over", "# the game is over"]
    assert len(rest) == 6
    assert all(remark.startswith("# ") for remark in rest)


def test_an_unknown_level_is_refused_in_one_line() -> None:
    ran = run("--piskvork", "--level", "9", lines=["ABOUT"])
    assert ran.returncode == 1
    assert ran.stderr == "noughts: there are levels from 1 to 8, not 9\n"
