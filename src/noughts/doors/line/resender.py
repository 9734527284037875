"""Sends messages until they are acknowledged: numbered, resent at growing intervals, dropped after the last try."""

import asyncio
from collections.abc import Callable
from typing import Any

from noughts.doors.line.line_messages import encode

# The seconds to wait after each of the five tries, about 30 in total.
WAITS_SECONDS = (1.0, 2.0, 4.0, 8.0, 16.0)
MOST_UNACKNOWLEDGED = 64


class _Push:
    """A message that is not acknowledged yet."""

    __slots__ = ("data", "game", "is_end", "timer", "tries")

    def __init__(self, game: str, data: bytes, is_end: bool) -> None:
        self.game = game
        self.is_end = is_end
        self.data = data
        self.tries = 0
        self.timer: asyncio.TimerHandle


class Resender:
    """One client's unacknowledged messages. `give_up` is called once, when the client stops answering."""

    def __init__(
        self,
        send: Callable[[bytes], None],
        give_up: Callable[[], None],
        first_seq: int,
        waits_seconds: tuple[float, ...] = WAITS_SECONDS,
    ) -> None:
        self._send = send
        self._give_up = give_up
        self._seq = first_seq
        self._waits = waits_seconds
        self._loop = asyncio.get_running_loop()
        self._unacknowledged: dict[int, _Push] = {}
        self._closed = False

    def push(self, game: str, fields: dict[str, Any], *, is_end: bool = False) -> bytes:
        """Send this with a number, and resend it until it is acknowledged. Return what was sent."""
        push = _Push(game, encode({**fields, "seq": self._seq}), is_end)
        if self._closed:
            return push.data
        if len(self._unacknowledged) >= MOST_UNACKNOWLEDGED:
            self._fail()
            return push.data
        self._unacknowledged[self._seq] = push
        self._seq += 1
        self._try(push)
        return push.data

    def _try(self, push: _Push) -> None:
        if push.tries >= len(self._waits):
            return self._fail()
        push.timer = self._loop.call_later(self._waits[push.tries], self._try, push)
        push.tries += 1
        self._send(push.data)

    def _fail(self) -> None:
        self.close()
        self._give_up()

    def is_unacknowledged(self, seq: int) -> bool:
        """Return whether the message with this number is still unacknowledged."""
        return seq in self._unacknowledged

    def acknowledged(self, seq: int) -> bool:
        """Drop the message that the client acknowledged. Return False when no message has this number."""
        push = self._unacknowledged.pop(seq, None)
        if push is None:
            return False
        push.timer.cancel()
        return True

    def drop_in_game(self, game: str, *, with_end: bool) -> None:
        """Drop the earlier messages of this game: the client's move shows that it received them.

        The end of the game stays: if the client still moves, the two messages crossed.
        """
        for seq in [
            n for n, push in self._unacknowledged.items() if push.game == game and (with_end or not push.is_end)
        ]:
            self.acknowledged(seq)

    def close(self) -> None:
        self._closed = True
        for push in self._unacknowledged.values():
            push.timer.cancel()
        self._unacknowledged.clear()
