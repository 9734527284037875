"""Matches between two players of any kind.

Games come in pairs from one opening with sides swapped. Gives score and error bars.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from noughts.engine.choose import choose
from noughts.engine.line_process import ProgramFailed
from noughts.engine.piskvork_program import PiskvorkProgram
from noughts.engine.program import OutsideProgram
from noughts.engine.thinking import Thinking
from noughts.rules import MARKS, Mark, Move, Position, Variant, other

# How many random plies start a game. Small boards need none, because the players themselves vary.
SMALL_BOARD = 16
OPENING_PLIES = (2, 5)
# The prefix of a command line whose program uses Piskvork's protocol.
PISKVORK = "piskvork:"


class ArenaPlayer(Protocol):
    """A player in a match. Raises ProgramFailed when it cannot continue."""

    @property
    def name(self) -> str: ...

    def move(self, variant: Variant, position: Position, milliseconds: int) -> Move: ...

    def end(self) -> None: ...


class LevelPlayer:
    """The computer at a level, or with full strength (None)."""

    def __init__(self, level: int | None, seed: int) -> None:
        self.name = "full strength" if level is None else f"level {level}"
        self._level = level
        self._chance = Random(seed)

    def move(self, variant: Variant, position: Position, milliseconds: int) -> Move:
        thinking = Thinking(level=self._level, milliseconds=milliseconds)
        return choose(position, thinking, self._chance.getrandbits(32)).move

    def end(self) -> None:
        pass


@dataclass
class Score:
    """The first player's results so far."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    # Why games were lost because a program failed.
    failures: list[str] = field(default_factory=list)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        """The score per game: a draw is half a win."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval around the rate."""
        if not self.games:
            return 0.5
        mean = self.rate
        squares = self.wins * (1 - mean) ** 2 + self.draws * (0.5 - mean) ** 2 + self.losses * mean**2
        # Adds half a win and half a loss, because even a clean score leaves some doubt.
        return 1.96 * math.sqrt((squares + 0.5) / (self.games + 1) / self.games)

    def add(self, winner: Mark | None, seat: Mark) -> None:
        if winner is None:
            self.draws += 1
        elif winner == seat:
            self.wins += 1
        else:
            self.losses += 1


def play_match(
    variant: Variant, first: ArenaPlayer, second: ArenaPlayer, games: int, milliseconds: int, seed: int = 1
) -> Iterator[Score]:
    """Play, and yield the first player's score after every game. Each pair of games shares an opening."""
    score = Score()
    for number in range(games):
        opening = opened(variant, Random(f"{seed} {number // 2}"))
        seat = MARKS[number % 2]
        seated = {seat: first, other(seat): second}
        winner, failure = play_game(variant, opening, seated, milliseconds)
        score.add(winner, seat)
        if failure:
            score.failures.append(failure)
        yield score


def play_game(
    variant: Variant, position: Position, seated: dict[Mark, ArenaPlayer], milliseconds: int
) -> tuple[Mark | None, str | None]:
    """Return the winner, and the reason if a program failed."""
    while (outcome := position.outcome()) is None:
        mover = position.to_move
        try:
            move = seated[mover].move(variant, position, milliseconds)
        except ProgramFailed as failed:
            return other(mover), f"{seated[mover].name} ({mover}) {failed}"
        position = position.play(move)
    return outcome.winner, None


def opened(variant: Variant, chance: Random) -> Position:
    """Return an undecided position after a few random plies near the middle; on small boards the start."""
    while True:
        position = variant.start()
        if variant.size <= SMALL_BOARD:
            return position
        for _ in range(chance.randint(*OPENING_PLIES)):
            position = position.play(chance.choice(_near_the_middle(variant, position)))
        if position.outcome() is None:
            return position


def _near_the_middle(variant: Variant, position: Position) -> tuple[Move, ...]:
    moves = position.legal_moves()
    if variant.has_boards:
        return moves
    reach = 3

    def is_near(move: Move) -> bool:
        row, col = divmod(move.cell, variant.cols)
        return abs(row - variant.rows // 2) <= reach and abs(col - variant.cols // 2) <= reach

    return tuple(move for move in moves if is_near(move)) or moves


def player_from(text: str, variant: Variant, seed: int, split: Callable[[str], list[str]]) -> ArenaPlayer:
    """Return the named player: a level 1 to 8, `full`, or the command line of a program.

    Raises ValueError for an invalid level or variant, and ProgramFailed.
    """
    if text == "full":
        return LevelPlayer(None, seed)
    if text.isdecimal():
        Thinking(level=int(text))
        return LevelPlayer(int(text), seed)
    if text.startswith(PISKVORK):
        return PiskvorkProgram(split(text.removeprefix(PISKVORK)), variant)
    return OutsideProgram(split(text))
