"""What a finished game means for each of its players: the facts behind all records."""

from typing import Literal

from msgspec import Struct

from noughts.games.game import Game, Result
from noughts.games.speed import Speed, speed_of
from noughts.messages.computers import level_of
from noughts.messages.events import EndReason
from noughts.messages.ids import SEATS, PlayerId
from noughts.rules import other

Outcome = Literal["won", "lost", "drawn"]

# A series has no single seat, since each player had both.
RecordSeat = Literal["X", "O", "both"]

Against = Literal["people", "computer"]

# Endings without a result: such a game doesn't count.
VOID_REASONS: frozenset[EndReason] = frozenset({"aborted", "cancelled", "declined"})


class PlayerResult(Struct, frozen=True):
    """A finished game from one player's point of view."""

    player: PlayerId
    opponent: PlayerId
    variant: str
    speed: Speed
    seat: RecordSeat
    against: Against
    outcome: Outcome
    played_ms: int


def is_void(result: Result | None) -> bool:
    """Return whether the game ended without a result."""
    return result is not None and result.reason in VOID_REASONS


def results_of(game: Game) -> tuple[PlayerResult, ...]:
    """Return the result for each person in this game, in the order of their ids; none unless it has ended and counts.

    The computer's players have no records: theirs would only mirror everybody else's.
    """
    if game.result is None or is_void(game.result) or game.seated_ms is None or game.finished_ms is None:
        return ()
    results = []
    for seat in SEATS:
        player, opponent = game.player_at(seat), game.player_at(other(seat))
        assert player is not None
        assert opponent is not None
        if level_of(player) is not None:
            continue
        winner = game.result.winner
        results.append(
            PlayerResult(
                player=player,
                opponent=opponent,
                variant=game.setup.variant,
                speed=speed_of(game.setup),
                seat=seat if game.setup.rounds == 1 else "both",
                against="people" if level_of(opponent) is None else "computer",
                outcome="drawn" if winner is None else "won" if winner == seat else "lost",
                played_ms=max(0, game.finished_ms - game.seated_ms),
            )
        )
    return tuple(sorted(results, key=lambda result: result.player))


class Streak(Struct, frozen=True):
    """A player's current run of equal results against people, and their longest runs ever."""

    outcome: Outcome
    length: int = 1
    longest_won: int = 0
    longest_lost: int = 0


def streak_after(streak: Streak | None, outcome: Outcome) -> Streak:
    """Return the streak after one more game."""
    length = streak.length + 1 if streak is not None and streak.outcome == outcome else 1
    longest_won, longest_lost = (0, 0) if streak is None else (streak.longest_won, streak.longest_lost)
    return Streak(
        outcome,
        length,
        max(longest_won, length) if outcome == "won" else longest_won,
        max(longest_lost, length) if outcome == "lost" else longest_lost,
    )
