"""A command on its way to a table, the answer that comes back, and the narrow views of the tables that others get."""

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from noughts.games.game import Game
from noughts.games.orders import DecidedCommand
from noughts.messages.board_state import BoardState, PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal


class Answer(Struct, frozen=True, gc=False):
    """Accepted at this version of this game, or refused and why."""

    game: GameId | None = None
    version: int | None = None
    refusal: Refusal | None = None
    # The current board, for a move that was based on an older one.
    state: BoardState | None = None


class Request(Struct, frozen=True, gc=False):
    """A request to a table. `player` is None for the server itself."""

    player: PlayerCard | None
    command: DecidedCommand
    # Called with the command and its answer, so that callers need no closure for every command.
    reply: Callable[[Any, Answer], None]
    # How often another writer was first; see `Table`.
    tries: int = 0
    # Whether it was refused once already, before what other processes have stored was read.
    is_doubted: bool = False


class Ask(Protocol):
    """Has a game decide on a command: `TableCache.ask`."""

    async def __call__(self, game: GameId, player: PlayerCard | None, command: DecidedCommand, /) -> Answer: ...


class Peek(Protocol):
    """Looks at a game: `TableCache.peek`."""

    async def __call__(self, game: GameId, /) -> Game | None: ...


def refused(code: str, detail: str | None = None, wait_seconds: float | None = None) -> Answer:
    """Return a refusal with this reason."""
    return Answer(refusal=Refusal(code, detail, wait_seconds))


def named(command: Any) -> dict[str, str | None]:
    """Return the facts that tell a command from others in the log: its kind, and the id that the client gave it."""
    return {"command": type(command).__name__, "id": command.id}
