"""What can go wrong for a client.

Exception
 ├── CommandRefused   the server said no, and why
 └── ConnectionLost   the connection is gone, and the client was not to make a new one
"""

from noughts.messages.answers import BoardState


class CommandRefused(Exception):
    """A no from the server: `code` for programs, `reason` for people, `state` where the board had changed."""

    def __init__(
        self, code: str, reason: str, *, wait_seconds: float | None = None, state: BoardState | None = None
    ) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.wait_seconds = wait_seconds
        self.state = state


class ConnectionLost(Exception):
    """The server is gone."""
