"""Random games: our rules, the naive rules and OpenSpiel's agree at every ply."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.rules import VARIANTS, Variant, find_variant, size_name
from tests.proving import SEED, sample
from tests.rules.naive import naive_start
from tests.rules.spiel import GAMES, SpielGame

small_sizes = (
    st.tuples(st.integers(3, 8), st.integers(3, 8), st.integers(3, 8))
    .filter(lambda measures: measures[2] <= max(measures[:2]))
    .map(lambda measures: find_variant(size_name(*measures)))
)


def walk(variant: Variant, seed: int) -> None:
    chance = random.Random(seed)
    position, naive = variant.start(), naive_start(variant.name)
    spiel = SpielGame.start(variant.name) if variant.name in GAMES else None
    while True:
        legal = position.legal_moves()
        outcome = position.outcome()
        result = None if outcome is None else outcome.winner or "draw"
        assert position.cells == naive.cells()
        assert position.to_move == naive.mover
        assert [(*divmod(move.cell, variant.cols), move.mark) for move in legal] == naive.moves()
        assert result == naive.result()
        if spiel is not None:
            assert [move.cell for move in legal] == spiel.moves()
            assert result == spiel.result()
        if outcome is not None:
            assert {divmod(cell, variant.cols) for cell in outcome.line} == naive.lit()
            return
        move = chance.choice(legal)
        position = position.play(move)
        naive = naive.after((*divmod(move.cell, variant.cols), move.mark))
        spiel = spiel and spiel.after(move.cell)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
@pytest.mark.proof
@pytest.mark.parametrize("seed", range(SEED, SEED + sample(1, 20)))
def test_all_implementations_agree_on_presets(variant: Variant, seed: int) -> None:
    games = 1 if variant.size > 100 else 4 if variant.size > 16 else 20
    for game in range(games):
        walk(variant, seed * games + game)


@settings(max_examples=sample(20, 600))
@given(small_sizes, st.integers(0, 2**32))
def test_all_implementations_agree_on_any_size(variant: Variant, seed: int) -> None:
    walk(variant, seed)
