"""Counts move sequences and finished games for any implementation of `Countable`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from noughts.rules import Move, Position, Variant


class Countable(Protocol):
    """A state of play. `key` is equal for states from which play continues in the same way."""

    def moves(self) -> Sequence[Any]: ...
    def after(self, move: Any) -> Countable: ...
    def result(self) -> str | None: ...
    def key(self) -> Hashable: ...


@dataclass
class OurGame:
    """A position of our own rules as a `Countable`."""

    position: Position

    def moves(self) -> tuple[Move, ...]:
        return self.position.legal_moves()

    def after(self, move: Move) -> OurGame:
        return OurGame(self.position.play(move))

    def result(self) -> str | None:
        outcome = self.position.outcome()
        return None if outcome is None else outcome.winner or "draw"

    def key(self) -> Hashable:
        return self.position


def sequences(game: Countable, depth: int, known: dict[Hashable, int] | None = None) -> int:
    """Return how many sequences of `depth` legal moves there are (perft)."""
    known = {} if known is None else known
    if depth == 1:
        return len(game.moves())
    key = depth, game.key()
    if key not in known:
        known[key] = sum(sequences(game.after(move), depth - 1, known) for move in game.moves())
    return known[key]


def finished_games(game: Countable, known: dict[Hashable, Counter[str]] | None = None) -> Counter[str]:
    """Count the ways to finish the game, by result."""
    known = {} if known is None else known
    key = game.key()
    if key not in known:
        result = game.result()
        if result is None:
            known[key] = sum((finished_games(game.after(move), known) for move in game.moves()), Counter())
        else:
            known[key] = Counter({result: 1})
    return known[key]


def quiet_game(variant: Variant, plies: int, seed: int) -> list[Move]:
    """Return this many random moves after which the game is still running."""
    chance = random.Random(seed)
    position, moves = variant.start(), list[Move]()
    while len(moves) < plies:
        quiet = [move for move in position.legal_moves() if position.play(move).outcome() is None]
        moves.append(chance.choice(quiet))
        position = position.play(moves[-1])
    return moves
