"""Runs a client's commands one after the other, in the order in which they came."""

from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from noughts.messages import commands as c
from noughts.messages.refusals import STORAGE_WAIT_SECONDS, Refusal
from noughts.server.tables.journal import Spawn
from noughts.server.tables.requests import named
from noughts.storage.journal import Unavailable

log = structlog.get_logger()

# Commands that wait because an earlier one of the same client is still being answered.
MOST_WAITING = 64


class CommandQueue:
    """The commands of one client that can't begin yet."""

    __slots__ = ("_begin", "_refuse", "_spawn", "_waiting", "is_busy")

    def __init__(
        self,
        spawn: Spawn,
        begin: Callable[[c.AnyCommand], None],
        refuse: Callable[[Refusal, c.AnyCommand | None], None],
    ) -> None:
        self._spawn = spawn
        self._begin = begin
        self._refuse = refuse
        self._waiting: deque[c.AnyCommand] | None = None
        # Whether a command is being answered now.
        self.is_busy = False

    def add(self, command: c.AnyCommand) -> None:
        """Let this command begin when those before it are done."""
        self._waiting = self._waiting or deque()
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(command)
        else:
            self._refuse(Refusal("too_many_requests", wait_seconds=1), command)

    def run(self, command: c.AnyCommand, work: Coroutine[Any, Any, None]) -> None:
        """Run this command to its end before the next one starts."""
        self.is_busy = True
        self._spawn(self._finish(command, work))

    async def _finish(self, command: c.AnyCommand, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Unavailable:
            self._refuse(Refusal("storage_unavailable", wait_seconds=STORAGE_WAIT_SECONDS), command)
        except Exception:
            log.exception("a command failed", game=getattr(command, "game", None), **named(command))
            self._refuse(Refusal("internal"), command)
        finally:
            self.is_busy = False
        while self._waiting and not self.is_busy:
            self._begin(self._waiting.popleft())
