from noughts.rules import Outcome, Position, find_variant, parse_game


def after(text: str) -> Position:
    variant, moves = parse_game(text)
    return variant.replay(moves)


def test_exactly_five_in_a_row_win() -> None:
    assert after("gomoku-exact.a1a3b1c3c1e3d1g3e1").outcome() == Outcome("X", "line", (0, 1, 2, 3, 4))


def test_six_in_a_row_do_not_win() -> None:
    """Check a row of six made by filling a gap, which would win in gomoku."""
    assert after("gomoku-exact.a1a3b1c3c1e3e1g3f1i3d1").outcome() is None
    assert after("gomoku.a1a3b1c3c1e3e1g3f1i3d1").outcome() is not None


def test_a_move_that_makes_a_five_and_a_six_wins_by_the_five_alone() -> None:
    """Check a last move that fills a gap in a row of six and completes a column of five."""
    won = after("gomoku-exact.a1a9b1c9c1e9e1g9f1i9d2k9d3m9d4o9d5a11d1").outcome()
    assert won == Outcome("X", "line", (3, 18, 33, 48, 63))


def test_an_opponents_mark_at_one_end_does_not_matter() -> None:
    assert after("gomoku-exact.b1a1c1g1d1a3e1c3f1").outcome() == Outcome("X", "line", (1, 2, 3, 4, 5))


def test_a_restored_position_equals_the_played_one() -> None:
    for text in ("gomoku-exact.a1a3b1c3c1e3d1g3e1", "gomoku-exact.a1a3b1c3c1e3e1g3f1i3d1"):
        played = after(text)
        restored = find_variant("gomoku-exact").restore(played.cells, None)
        assert (restored, restored.outcome()) == (played, played.outcome())
