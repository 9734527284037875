"""What is written to a game's journal, and what becomes of it. How it is written is the business of each database."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from noughts.games.game import Game
from noughts.messages.codec import decode_events, encode_events
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId

Result = TypeVar("Result")


class Fate(Enum):
    """What became of a write. Only after STORED may anybody be told of it."""

    STORED = "stored"
    # Somebody else wrote this version, or took this name: nothing of the write is stored.
    CONFLICT = "conflict"
    # The store could not take it, or did not say whether it did: look at what is stored before deciding anything else.
    UNAVAILABLE = "unavailable"


class RefusedCommand(Struct, frozen=True):
    """A refusal to be remembered."""

    game: GameId
    player: PlayerId
    command_id: str
    code: str


class Write(Struct, frozen=True):
    """Changes that are stored together or not at all, and the rows of the games whose listing they alter."""

    changes: tuple[Change, ...]
    listings: tuple[Game, ...] = ()
    creation_id: str | None = None
    refused: RefusedCommand | None = None

    @property
    def is_plain(self) -> bool:
        """Whether this is one change and nothing else, as nearly every move is."""
        return len(self.changes) == 1 and not self.listings and self.refused is None


Done = Callable[[Fate], None]


class Database(Protocol):
    """One store, SQLite or PostgreSQL. Queries are plain functions over a SQLAlchemy connection, the same for both."""

    async def open(self) -> None:
        """Connect and migrate. Raises `StorageError` with words for the operator."""

    async def visit(self, *, create: bool = False) -> None:
        """Connect beside a running server, or with none: no other process is kept out, and nothing is migrated.

        Raises `StorageError` unless the schema is this version's. `create` makes a new store where there is none.
        """

    async def close(self) -> None:
        """Write what still waits, then let go."""

    def append(self, write: Write, done: Done) -> None:
        """Store `write` in the next commit; `done` hears its fate on the event loop. Never blocks."""

    async def read(self, query: Callable[..., Result], *args: Any) -> Result:
        """The result of `query(connection, *args)`."""

    async def snapshot(self, query: Callable[..., Result], *args: Any) -> Result:
        """The same as `read`, and all that `query` sees is of one moment, however long it takes."""

    async def write(self, query: Callable[..., Result], *args: Any) -> Result:
        """The same in a transaction that is committed when this returns. Raises what `query` raises, undone."""


class Replaced(Exception):
    """The store was restored from a backup since it was opened: what is in memory is of another past."""


class StorageError(Exception):
    """The store cannot be used, in words for whoever runs the server."""


EVENT_COLUMNS = ("game_id", "version", "at_ms", "player_id", "command_id", "body")


def event_row(change: Change) -> tuple[str, int, int, str | None, str | None, str]:
    """A change as the row (game, version) of the table of events."""
    return (
        change.game,
        change.version,
        change.at_ms,
        change.player,
        change.command_id,
        encode_events(change.events),
    )


def change_of(row: Sequence[Any]) -> Change:
    """The change in a row of the table of events."""
    game, version, at_ms, player, command_id, body = row
    return Change(game, version, at_ms, player, command_id, decode_events(body))
