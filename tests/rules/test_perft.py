"""Counts by three independent implementations: ours, the naive one, and OpenSpiel's for the games it has."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable

import pytest
from _pytest.mark import ParameterSet

from noughts.rules import VARIANTS, Move, Position, Variant, canonical_cells, find_variant
from tests.proving import sample
from tests.rules.counting import Countable, OurGame, finished_games, quiet_game, sequences
from tests.rules.naive import naive_start
from tests.rules.spiel import GAMES, SpielGame

# Sequences of 1, 2, 3 ... legal moves from the start. On small boards they are long enough to reach every ending.
SEQUENCES = {
    "classic": (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872),
    "misere": (9, 72, 504, 3024, 15120, 54720, 148176),
    "wild": (18, 288, 4032, 47232, 437760, 2991360),
    "ultimate": (81, 720, 6336, 55080),
    "ultimate-majority": (81, 720, 6336),
    "4x4": (16, 240, 3360, 43680),
    "6x6": (36, 1260, 42840),
    "9x9": (81, 6480),
    "gomoku": (225, 50400),
    "gomoku-exact": (225, 50400),
    "caro": (225, 50400),
    "gomoku-swap2": (225, 50400),
    "connect-four": (7, 49, 343, 2401, 16807, 117649, 823536),
    "notakto": (9, 72, 504, 2736, 9360, 13440),
    "order-and-chaos": (72, 5040, 342720),
    "vanishing": (9, 72, 504, 3024, 15120, 54720, 148176, 396576),
    "mnk-3x4-3": (12, 132, 1320, 11880, 95040, 622944),
    "mnk-5x3-4": (15, 210, 2730, 32760, 360360),
    "mnk-5x7-4": (35, 1190, 39270),
}

# Ways to play to the end: won by X, won by O, drawn. On a large board this many random moves come first, with this
# seed, so that all its endings can be counted.
FINISHED_GAMES = {
    ("classic", 0, 0): (131184, 77904, 46080),
    ("misere", 0, 0): (77904, 131184, 46080),
    ("wild", 0, 0): (28331136, 18299136, 11612160),
    ("ultimate", 58, 11): (160, 1150, 1552),
    ("ultimate", 56, 4): (74, 8, 371),
    ("ultimate-majority", 58, 11): (160, 1820, 882),
    ("ultimate-majority", 56, 4): (74, 271, 108),
    ("4x4", 7, 0): (85308, 38928, 141120),
    ("6x6", 28, 0): (3066, 1618, 1728),
    ("9x9", 73, 0): (1480, 741, 576),
    ("gomoku", 218, 45): (68, 424, 144),
    ("gomoku-swap2", 218, 45): (68, 424, 144),
    ("gomoku-exact", 218, 2): (268, 378, 288),
    ("caro", 218, 0): (236, 186, 40),
    ("connect-four", 28, 2): (648, 363, 0),
    ("connect-four", 32, 7): (258, 177, 199),
    ("notakto", 0, 0): (12864, 10368, 0),
    ("order-and-chaos", 31, 0): (633, 1920, 0),
    ("order-and-chaos", 30, 3): (7287, 2880, 0),
    ("vanishing", 193, 0): (64, 146, 761),
    ("mnk-3x4-3", 4, 0): (10504, 3896, 1728),
    ("mnk-5x3-4", 7, 1): (1116, 4596, 30528),
    ("mnk-5x7-4", 27, 6): (1868, 5346, 3456),
}


def our_game(variant: Variant, moves: Iterable[Move]) -> Countable:
    return OurGame(variant.replay(moves))


def naive_game(variant: Variant, moves: Iterable[Move]) -> Countable:
    game = naive_start(variant.name)
    for cell, mark in moves:
        game = game.after((*divmod(cell, variant.cols), mark))
    return game


def spiel_game(variant: Variant, moves: Iterable[Move]) -> Countable:
    game = SpielGame.start(variant.name)
    for cell, _ in moves:
        game = game.after(cell)
    return game


Play = Callable[[Variant, Iterable[Move]], Countable]

# The slower implementations count more than this in `make prove` only.
MOST_COUNTED = sample(20_000, 10**9)
MOST_FINISHED = 100_000


def implementations(name: str) -> list[Play]:
    """Skip wild, which OpenSpiel does not have."""
    return [our_game, naive_game, spiel_game] if name in GAMES else [our_game, naive_game]


@pytest.mark.proof
@pytest.mark.parametrize(("name", "play"), [(name, play) for name in SEQUENCES for play in implementations(name)])
def test_counts_move_sequences(name: str, play: Play) -> None:
    game = play(find_variant(name), [])
    known: dict[Hashable, int] = {}
    counts = [count for count in SEQUENCES[name] if play is our_game or count <= MOST_COUNTED]
    assert [sequences(game, depth + 1, known) for depth in range(len(counts))] == counts


def _finished_case(case: tuple[str, int, int], play: Play) -> ParameterSet:
    is_slow = play is naive_game and sum(FINISHED_GAMES[case]) > MOST_FINISHED
    return pytest.param(*case, play, marks=[pytest.mark.proof(only=True)] if is_slow else [])


@pytest.mark.parametrize(
    ("name", "plies", "seed", "play"),
    [_finished_case(case, play) for case in FINISHED_GAMES for play in implementations(case[0])],
)
def test_counts_finished_games(name: str, plies: int, seed: int, play: Play) -> None:
    variant = find_variant(name)
    games = finished_games(play(variant, quiet_game(variant, plies, seed)))
    assert (games["X"], games["O"], games["draw"]) == FINISHED_GAMES[name, plies, seed]


def test_every_variant_is_counted() -> None:
    names = {variant.name for variant in VARIANTS}
    assert names <= SEQUENCES.keys()
    assert names <= {name for name, _, _ in FINISHED_GAMES}


@pytest.mark.proof(only=True)
def test_counts_classic_game_by_game() -> None:
    """Walk through every complete game, so that the count doesn't depend on equality of positions."""
    results: Counter[str | None] = Counter()
    seen: set[Position] = set()

    def walk(position: Position) -> None:
        seen.add(position)
        outcome = position.outcome()
        if outcome is not None:
            results[outcome.winner] += 1
        for move in position.legal_moves():
            walk(position.play(move))

    walk(find_variant("classic").start())
    assert results == {"X": 131184, "O": 77904, None: 46080}
    assert results.total() == 255168
    assert len(seen) == 5478
    assert len({position.cells for position in seen}) == 5478
    assert len({canonical_cells(3, 3, position.cells) for position in seen}) == 765
