from noughts.rules import Outcome, Position, find_variant, parse_game


def after(text: str) -> Position:
    variant, moves = parse_game(text)
    return variant.replay(moves)


def test_five_with_a_free_end_wins() -> None:
    assert after("caro.b1a1c1a3d1c3e1e3f1").outcome() == Outcome("X", "line", (1, 2, 3, 4, 5))


def test_five_blocked_at_both_ends_does_not_win() -> None:
    """Check a game that would be won in gomoku."""
    assert after("caro.b1a1c1g1d1a3e1c3f1").outcome() is None
    assert after("gomoku.b1a1c1g1d1a3e1c3f1").outcome() is not None


def test_the_edge_of_the_board_does_not_block() -> None:
    assert after("caro.a1f1b1a3c1c3d1e3e1").outcome() == Outcome("X", "line", (0, 1, 2, 3, 4))


def test_six_win_even_when_blocked() -> None:
    won = after("caro.b1a1c1h1d1a3f1c3g1e3e1").outcome()
    assert won == Outcome("X", "line", (1, 2, 3, 4, 5, 6))


def test_your_own_mark_beyond_a_gap_does_not_block() -> None:
    won = after("caro.b1a1c1a3d1c3e1e3h1g3f1").outcome()
    assert won == Outcome("X", "line", (1, 2, 3, 4, 5))


def test_a_restored_position_equals_the_played_one() -> None:
    for text in ("caro.b1a1c1a3d1c3e1e3f1", "caro.b1a1c1g1d1a3e1c3f1"):
        played = after(text)
        restored = find_variant("caro").restore(played.cells, None)
        assert (restored, restored.outcome()) == (played, played.outcome())
