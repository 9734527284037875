import pytest

from noughts.rules import IllegalMove, ImpossiblePosition, Move, Outcome, Position, find_variant, parse_game


def after(text: str) -> Position:
    variant, moves = parse_game(text)
    return variant.replay(moves)


def test_both_players_place_x_and_completing_a_line_loses() -> None:
    position = after("notakto.a1b1")
    assert (position.cells, position.to_move) == ("XX.......", "X")
    assert after("notakto.a1b1c1").outcome() == Outcome("O", "line", (0, 1, 2))
    assert after("notakto.a1b1b3c1").outcome() == Outcome("X", "line", (0, 1, 2))


def test_refuses_o() -> None:
    for position in (after("notakto"), after("notakto.a1")):
        with pytest.raises(IllegalMove) as refused:
            position.play(Move(4, "O"))
        assert refused.value.code == "wrong_mark"


@pytest.mark.parametrize("cells", ["O........", "XXX......X", "XXX...XXX"])
def test_rejects_impossible_positions(cells: str) -> None:
    with pytest.raises(ImpossiblePosition):
        find_variant("notakto").restore(cells, None)
