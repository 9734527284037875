"""What goes over a bus, what the processes tell each other of players, and what every bus offers."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from noughts.messages.ids import GameId, PlayerId, Seat


class Hint(Struct, frozen=True, array_like=True):
    """Game `game` has reached `version`; `listed` when the lobby may look different now.

    `said` is a message for the two players that is stored nowhere: whoever is not there does not hear it.
    """

    game: GameId
    version: int
    listed: bool = False
    said: bytes = b""
    # Who is to hear it; without one it is talk, which says itself whom it is for.
    seat: Seat | None = None
    # Whose notices have changed; then there is no game.
    player: PlayerId | None = None


class Sighting(Struct, frozen=True, array_like=True):
    """A player as one process has last seen it.

    Who is not here counts as gone `grace_ms` later. It looks at some games, and has left others at these times.
    """

    at_ms: int
    is_here: bool
    grace_ms: int
    looks_at: tuple[GameId, ...] = ()
    left: dict[GameId, int] = {}


class Sightings(Struct, frozen=True):
    """What all other processes know of a player, and since when anything is known at all."""

    known_since_ms: int
    seen: list[Sighting]


class Listener(Protocol):
    """Who hears of what other processes have stored."""

    def hear(self, hints: Sequence[Hint]) -> None:
        """These games have changed elsewhere."""

    def missed(self) -> None:
        """Hints may have been lost: look for yourself."""


class Bus(Protocol):
    """A way to tell the other processes. It never blocks, never raises, and may lose what it is given."""

    # Whether other processes may write to the same store, so that what is in memory may be behind it.
    is_shared: bool

    async def open(self, listener: Listener) -> None:
        """Start hearing. Raises `BusError` when the bus cannot be used at all."""

    async def close(self) -> None: ...

    def publish(self, hints: Sequence[Hint]) -> None:
        """Tell the others, not oneself."""

    def mark(self, player: PlayerId, sighting: Sighting) -> None:
        """Let the others know of this player. What was said of it before is forgotten."""

    async def sightings(self, player: PlayerId) -> Sightings | None:
        """What the others have last seen of this player; None when that cannot be known now."""


class BusError(Exception):
    """The bus cannot be used, in words for whoever runs the server."""
