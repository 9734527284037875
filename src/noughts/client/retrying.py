"""When to try again, and after how long. Waits double and vary at random, so that many clients don't return at once."""

import random

FIRST_WAIT_SECONDS = 0.1
LONGEST_WAIT_SECONDS = 5.0

# Temporary refusals. After the first two, the command may or may not have been stored. Sent again under the same id, it
# is applied once, and the answer shows the result.
RETRIED = frozenset({"storage_unavailable", "internal", "shutting_down", "busy", "too_many_requests"})


class Backoff:
    """The wait before each new try."""

    def __init__(
        self, first_seconds: float = FIRST_WAIT_SECONDS, longest_seconds: float = LONGEST_WAIT_SECONDS
    ) -> None:
        self._first_seconds = first_seconds
        self._longest_seconds = longest_seconds
        self._next_seconds = first_seconds

    def reset(self) -> None:
        """Start again with the shortest wait."""
        self._next_seconds = self._first_seconds

    def next(self, least_seconds: float | None = None) -> float:
        """Return the seconds to wait now: at least as long as the server has asked for."""
        wait = self._next_seconds * random.uniform(0.5, 1.0)  # noqa: S311 - no secret
        self._next_seconds = min(self._longest_seconds, self._next_seconds * 2)
        return wait if least_seconds is None else least_seconds + wait
