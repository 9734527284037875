"""Sends objects of the line protocol to one client. If the client acknowledges them, they are numbered and repeated."""

from collections.abc import Callable
from typing import Any

from noughts.doors.line.line_game import LineGame
from noughts.doors.line.line_messages import encode
from noughts.doors.line.resender import Resender

# The last messages in a game, kept for a client that seems to have missed them.
MOST_RECENT = 4


class LineSender:
    """Sends to one client. Datagrams may be lost or duplicated (`is_lossy`), so each one is acknowledged."""

    def __init__(self, send: Callable[[bytes], None], resender: Resender, *, is_lossy: bool = False) -> None:
        self.send_bytes = send
        self.is_lossy = is_lossy
        # Whether the client acknowledges what is pushed to it.
        self.acks = is_lossy
        self._resender = resender

    def send(self, fields: dict[str, Any]) -> None:
        """Send a direct reply, once."""
        self.send_bytes(encode(fields))

    def acknowledge(self, seq: int | None) -> None:
        """Tell the client that its message with this number arrived, if it numbers them."""
        if seq is not None:
            self.send({"ack": seq})

    def push(self, game: LineGame, fields: dict[str, Any], *, is_end: bool = False) -> None:
        """Send a game event. If the client acknowledges messages, resend it until it does."""
        if self.acks:
            game.recent.append(self._resender.push(game.id, fields, is_end=is_end))
            del game.recent[:-MOST_RECENT]
        else:
            self.send(fields)

    def repeat(self, game: LineGame) -> None:
        """Resend what was pushed in this game since the client's own last move."""
        for data in game.recent:
            self.send_bytes(data)
