"""Messages on the bus, what processes share about players, and the interface of every bus."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from msgspec import Struct

from noughts.messages.ids import GameId, PlayerId, Seat


class StoredRow(Struct, frozen=True, array_like=True):
    """The rest of the journal row (game, version), so that receivers don't have to read it from the database."""

    at_ms: int
    player: PlayerId | None
    command_id: str | None
    body: str


class Hint(Struct, frozen=True, array_like=True):
    """News that `game` has reached `version` with the change in `row`. `listed` is set if the lobby may look different.

    `said` is a message for the two players that is not stored: a player who is not connected doesn't receive it.
    """

    game: GameId
    version: int
    listed: bool = False
    said: bytes = b""
    # The recipient. None for chat, which names its own audience.
    seat: Seat | None = None
    # The player whose notices have changed: there is a new one about this game, or, without a game, they were cleared.
    player: PlayerId | None = None
    row: StoredRow | None = None
    # How much a player or address has used of a limit that all processes share: the limit's name, its key, the amount.
    spent: tuple[str, str, float] | None = None
    # The first row of the rematch that the same commit creates.
    rematch: StoredRow | None = None


class Sighting(Struct, frozen=True, array_like=True):
    """A player as one process last saw them.

    A player who is not present counts as absent after `grace_ms`. It includes the games they are looking at, and when
    they left others.
    """

    at_ms: int
    is_here: bool
    grace_ms: int
    looks_at: tuple[GameId, ...] = ()
    left: dict[GameId, int] = {}


class Sightings(Struct, frozen=True):
    """What all other processes know about a player, and since when anything is known at all."""

    known_since_ms: int
    seen: list[Sighting]


class Listener(Protocol):
    """Receives what other processes have stored."""

    def receive(self, hints: Sequence[Hint]) -> None:
        """Handle changes that other processes have made to these games."""

    def missed(self) -> None:
        """Compare everything with the database, because hints may have been lost."""


class Bus(Protocol):
    """A channel to the other processes. It never blocks, never raises, and may lose messages."""

    # Whether other processes may write to the same store, so that memory may be out of date.
    is_shared: bool

    async def open(self, listener: Listener) -> None:
        """Start to receive, now or once the bus is reachable. Raises `BusError` when its settings are wrong."""

    async def close(self) -> None: ...

    def publish(self, hints: Sequence[Hint]) -> None:
        """Send this to the other processes, not to this one."""

    def mark(self, player: PlayerId, sighting: Sighting) -> None:
        """Share this player's presence with the others. It replaces what was shared before."""

    def hold_name(self, name: str, is_held: bool) -> None:
        """Tell the others that somebody here uses this name, or no longer does."""

    async def claim_name(self, name: str) -> bool:
        """Hold this name unless another process does. Also return True when the others can't be asked."""

    async def sightings(self, player: PlayerId) -> Sightings | None:
        """Return what the others have last seen of this player; None when that cannot be known now."""

    async def last_reported(self, player: PlayerId) -> list[Sighting]:
        """Return the same from memory, as far as the reports of the others have arrived."""

    def in_memory(self, player: PlayerId) -> Iterable[Sighting]:
        """Return what is in memory without waiting; nothing when `last_reported` would have to query."""


class BusError(Exception):
    """The bus cannot be used. The message is for the server's operator."""
