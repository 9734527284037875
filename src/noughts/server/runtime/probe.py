"""Asks another server whether it answers, for figures only."""

from typing import Protocol


class Probe(Protocol):
    """A connection that checks whether another server answers."""

    async def answers(self) -> bool:
        """Return whether it answers soon."""

    async def close(self) -> None:
        """Disconnect."""
