"""The exceptions of the client library. Methods raise nothing else, except `TimeoutError` where they take a timeout.

NoughtsError
 ├── CommandRefused    the server refused a command, and says why
 │    └── LoginEnded   the token is no longer valid: log in again
 └── ConnectionLost    the server cannot be reached, or the client was closed
"""

from noughts.messages.board_state import BoardState

# Refusals of a token that will never be accepted again.
ENDED_LOGIN = frozenset({"bad_token", "logged_out", "banned"})


class NoughtsError(Exception):
    """Any error of this library."""


class CommandRefused(NoughtsError):
    """A refusal: `code` for programs, `reason` for people, `state` if the board had changed."""

    def __init__(
        self, code: str, reason: str, *, wait_seconds: float | None = None, state: BoardState | None = None
    ) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.wait_seconds = wait_seconds
        self.state = state


class LoginEnded(CommandRefused):
    """The login was ended, or the account was banned or deleted. The client can't be used any more."""


class ConnectionLost(NoughtsError):
    """The server cannot be reached, or does not answer as a Noughts server does."""
