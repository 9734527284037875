"""Every message from the server, one after another, for programs that follow more than one game."""

import asyncio
from collections import deque
from typing import Self

from noughts.client.errors import NoughtsError
from noughts.messages.answers import AnyMessage

# Messages kept for a busy program. The oldest are dropped first, which loses nothing: each message holds the whole
# board.
MOST_WAITING = 1000


class Events:
    """An endless stream: `async for message in client.events()`. Ends with the error that ends the client."""

    def __init__(self) -> None:
        self._messages: deque[AnyMessage] = deque(maxlen=MOST_WAITING)
        self._wake = asyncio.Event()
        self._error: NoughtsError | None = None

    def add(self, message: AnyMessage) -> None:
        self._messages.append(message)
        self._wake.set()

    def fail(self, error: NoughtsError) -> None:
        self._error = error
        self._wake.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> AnyMessage:
        while not self._messages:
            if self._error is not None:
                raise self._error
            self._wake.clear()
            await self._wake.wait()
        return self._messages.popleft()
