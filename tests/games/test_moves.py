"""Moves: turn, cell, the optimistic lock, and the end of the game."""

import pytest

from noughts.games.game import Result
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.events import EndReason, MoveMade
from noughts.messages.setup import Setup
from noughts.rules import VARIANTS, Mark, Move, Variant
from tests.games.playing import ANN, BOB, DRAWN, EVE, O_WINS, X_WINS, Play, two


def test_a_move_changes_the_board_and_the_turn() -> None:
    play = two()
    assert play.do(ANN, c.MakeMove(cell=4)) == ["MoveMade"]
    assert play.game.position.cells == "....X...."
    assert play.game.moves == (Move(4, "X"),)
    assert (play.game.turn, play.game.ply, play.game.version) == ("O", 1, 4)


@pytest.mark.parametrize(
    ("cells", "winner", "reason", "line"),
    [(X_WINS, "X", "line", (0, 1, 2)), (O_WINS, "O", "line", (3, 4, 5)), (DRAWN, None, "full", ())],
)
def test_the_last_move_ends_the_game(
    cells: tuple[int, ...], winner: Mark | None, reason: EndReason, line: tuple[int, ...]
) -> None:
    play = two().moves(*cells[:-1])
    mover = play.game.player_at(play.game.position.to_move)
    assert play.do(mover, c.MakeMove(cell=cells[-1])) == ["MoveMade", "RoundFinished", "GameFinished"]
    assert play.game.result == Result(winner=winner, reason=reason, line=line)
    assert play.game.turn is None
    assert play.game.version == 3 + len(cells)
    play.check()


@pytest.mark.parametrize("ply", [-1, 0, 1, 3, 10, 2**70])
def test_a_move_for_another_ply_is_stale(ply: int) -> None:
    play = two().moves(4, 0)
    assert play.refusal(ANN, c.MakeMove(cell=8, ply=ply)) == "stale"
    assert play.do(ANN, c.MakeMove(cell=8, ply=2)) == ["MoveMade"]


def test_a_stale_move_is_refused_as_stale_rather_than_out_of_turn() -> None:
    # A client that repeats a message learns that the board has changed, not that it made a mistake.
    play = two().moves(4)
    assert play.refusal(ANN, c.MakeMove(cell=4, ply=0)) == "stale"
    assert play.refusal(ANN, c.MakeMove(cell=4)) == "not_your_turn"


@pytest.mark.parametrize("cell", [-1, -9, 9, 10, 10**30, -(10**30)])
def test_refuses_a_cell_outside_the_board(cell: int) -> None:
    assert two().refusal(ANN, c.MakeMove(cell=cell)) == "out_of_range"


def test_refuses_a_taken_cell_and_an_invalid_mark() -> None:
    play = two().moves(4)
    assert play.refusal(BOB, c.MakeMove(cell=4)) == "cell_taken"
    assert play.refusal(BOB, c.MakeMove(cell=0, mark="X")) == "wrong_mark"
    assert play.do(BOB, c.MakeMove(cell=0, mark="O")) == ["MoveMade"]


def test_a_strangers_move_reveals_nothing_about_the_board() -> None:
    play = two().moves(4)
    for command in (c.MakeMove(cell=4), c.MakeMove(cell=99), c.MakeMove(cell=0, ply=0)):
        assert play.refusal(EVE, command) == "not_yours"


def test_in_ultimate_the_last_move_says_in_which_board_to_play() -> None:
    play = two(Setup(variant="ultimate")).moves(0)
    assert play.refusal(BOB, c.MakeMove(cell=40)) == "wrong_board"
    assert play.refusal(BOB, c.MakeMove(cell=0)) == "cell_taken"
    assert play.do(BOB, c.MakeMove(cell=10)) == ["MoveMade"]


def test_in_wild_the_mover_chooses_the_mark_and_the_seat_wins() -> None:
    play = two(Setup(variant="wild"))
    play.do(ANN, c.MakeMove(cell=0, mark="O"))
    play.do(BOB, c.MakeMove(cell=1, mark="O"))
    assert play.do(ANN, c.MakeMove(cell=2, mark="O")) == ["MoveMade", "RoundFinished", "GameFinished"]
    assert play.game.result == Result(winner="X", reason="line", line=(0, 1, 2))


def test_in_misere_three_in_a_row_lose() -> None:
    play = two(Setup(variant="misere")).moves(*X_WINS)
    assert play.game.result == Result(winner="O", reason="line", line=(0, 1, 2))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_replaying_the_events_gives_the_same_game_for_every_variant(variant: Variant) -> None:
    play = two(Setup(variant=variant.name))
    while play.game.result is None:
        move = play.game.position.legal_moves()[0]
        player = play.game.player_at(play.game.position.to_move)
        play.do(player, c.MakeMove(cell=move.cell, mark=move.mark, ply=play.game.ply))
    position = variant.start()
    for change in play.changes:
        for event in change.events:
            if isinstance(event, MoveMade):
                position = position.play(Move(event.cell, event.mark))
    assert position == play.game.position
    assert position.outcome() is not None
    play.check()


def test_x_may_move_before_o_has_joined() -> None:
    play = Play()
    assert play.do(ANN, c.MakeMove(cell=4)) == ["MoveMade"]
    assert play.game.free_seat == "O"
    assert play.refusal(ANN, c.MakeMove(cell=0)) == "not_your_turn"
    play.join()
    assert play.do(BOB, c.MakeMove(cell=0)) == ["MoveMade"]
    assert play.game.started
    assert play.game.position.cells == "O...X...."


def test_a_player_who_opened_as_o_waits_for_x() -> None:
    play = Play(seat="O")
    assert (play.game.x, play.game.o, play.game.free_seat) == (None, ANN, "X")
    assert play.refusal(ANN, c.MakeMove(cell=4)) == "not_your_turn"
    play.join()
    assert play.refusal(ANN, c.MakeMove(cell=4)) == "not_your_turn"
    assert play.do(BOB, c.MakeMove(cell=4)) == ["MoveMade"]


def test_the_event_names_cell_and_mark() -> None:
    assert two().ask(ANN, c.MakeMove(cell=4)) == (e.MoveMade(4, "X"),)
