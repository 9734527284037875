"""Compares our computer with OpenSpiel's tree search: matches with equal time, and the speed of both."""

import sys
import time
from typing import NamedTuple

from bench.engine.spiel_player import SpielPlayer, simulations_per_second
from noughts.engine.arena import LevelPlayer, Score, play_match
from noughts.engine.ultimate import UltimateSearch
from noughts.engine.ultimate_net import load
from noughts.rules import find_variant
from noughts.rules.ultimate import UltimatePosition

TURNS = 3


class Match(NamedTuple):
    """Our computer's score."""

    variant: str
    milliseconds: int
    score: Score


class Beside(NamedTuple):
    """Simulations a second of each on Ultimate's first position: the best of several turns."""

    spiel: float
    expansions: float
    evaluations: float


def match(name: str, games: int, milliseconds: int) -> Match:
    """Play at full strength against OpenSpiel, with varied openings and both sides."""
    variant = find_variant(name)
    ours, theirs = LevelPlayer(None, 1), SpielPlayer(variant, milliseconds, 1)
    score = Score()
    for score in play_match(variant, ours, theirs, games, milliseconds):
        counts = f"{name}: {score.wins} won, {score.draws} drawn, {score.losses} lost of {games}"
        print(f"\r{counts:<60}", end="", file=sys.stderr, flush=True)
    print(f"\nOpenSpiel thought {theirs.seconds / theirs.moves * 1000:.0f} ms a move", file=sys.stderr)
    return Match(name, milliseconds, score)


def speed(seconds: float) -> Beside:
    """Measure both in turns, so that a busy machine slows both."""
    turns = [(simulations_per_second(find_variant("ultimate"), seconds), *_ours(seconds)) for _ in range(TURNS)]
    return Beside(*(max(column) for column in zip(*turns, strict=True)))


def _ours(seconds: float) -> tuple[float, float]:
    search = UltimateSearch(load(), nodes=20_000_000)
    began = time.perf_counter()
    thought = search.think(UltimatePosition.start(), round(seconds * 1000))
    took = time.perf_counter() - began
    return thought.expansions / took, search.size / took
