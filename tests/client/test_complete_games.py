"""The list of all games is complete, and agrees with the server's rules, which it does not use."""

from noughts.client.complete_games import HOW_MANY, complete_games, expected_after, random_games
from noughts.rules import find_variant


# Measuring coverage here would take four times as long.
def test_lists_each_of_the_255168_games_once() -> None:
    lengths = dict.fromkeys(range(5, 10), 0)
    seen = set()
    for cells in complete_games():
        lengths[len(cells)] += 1
        seen.add(cells)
    # Well-known numbers of games that end at move 5, 6, 7, 8 and 9.
    assert lengths == {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}
    assert len(seen) == sum(lengths.values()) == HOW_MANY


def test_every_expected_state_agrees_with_the_rules() -> None:
    for cells in random_games(500, seed=7):
        position = find_variant("classic").start()
        for number, cell in enumerate(cells, 1):
            position = position.play(position.move_at(cell))
            expected, outcome = expected_after(cells[:number]), position.outcome()
            assert expected.cells == position.cells
            assert expected.is_over == (outcome is not None)
            assert expected.winner == (outcome.winner if outcome else None)


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    assert list(random_games(5, 3)) == list(random_games(5, 3)) != list(random_games(5, 4))
