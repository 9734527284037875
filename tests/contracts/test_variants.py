"""The contract of every variant. A new variant is tested as soon as it is in the registry."""

import pickle
import random
from collections.abc import Iterator
from itertools import pairwise, product
from operator import ne

import pytest

from noughts.rules import (
    MARKS,
    VARIANTS,
    IllegalMove,
    Mark,
    Move,
    Position,
    Variant,
    cell_name,
    find_variant,
    game_text,
    move_name,
    other,
    parse_cell,
    parse_game,
    parse_move,
    parse_position,
    position_text,
)
from noughts.rules.vanishing import MOST_MOVES
from tests.proving import sample, seeded

FREE_SIZES = ("mnk-3x4-3", "mnk-7x5-4", "mnk-3x5-5", "mnk-20x3-3", "mnk-20x20-6")
EVERY_VARIANT = (*VARIANTS, *map(find_variant, FREE_SIZES))
PLAYOUTS = sample(4, 40)

pytestmark = [
    pytest.mark.proof,
    pytest.mark.parametrize("variant", EVERY_VARIANT, ids=lambda variant: variant.name),
]


def playouts(variant: Variant, count: int = PLAYOUTS) -> Iterator[list[tuple[Position, Move | None]]]:
    """Yield random games: every position with the move made in it, and the last position with None."""
    for seed in range(count):
        chance = random.Random(seeded(f"{variant.name} {seed}"))
        position = variant.start()
        steps: list[tuple[Position, Move | None]] = []
        while legal := position.legal_moves():
            move = chance.choice(legal)
            steps.append((position, move))
            position = position.play(move)
        yield [*steps, (position, None)]


def sampled(steps: list[tuple[Position, Move | None]], most: int = 25) -> list[Position]:
    """Return some positions of a game, including the last three."""
    positions = [position for position, _ in steps]
    return positions[:: len(positions) // most + 1] + positions[-3:]


def mark_to_place(variant: Variant, position: Position) -> Mark:
    """Return the mark of a move that names none. In Swap2 it is not always the seat's own, but the marks alternate."""
    if variant.swaps:
        return MARKS[(variant.size - position.cells.count(".")) % 2]
    return "X" if variant.single_mark else position.to_move


def why_illegal(variant: Variant, position: Position, move: Move) -> str | None:
    """Return the expected refusal, computed independently from the cells."""
    if position.outcome() is not None:
        return "game_over"
    choices = {"choose": 2, "choose_again": 1}.get(position.stage, 0)
    if move.cell not in range(variant.size + choices):
        return "out_of_range"
    own = mark_to_place(variant, position)
    if move.mark not in MARKS or (move.mark != own and not variant.chooses_mark):
        return "wrong_mark"
    if move.cell >= variant.size:
        return None
    if position.cells[move.cell] != ".":
        return "cell_taken"
    row, col = divmod(move.cell, variant.cols)
    if variant.has_boards and row // 3 * 3 + col // 3 not in position.open_boards:
        return "wrong_board"
    below = move.cell + variant.cols
    if variant.gravity and below < variant.size and position.cells[below] == ".":
        return "cell_floats"
    return None


def test_the_start_is_empty(variant: Variant) -> None:
    start = variant.start()
    assert start.cells == "." * variant.size == "." * (variant.rows * variant.cols)
    assert (start.ply, start.to_move, start.outcome()) == (0, "X", None)
    assert len({move.cell for move in start.legal_moves()}) == (variant.cols if variant.gravity else variant.size)
    assert start == variant.start()


def test_has_a_title_and_a_rule(variant: Variant) -> None:
    assert variant.title.strip() == variant.title != ""
    assert variant.how_to.strip() == variant.how_to != ""


def test_the_turn_alternates_and_x_is_first(variant: Variant) -> None:
    for steps in playouts(variant):
        unusual = {"place": (1,), "add": (4,)}
        assert [position.to_move for position, _ in steps] == [
            MARKS[(ply + (ply in unusual.get(position.stage, ()))) % 2] for ply, (position, _) in enumerate(steps)
        ]
        assert [position.ply for position, _ in steps] == list(range(len(steps)))


def test_names_the_seats_that_made_the_moves(variant: Variant) -> None:
    for steps in playouts(variant, 2):
        moves = [move for _, move in steps if move is not None]
        assert variant.movers(moves) == [position.to_move for position, _ in steps[:-1]]


def test_a_move_fills_its_cell_and_no_other(variant: Variant) -> None:
    for steps in playouts(variant):
        for (before, move), (after, _) in pairwise(steps):
            assert move is not None
            if move.cell >= variant.size:
                assert (variant.swaps, after.cells) == (True, before.cells)
                continue
            assert before.cells[move.cell] == "."
            marks = before.cells[: move.cell] + move.mark + before.cells[move.cell + 1 :]
            if variant.most_marks is not None and before.cells.count(move.mark) == variant.most_marks:
                oldest = before.history[-2 * variant.most_marks]
                assert before.cells[oldest] == move.mark
                marks = f"{marks[:oldest]}.{marks[oldest + 1 :]}"
            assert after.cells == marks


def test_playing_does_not_change_the_old_position(variant: Variant) -> None:
    for steps in playouts(variant, 3):
        for position in sampled(steps):
            before = (repr(position), hash(position), position.legal_moves(), position.outcome())
            for move in position.legal_moves():
                position.play(move)
            assert (repr(position), hash(position), position.legal_moves(), position.outcome()) == before


def test_every_move_is_played_or_refused_with_the_right_code(variant: Variant) -> None:
    cells = [-variant.size, -1, *range(variant.size + 3), 10**9]
    for steps in playouts(variant, 4):
        for position in sampled(steps):
            legal = position.legal_moves()
            assert len(set(legal)) == len(legal)
            assert [move.cell for move in legal] == sorted(move.cell for move in legal)
            for move in map(Move._make, product(cells, MARKS)):
                code = why_illegal(variant, position, move)
                assert (move in legal) == (code is None)
                if code is None:
                    assert position.play(move).ply == position.ply + 1
                else:
                    with pytest.raises(IllegalMove) as refused:
                        position.play(move)
                    assert refused.value.code == code


def test_refuses_an_invalid_mark(variant: Variant) -> None:
    for mark in ("", ".", "x", "XO", "Z"):
        with pytest.raises(IllegalMove) as refused:
            variant.start().play(Move(0, mark))  # type: ignore[arg-type]
        assert refused.value.code == "wrong_mark"


def test_a_cell_without_a_mark_means_the_movers_mark(variant: Variant) -> None:
    for steps in playouts(variant, 2):
        for position, _ in steps:
            assert position.move_at(3) == Move(3, mark_to_place(variant, position))
            assert [position.move_at(3, mark) for mark in MARKS] == [Move(3, mark) for mark in MARKS]


def test_the_same_moves_give_the_same_position(variant: Variant) -> None:
    for steps in playouts(variant, 3):
        moves = [move for _, move in steps if move is not None]
        again = variant.start()
        for move, (position, _) in zip(moves, steps, strict=False):
            assert again == position
            assert not ne(again, position)
            assert hash(again) == hash(position)
            again = again.play(move)
        assert again == steps[-1][0] == variant.replay(moves)
        assert again.outcome() == steps[-1][0].outcome()
        assert all(before != after for (before, _), (after, _) in pairwise(steps))
        assert len({position for position, _ in steps}) == len(steps)


def test_positions_can_be_pickled(variant: Variant) -> None:
    for steps in playouts(variant, 1):
        for position in sampled(steps):
            copy = pickle.loads(pickle.dumps(position))
            assert copy == position
            assert hash(copy) == hash(position)
            assert copy.legal_moves() == position.legal_moves()


def test_legal_moves_exist_exactly_while_the_game_is_running(variant: Variant) -> None:
    for steps in playouts(variant):
        for position, _ in steps:
            assert (position.outcome() is None) == bool(position.legal_moves())
        assert steps[-1][0].outcome() is not None
        most = variant.size + 2 * variant.swaps if variant.most_marks is None else MOST_MOVES
        assert len(steps) <= most + 1


def test_the_outcome_agrees_with_the_board(variant: Variant) -> None:
    for steps in playouts(variant):
        position = steps[-1][0]
        last = steps[-2][1]
        outcome = position.outcome()
        assert outcome is not None
        assert last is not None
        line = outcome.line
        assert list(line) == sorted(set(line))
        if outcome.reason in ("repetition", "move_limit"):
            assert (outcome.winner, line) == (None, ())
            assert variant.most_marks is not None
            continue
        if outcome.reason == "full":
            lead = position.boards.count("X") - position.boards.count("O") if variant.most_boards_win else 0
            expected = "O" if variant.maker_breaker or lead < 0 else "X" if lead else None
            assert (outcome.winner, line) == (expected, ())
            assert "." not in (position.boards or position.cells)
            continue
        assert last.cell in line
        if variant.has_boards:
            held = {position.boards[cell // variant.cols // 3 * 3 + cell % variant.cols // 3] for cell in line}
            assert held == {outcome.winner}
            assert len(line) >= 27
        else:
            assert {position.cells[cell] for cell in line} == {last.mark}
            assert len(line) >= variant.in_a_row
        mover = other(position.to_move)
        winner = "X" if variant.maker_breaker else other(mover) if variant.line_loses else mover
        assert outcome.winner == winner


def test_reports_small_boards(variant: Variant) -> None:
    for steps in playouts(variant, 3):
        for position, _ in steps:
            if not variant.has_boards:
                assert (position.boards, position.open_boards) == ("", ())
                continue
            assert len(position.boards) == 9
            assert set(position.boards) <= set("XO=.")
            played_in = {
                move.cell // variant.cols // 3 * 3 + move.cell % variant.cols // 3 for move in position.legal_moves()
            }
            assert position.open_boards == tuple(sorted(played_in))


def test_reports_the_cells_played_where_their_order_matters(variant: Variant) -> None:
    for steps in playouts(variant, 3):
        played: tuple[int, ...] = ()
        for position, move in steps:
            assert position.history == (() if variant.most_marks is None else played)
            assert position.marks_by_age == position.history[-2 * (variant.most_marks or 1) :]
            if move is not None:
                played += (move.cell,)


def test_parses_its_own_notation(variant: Variant) -> None:
    names = {cell_name(variant, cell) for cell in range(variant.size)}
    assert {parse_cell(variant, name) for name in names} == set(range(variant.size))
    for steps in playouts(variant, 4):
        moves = tuple(move for _, move in steps if move is not None)
        assert parse_game(game_text(variant, moves)) == (variant, moves)
        for position, move in steps:
            if move is not None:
                assert parse_move(variant, position, move_name(variant, move)) == move
        for position in sampled(steps):
            text = position_text(variant, position)
            assert parse_position(text) == (variant, position)
            _, again = parse_position(text)
            assert again.legal_moves() == position.legal_moves()
            assert again.outcome() == position.outcome()
            assert again.boards == position.boards
            assert (again.ply, again.history) == (position.ply, position.history)
