"""Limits on request bodies that are still arriving, for each player and in total. Slow senders can't use them up.

When all places are taken, the oldest upload is cancelled. An upload at ordinary speed finishes long before it is the
oldest.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from litestar import Request

from noughts.doors.http.error_responses import Refused
from noughts.messages.refusals import Refusal
from noughts.server.runtime.budget import Client
from noughts.server.runtime.limits import MOST_UPLOADS, MOST_UPLOADS_OF_A_PLAYER, MOST_UPLOADS_OF_AN_ADDRESS


class Uploads:
    """The request bodies that are being received by this process."""

    def __init__(self) -> None:
        # Ordered by when they began.
        self._receiving: dict[asyncio.Task[bytes], Client] = {}

    async def receive(self, request: Request[Any, Any, Any], sender: Client) -> bytes:
        """Return the whole body. Raises `Refused`."""
        if self._has_many("player", sender, MOST_UPLOADS_OF_A_PLAYER) or self._has_many(
            "address", sender, MOST_UPLOADS_OF_AN_ADDRESS
        ):
            raise Refused(Refusal("too_many_uploads", wait_seconds=1.0))
        if len(self._receiving) >= MOST_UPLOADS:
            next(iter(self._receiving)).cancel()
        body: Coroutine[Any, Any, bytes] = request.body()
        task = asyncio.create_task(body)
        self._receiving[task] = sender
        try:
            return await task
        except asyncio.CancelledError:
            if task.cancelled() and not _is_cancelled():
                raise Refused(Refusal("upload_too_slow", wait_seconds=1.0)) from None
            raise
        finally:
            task.cancel()
            del self._receiving[task]

    def _has_many(self, per: str, sender: Client, most: int) -> bool:
        return sum(one.key(per) == sender.key(per) for one in self._receiving.values()) >= most


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
