"""Which requests are refused. All others get a legal move, in every variant and at every level."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.engine import (
    LEVELS,
    LONGEST_MS,
    BadThinking,
    GameIsOver,
    Thinking,
    UnknownPosition,
    analyse,
    choose,
    solve,
)
from noughts.rules import VARIANTS, Position, Variant, find_variant
from tests.proving import sample, seeded

pytestmark = pytest.mark.usefixtures("warm")

EVERY = (*VARIANTS, *map(find_variant, ("mnk-3x4-3", "mnk-5x7-4", "mnk-20x20-6", "mnk-3x20-5")))


def at_random(variant: Variant, plies: int, seed: int) -> Position:
    chance = random.Random(seed)
    position = variant.start()
    for _ in range(plies):
        if position.outcome() is not None:
            break
        position = position.play(chance.choice(position.legal_moves()))
    return position


@settings(max_examples=sample(40, 1_000))
@given(
    variant=st.sampled_from(EVERY),
    plies=st.integers(0, 100),
    seed=st.integers(0, 2**32),
    level=st.none() | st.integers(1, 8),
)
def test_every_position_gets_a_legal_move_or_a_specific_refusal(
    variant: Variant, plies: int, seed: int, level: int | None
) -> None:
    position = at_random(variant, plies, seed)
    thinking = Thinking(level=level, milliseconds=2)
    if position.outcome() is not None:
        for ask in (lambda: choose(position, thinking, seed), lambda: analyse(position, 2), lambda: solve(position)):
            with pytest.raises(GameIsOver):
                ask()
        return
    choice = choose(position, thinking, seed)
    assert choice.move in position.legal_moves()
    assert -1 <= choice.value <= 1
    assert not choice.plain


@given(level=st.integers() | st.none(), milliseconds=st.integers())
def test_refuses_invalid_levels_and_times(level: int | None, milliseconds: int) -> None:
    sensible = (level is None or 1 <= level <= 8) and 1 <= milliseconds <= LONGEST_MS
    if sensible:
        Thinking(level=level, milliseconds=milliseconds)
    else:
        with pytest.raises(BadThinking):
            Thinking(level=level, milliseconds=milliseconds)
    if not 1 <= milliseconds <= LONGEST_MS:
        with pytest.raises(BadThinking):
            analyse(find_variant("classic").start(), milliseconds)


def test_refuses_unknown_kinds_of_positions() -> None:
    with pytest.raises(UnknownPosition):
        choose("classic", Thinking(), 1)  # type: ignore[arg-type]
    with pytest.raises(UnknownPosition):
        analyse(None, 1)  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_move_and_others_vary() -> None:
    for name in ("classic", "ultimate"):
        position = at_random(find_variant(name), 2, 1)
        thinking = Thinking(level=3)
        moves = [choose(position, thinking, seed).move for seed in range(30)]
        assert moves == [choose(position, thinking, seed).move for seed in range(30)]
        assert len(set(moves)) > 1


@pytest.mark.proof
def test_answers_thousands_of_requests() -> None:
    chance = random.Random(seeded("requests"))
    for number in range(sample(200, 5_000)):
        variant = chance.choice(EVERY[:4])
        position = at_random(variant, chance.randrange(60), number)
        if position.outcome() is None:
            choose(position, Thinking(level=chance.randint(1, 6), milliseconds=1), number)


def test_the_settings_of_the_levels_are_consistent() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 9))
    for level in LEVELS:
        assert list(level.sees) == sorted(level.sees, reverse=True)
        assert 0 < level.pause_ms[0] < level.pause_ms[1]
        assert level.milliseconds <= level.pause_ms[0]
