"""A command on its way to a table, and the answer that comes back. Every door and the API use the same two."""

from collections.abc import Callable

from msgspec import Struct

from noughts.games.orders import DecidedCommand
from noughts.messages.answers import BoardState, PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal


class Answer(Struct, frozen=True, gc=False):
    """Accepted at this version of this game, or refused and why."""

    game: GameId | None = None
    version: int | None = None
    refusal: Refusal | None = None
    # The board that a stale move did not know.
    state: BoardState | None = None


class Request(Struct, frozen=True, gc=False):
    """What somebody wants of a table. `player` is None for the server itself."""

    player: PlayerCard | None
    command: DecidedCommand
    reply: Callable[[Answer], None]
    # How often another writer was first; see `Table`.
    tries: int = 0


def refused(code: str, detail: str | None = None, wait_seconds: float | None = None) -> Answer:
    return Answer(refusal=Refusal(code, detail, wait_seconds))
