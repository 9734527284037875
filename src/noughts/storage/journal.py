"""Writes to a game's journal, and their outcome. Each database decides how to write."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from enum import Enum
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from noughts.games.change_facts import is_plain_move
from noughts.games.game import Game
from noughts.messages.codec import decode_events, encode_events
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId

Result = TypeVar("Result")


class Fate(Enum):
    """The outcome of a write. It may be announced only after STORED."""

    STORED = "stored"
    # Somebody else wrote this version, or took this name: nothing of the write is stored.
    CONFLICT = "conflict"
    # The write failed, or its outcome is unknown: read what is stored before deciding anything else.
    UNAVAILABLE = "unavailable"


class RefusedCommand(Struct, frozen=True):
    """A refusal to be remembered."""

    game: GameId
    player: PlayerId
    command_id: str
    code: str


class Write(Struct, frozen=True, gc=False):
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
        """Write everything queued, then close."""

    def append(self, write: Write, done: Done) -> None:
        """Store `write` in the next commit; `done` receives the outcome on the event loop. Never blocks."""

    async def read(self, query: Callable[..., Result], *args: Any) -> Result:
        """Return the result of `query(connection, *args)`. Raises `Unavailable`."""

    async def snapshot(self, query: Callable[..., Result], *args: Any) -> Result:
        """Return the same as `read`. `query` sees a single snapshot, however long it takes."""

    async def write(self, query: Callable[..., Result], *args: Any) -> Result:
        """Return the same in a transaction that is committed when this returns. Raises what `query` raises, after a
        rollback.

        Raises `Unavailable` too; then it may have been committed.
        """

    def alone(self, key: str) -> AbstractAsyncContextManager[None]:
        """Hold a lock on this key: only one process at a time is within this context."""


class Replaced(Exception):
    """The database was restored from a backup since it was opened, so what is in memory is wrong."""


class StorageError(Exception):
    """The store cannot be used. The message is for the server's operator."""


class Unavailable(Exception):
    """The store does not answer now, or its disk is full. It is unknown whether the write is stored."""


# The columns a change is decoded from. The other columns repeat what queries need, so that no query reads the events'
# JSON.
CHANGE_COLUMNS = ("game_id", "version", "at_ms", "player_id", "command_id", "body")
EVENT_COLUMNS = (*CHANGE_COLUMNS, "plain_move")


def event_row(change: Change) -> tuple[str, int, int, str | None, str | None, str, bool]:
    """Return a change as the row (game, version) of the table of events."""
    events = change.events
    is_plain = is_plain_move(events)
    return change.game, change.version, change.at_ms, change.player, change.command_id, encode_events(events), is_plain


def change_of(row: Sequence[Any]) -> Change:
    """Return the change in the `CHANGE_COLUMNS` of a row of the table of events."""
    game, version, at_ms, player, command_id, body = row
    return Change(game, version, at_ms, player, command_id, decode_events(body))
