"""Decide what a player's absence means for a game. The server reports who has been absent since when; the rest is
decided here.

- With a real-time clock, the opponent may claim at any time, no matter whose turn it is.
- Without a clock, only in a live game: the absent player has answered promptly before, and it is their turn. A game
  played over days can't be claimed: it has its idle limit.
- With days for each move, never: the clock allows for absence.
"""

from msgspec import Struct

from noughts.games.game import Game
from noughts.messages.ids import Seat
from noughts.messages.refusals import Refusal
from noughts.rules import other

# A player who moves this soon after the opponent counts as sitting at the board.
PROMPT_MS = 5 * 60_000
# A game without a clock waits at least this long for an absent player.
TURN_MS = 30_000


class Gone(Struct, frozen=True):
    """A player who was last present at `since_ms`, and counts as absent from `from_ms`."""

    since_ms: int
    from_ms: int


def claims_from_ms(game: Game, absent: Seat, gone: Gone) -> int | None:
    """Return the time from which the absence of this seat may be claimed; None if it can't be claimed in this state."""
    if game.result is not None or game.free_seat is not None or game.setup.absence == "wait":
        return None
    # The opponent chose to let the computer play for the absent player.
    if game.stand_in is not None:
        return None
    # Before both have moved, either player can abort the game without a result.
    if not game.both_have_moved or game.acts.at(absent).at_ms > gone.since_ms:
        return None
    if game.clock is not None:
        return gone.from_ms if game.clock.per_move_ms is None else None
    if game.turn != absent or not game.acts.at(absent).is_prompt:
        return None
    return max(gone.from_ms, game.acts.at(other(absent)).at_ms + TURN_MS)


def objection(game: Game, absent: Seat, gone: Gone | None, now_ms: int) -> Refusal | None:
    """Return why the absence of this seat can't be claimed now, or None if it can."""
    if gone is None or game.acts.at(absent).at_ms > gone.since_ms:
        return Refusal("opponent_here")
    claims_ms = claims_from_ms(game, absent, gone)
    if claims_ms is None:
        return Refusal("nothing_to_claim")
    if now_ms < claims_ms:
        return Refusal("not_gone_long_enough", wait_seconds=(claims_ms - now_ms) / 1000)
    return None
