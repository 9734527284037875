"""What the absence of a player means for a game. Who is gone since when, the server says; the rest is decided here.

- With a real-time clock: who is gone may be claimed against, whoever is to move.
- Without a clock: only where the two play at one sitting. The one who is gone has answered promptly before, and now
  owes a move. A game that is played by and by is nobody's to claim: it has its idle limit.
- With days for each move: never, since the clock allows for absence.
"""

from msgspec import Struct

from noughts.games.game import Game
from noughts.messages.ids import Seat
from noughts.messages.refusals import Refusal
from noughts.rules import other

# A move that came so soon after the opponent's is that of somebody who sits at the board.
PROMPT_MS = 5 * 60_000
# For so long, at least, a game without a clock waits for the one who is gone.
TURN_MS = 30_000


class Gone(Struct, frozen=True):
    """Somebody who was last here at `since_ms`, and from `from_ms` on counts as gone."""

    since_ms: int
    from_ms: int


def claims_from_ms(game: Game, absent: Seat, gone: Gone) -> int | None:
    """From when on the absence of this seat may be claimed; None when it may not be as the game stands."""
    if game.result is not None or game.free_seat is not None or game.setup.absence == "wait":
        return None
    # The computer plays for the one who is gone: that was the choice.
    if game.stand_in is not None:
        return None
    # Before both have moved the game can be aborted, which costs nobody anything.
    if not game.both_have_moved or game.acts(absent).at_ms > gone.since_ms:
        return None
    if game.clock is not None:
        return gone.from_ms if game.clock.per_move_ms is None else None
    if game.turn != absent or not game.acts(absent).is_prompt:
        return None
    return max(gone.from_ms, game.acts(other(absent)).at_ms + TURN_MS)


def objection(game: Game, absent: Seat, gone: Gone | None, now_ms: int) -> Refusal | None:
    """Why nothing may be claimed from the absence of this seat now, if so."""
    if gone is None or game.acts(absent).at_ms > gone.since_ms:
        return Refusal("opponent_here")
    claims_ms = claims_from_ms(game, absent, gone)
    if claims_ms is None:
        return Refusal("nothing_to_claim")
    if now_ms < claims_ms:
        return Refusal("not_gone_long_enough", wait_seconds=(claims_ms - now_ms) / 1000)
    return None
