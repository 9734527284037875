"""What goes over a bus, and what every bus offers."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from noughts.messages.ids import GameId


class Hint(Struct, frozen=True, array_like=True):
    """Game `game` has reached `version`; `listed` when the lobby may look different now.

    `said` is a message for the two players that is stored nowhere: whoever is not there does not hear it.
    """

    game: GameId
    version: int
    listed: bool = False
    said: bytes = b""


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


class BusError(Exception):
    """The bus cannot be used, in words for whoever runs the server."""
