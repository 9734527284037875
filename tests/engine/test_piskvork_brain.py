"""Our engine in Piskvork's protocol: an independent manager, written from the specification, plays games with it."""

import sys
from collections.abc import Iterator

import pytest

from noughts.engine import Thinking, choose
from noughts.engine.piskvork_brain import PiskvorkBrain
from noughts.rules.grid import LARGEST_SIDE
from tests.engine.tiny_manager import TinyManager

COMMAND = [sys.executable, "-c", "from noughts.cli.main import main; main()", "engine", "--piskvork"]


@pytest.fixture(scope="module")
def brain() -> Iterator[TinyManager]:
    brain = TinyManager(COMMAND)
    yield brain
    assert brain.end() == 0


@pytest.fixture
def manager(brain: TinyManager) -> TinyManager:
    """Return the one brain of this file with a fresh board of 15x15, free style."""
    brain.start(15, 15, 0)
    return brain


def test_plays_a_whole_game_and_wins_against_a_manager_that_only_fills_a_corner(manager: TinyManager) -> None:
    corner = iter([(x, y) for y in range(4) for x in range(0, 15, 2)])
    move = manager.brain_moves("INFO time_left 2147483647", "BEGIN")
    while manager.row_through(*move) < 5:
        mine = next(point for point in corner if point not in manager.stones)
        manager.stones[mine] = 2
        move = manager.brain_moves("INFO time_left 2147483647", "TURN {},{}".format(*mine))
    assert all(message.startswith("MESSAGE value ") for message in manager.messages)


@pytest.mark.parametrize(
    ("width", "height"), [(15, 15), (LARGEST_SIDE, LARGEST_SIDE), (9, 9), (12, 7), (7, 12), (5, 5)]
)
def test_plays_on_boards_of_other_sizes(manager: TinyManager, width: int, height: int) -> None:
    manager.start(width, height, 0)
    manager.brain_moves("BEGIN")
    mine = next((x, y) for x, y in [(width - 1, height - 1), (0, height - 1)] if (x, y) not in manager.stones)
    manager.stones[mine] = 2
    manager.brain_moves("TURN {},{}".format(*mine))


def test_x_is_the_column_and_y_is_the_row(manager: TinyManager) -> None:
    manager.start(12, 7, 0)
    # The brain has four in a row at the top right. Only 11,0 completes five, since the other end is taken.
    board = ["7,0,1", "8,0,1", "9,0,1", "10,0,1", "6,0,2", "0,6,2", "2,6,2", "4,6,2"]
    assert manager.ask("BOARD", *board, "DONE") == "11,0"


@pytest.mark.parametrize(
    ("rule", "gap", "wins"),
    # The brain has four stones around a gap in row 7, and more behind it: six in a row wins in free style and at Caro.
    [(0, "7,7", True), (1, "7,7", False), (8, "7,7", True)],
)
def test_follows_the_rule_for_six_in_a_row(manager: TinyManager, rule: int, gap: str, wins: bool) -> None:
    manager.start(15, 15, rule)
    row = [f"{x},7,1" for x in (4, 5, 6, 8, 9)]
    theirs = [f"{x},{y},2" for x, y in ((0, 0), (2, 0), (4, 0), (0, 14), (3, 7), (10, 7))][: len(row)]
    assert (manager.ask("BOARD", *row, *theirs, "DONE") == gap) == wins


def test_knows_that_a_five_blocked_at_both_ends_does_not_win_at_caro(manager: TinyManager) -> None:
    row = [f"{x},7,1" for x in (4, 5, 7, 8)]
    blocks = ["3,7,2", "9,7,2", "0,0,2", "14,14,2"]
    assert manager.ask("BOARD", *row, *blocks, "DONE") == "6,7"
    manager.start(15, 15, 8)
    assert manager.ask("BOARD", *row, *blocks, "DONE") != "6,7"


def test_blocks_as_the_second_player_in_any_order_of_stones(manager: TinyManager) -> None:
    theirs = [f"{x},7,2" for x in (6, 3, 4, 5)]
    assert manager.ask("BOARD", *theirs, "2,7,1", "0,0,1", "14,0,1", "DONE") == "7,7"


def test_continues_from_a_board_that_it_was_only_shown(manager: TinyManager) -> None:
    """YXBOARD, an extension by Yixin, sets up a position and asks for no move."""
    manager.send("YXBOARD", "3,7,1", "4,7,1", "5,7,1", "6,7,1", "2,7,2", "0,0,2", "14,0,2", "DONE")
    assert manager.ask("TURN 0,14") == "7,7"


def test_takes_back_moves_and_plays_given_ones(manager: TinyManager) -> None:
    manager.send("YXBOARD", "3,7,1", "4,7,1", "5,7,1", "2,7,2", "0,0,2", "DONE")
    assert manager.ask("PLAY 9,9") == "9,9"
    assert manager.ask("TAKEBACK 9,9") == "OK"
    assert manager.ask("PLAY 6,7") == "6,7"
    assert manager.ask("TAKEBACK 0,0") == "OK"
    assert manager.ask("TAKEBACK 0,0") == "ERROR there is no stone"
    manager.send("YXBOARD", "3,7,1", "4,7,1", "5,7,1", "6,7,1", "2,7,2", "0,0,2", "14,0,2", "DONE")
    assert manager.ask("TURN 0,14") == "7,7"


def test_forgets_the_board_at_restart(manager: TinyManager) -> None:
    manager.stones[7, 7] = 2
    manager.brain_moves("TURN 7,7")
    manager.restart()
    manager.stones[7, 7] = 2
    manager.brain_moves("TURN 7,7")


def test_opens_by_swap2(manager: TinyManager) -> None:
    three = manager.ask("SWAP2BOARD", "DONE").split()
    assert len(set(three)) == 3
    # An opening has three or five stones. Here are more to make it certain: the first colour has an open four.
    four = ["6,7", "7,7", "8,7", "9,7"]
    assert manager.ask("SWAP2BOARD", four[0], "0,0", four[1], "14,0", four[2], "0,14", four[3], "DONE") == "SWAP"
    # The second colour has it, and wins.
    lines = ["0,0", four[0], "14,0", four[1], "0,14", four[2], "14,14", four[3], "7,0"]
    assert manager.ask("SWAP2BOARD", *lines, "DONE") in ("5,7", "10,7")


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["START 4"], "ERROR this board is too small or too large"),
        (["START"], "ERROR this board is too small or too large"),
        (["RECTSTART 99,5"], "ERROR this board is too small or too large"),
        (["TURN 15,0"], "ERROR these are no coordinates on the board"),
        (["TURN a,b"], "ERROR these are no coordinates on the board"),
        (["TURN -1,3"], "ERROR these are no coordinates on the board"),
        (["BOARD", "7,7,1", "7,7,2", "DONE"], "ERROR there is a stone already"),
        (["BOARD", "7,7,3", "DONE"], "ERROR a stone is X,Y,1 (mine) or X,Y,2 (the opponent's)"),
        (["BOARD", "nonsense", "DONE"], "ERROR a stone is X,Y,1 (mine) or X,Y,2 (the opponent's)"),
        (["BOARD", "7,7,1", "DONE"], "ERROR it is the opponent's turn"),
        (["BOARD", "7,7,2", "8,8,2", "DONE"], "ERROR X moves first and the turns alternate"),
        (["BOARD", *(f"{x},0,{owner}" for owner in (1, 2) for x in range(owner * 5 - 5, owner * 5)), "DONE"],
         "ERROR the game would have ended earlier"),
        (["INFO rule 4", "BEGIN"], "ERROR rule 4 is unknown here: 0 is free style, 1 exactly five, 8 Caro"),
        (["SWAP2BOARD", "7,7", "7,7", "DONE"], "ERROR there is a stone already"),
        (["", "  ", "YXNBEST 3"], "UNKNOWN command YXNBEST"),
        (["about"], 'name="noughts", version="1.0.0"'),
    ],
)  # fmt: skip
def test_answers_every_bad_command_and_stays_alive(manager: TinyManager, lines: list[str], answer: str) -> None:
    assert manager.ask(*lines) == answer
    manager.start(15, 15, 0)
    manager.brain_moves("BEGIN")


@pytest.mark.parametrize(
    "lines", [["BEGIN"], ["TURN 7,7"], ["RESTART"], ["BOARD", "DONE"], ["SWAP2BOARD", "DONE"], ["TAKEBACK 1,1"]]
)
def test_reports_a_missing_start_command(lines: list[str]) -> None:
    brain = PiskvorkBrain(lambda position, _: choose(position, Thinking(level=1), 1), "test", "1")
    assert list(brain.answers(iter([*lines, "END", "ABOUT"]))) == ["ERROR START comes first"]
