"""Commands that wait for their answers.

Each carries an id and is sent again until it is answered, over as many connections as it takes; the server applies it
once.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from noughts.client.connection import refused
from noughts.client.errors import NoughtsError
from noughts.client.retrying import RETRIED, Backoff
from noughts.messages import commands as c
from noughts.messages.answers import ActionSuccess, AnyMessage

Kind = TypeVar("Kind")


class Asking:
    """The commands of one client that have no answer yet.

    After `error` is set, the client has ended and sends no more commands.
    """

    def __init__(self, send: Callable[[c.AnyCommand], None], patience_seconds: float) -> None:
        self._send = send
        self._patience_seconds = patience_seconds
        self._unanswered: dict[str, tuple[c.AnyCommand, float, asyncio.Future[ActionSuccess]]] = {}
        self._expected: list[tuple[type[Any], asyncio.Future[Any]]] = []
        self.error: NoughtsError | None = None

    @property
    def unanswered(self) -> list[c.AnyCommand]:
        return [command for command, _, _ in self._unanswered.values()]

    @property
    def waiting_since(self) -> float | None:
        """When the oldest unanswered command was sent, by the event loop's clock."""
        return min((at for _, at, _ in self._unanswered.values()), default=None)

    async def ask(self, command: c.AnyCommand) -> ActionSuccess:
        """Send a command and wait for its answer. Raises `NoughtsError`."""
        loop = asyncio.get_running_loop()
        command = replace(command, id=command.id or secrets.token_hex(8))
        patience_ends, backoff = loop.time() + self._patience_seconds, Backoff()
        while True:
            answer = await self._answer_to(command)
            if answer.value:
                return answer
            wait_seconds = backoff.next(answer.wait_seconds)
            if answer.code not in RETRIED or loop.time() + wait_seconds > patience_ends:
                raise refused(answer)
            await asyncio.sleep(wait_seconds)

    async def ask_for(self, kind: type[Kind], command: c.AnyCommand) -> Kind:
        """Return the message of this kind that comes with the answer."""
        expected = (kind, asyncio.get_running_loop().create_future())
        self._expected.append(expected)
        try:
            await self.ask(command)
            reply: Kind = await expected[1]
            return reply
        finally:
            self._expected.remove(expected)
            expected[1].cancel()

    async def _answer_to(self, command: c.AnyCommand) -> ActionSuccess:
        if self.error is not None:
            raise self.error
        assert command.id is not None
        loop = asyncio.get_running_loop()
        future: asyncio.Future[ActionSuccess] = loop.create_future()
        self._unanswered[command.id] = (command, loop.time(), future)
        # Nothing is lost without a connection: the next one sends unanswered commands again.
        self._send(command)
        try:
            return await future
        finally:
            self._unanswered.pop(command.id, None)

    def heard(self, message: AnyMessage) -> None:
        """Wake the caller that waits for this message."""
        if isinstance(message, ActionSuccess) and message.id in self._unanswered:
            answered = self._unanswered[message.id][2]
            if not answered.done():
                answered.set_result(message)
        for kind, future in self._expected:
            if isinstance(message, kind) and not future.done():
                future.set_result(message)

    def fail(self, error: NoughtsError) -> None:
        """Fail all waiting calls: there will be no other connection."""
        self.error = self.error or error
        waiting = [future for _, _, future in self._unanswered.values()]
        for future in waiting + [future for _, future in self._expected]:
            if not future.done():
                future.set_exception(error)
                # The caller may be waiting for another answer first.
                future.exception()
