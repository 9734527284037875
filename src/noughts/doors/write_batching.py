"""Sends everything that one turn of the event loop has for a client in one write: answer and board together."""

import asyncio
from typing import Protocol


class Outbox(Protocol):
    """A link with something to send."""

    def flush(self) -> None:
        """Send everything queued."""


class WriteBatch:
    """The links of a door that have something to send at the end of this turn."""

    def __init__(self) -> None:
        self._links: list[Outbox] = []

    def add(self, link: Outbox) -> None:
        """Flush `link` at the end of this turn."""
        if not self._links:
            asyncio.get_running_loop().call_soon(self._flush_all)
        self._links.append(link)

    def _flush_all(self) -> None:
        links, self._links = self._links, []
        for link in links:
            link.flush()
