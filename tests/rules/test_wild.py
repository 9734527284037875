import pytest

from noughts.rules import IllegalMove, ImpossiblePosition, Move, Outcome, Position, find_variant, parse_game


def after(text: str) -> Position:
    variant, moves = parse_game(text)
    return variant.replay(moves)


def test_completing_the_line_wins_whatever_the_mark() -> None:
    assert after("wild.Xa1Xb1Xc1").outcome() == Outcome("X", "line", (0, 1, 2))
    assert after("wild.Oa1Ob1Oc1").outcome() == Outcome("X", "line", (0, 1, 2))
    assert after("wild.Oa1Xc3Ob1Oc1").outcome() == Outcome("O", "line", (0, 1, 2))


def test_every_empty_cell_accepts_both_marks() -> None:
    moves = after("wild.Ob2").legal_moves()
    assert len(moves) == 16
    assert moves[:2] == (Move(0, "X"), Move(0, "O"))


def test_a_cell_without_a_mark_means_the_movers_mark() -> None:
    assert after("wild.Ob2").move_at(0) == Move(0, "O")
    assert after("wild").move_at(0) == Move(0, "X")


def test_refuses_any_mark_but_x_and_o() -> None:
    with pytest.raises(IllegalMove) as refused:
        find_variant("wild").start().play(Move(0, "Z"))  # type: ignore[arg-type]
    assert refused.value.code == "wrong_mark"


def test_the_turn_follows_from_the_number_of_marks_alone() -> None:
    assert find_variant("wild").restore("OOX......", None).to_move == "O"


@pytest.mark.parametrize("cells", ["XXXOOO...", "XXXXXX...", "........Z"])
def test_rejects_impossible_positions(cells: str) -> None:
    with pytest.raises(ImpossiblePosition):
        find_variant("wild").restore(cells, None)


def test_possible_positions_are_exactly_the_reachable_ones() -> None:
    wild = find_variant("wild")
    reached, fresh = {}, [wild.start()]
    while fresh:
        position = fresh.pop()
        if position.cells not in reached:
            reached[position.cells] = position.outcome()
            fresh += [position.play(move) for move in position.legal_moves()]
    restored = {}
    for number in range(3**9):
        cells = "".join(".XO"[number // 3**cell % 3] for cell in range(9))
        try:
            restored[cells] = wild.restore(cells, None).outcome()
        except ImpossiblePosition:
            continue
    assert restored == reached
