"""Plays complete games on a running server, over one protocol, and compares its answers with the rules."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from typing import Protocol

from noughts.client.complete_games import Cells

# A game that takes longer than this counts as a server that no longer answers.
PATIENCE_SECONDS = 60.0


class Difference(Exception):
    """The server disagrees with the rules. The message is for its operator."""


class LimitsTooLow(Exception):
    """The server's limits keep us from playing, so the verification has no result."""


TOO_MANY = "too_many_requests"


class Pair(Protocol):
    """Two players in one game, over one protocol."""

    async def open(self) -> None: ...

    async def play(self, cells: Cells) -> None:
        """Play this game from its first move to its end. Raises `Difference`."""

    async def close(self) -> None: ...


class Verification:
    """Many pairs that share one list of games. `moves` and `games` count what agreed with the rules."""

    def __init__(
        self,
        games: Iterator[Cells],
        make_pair: Callable[[], Pair],
        pairs: int,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._games = games
        self._make_pair = make_pair
        self._pairs = pairs
        self._patience_seconds = patience_seconds
        self._started = time.monotonic()
        self._no_more = asyncio.Event()
        self.games = 0
        self.moves = 0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started

    async def run(self) -> None:
        """Play all games. Raises the first `Difference`, or the error that keeps us from reaching the server."""
        async with AsyncExitStack() as stack:
            pairs = [self._make_pair() for _ in range(self._pairs)]
            for pair in pairs:
                stack.push_async_callback(pair.close)
            try:
                async with asyncio.TaskGroup() as group:
                    for pair in pairs:
                        group.create_task(self._play_on(pair))
            except BaseExceptionGroup as errors:
                # The other errors only follow from the first.
                raise errors.exceptions[0] from None

    async def _play_on(self, pair: Pair) -> None:
        # The server admits only a limited number of players a minute. Those already connected may finish all games
        # meanwhile.
        opening = asyncio.ensure_future(pair.open())
        no_more = asyncio.ensure_future(self._no_more.wait())
        try:
            await asyncio.wait((opening, no_more), return_when=asyncio.FIRST_COMPLETED)
            if not opening.done():
                return
            opening.result()
        finally:
            opening.cancel()
            no_more.cancel()
        for cells in self._games:
            try:
                async with asyncio.timeout(self._patience_seconds):
                    await pair.play(cells)
            except TimeoutError:
                raise Difference(f"game {'-'.join(map(str, cells))}: the server stopped answering") from None
            self.games += 1
            self.moves += len(cells)
        self._no_more.set()
