"""Virtual time for a server in the test's own event loop: its timers run without real waiting."""

import asyncio
import math

import pytest_asyncio

# Time passes in steps no longer than the pauses of the server's periodic tasks, so that none of them is skipped.
# Between two steps, the effects of the timers have time to happen.
STEP_SECONDS = 0.3
REAL_SECONDS = 0.002


class LoopTime:
    """The event loop's clock, which runs as usual and which a test can put forward."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._real_time = loop.time
        self._ahead_seconds = 0.0
        loop.time = self.now  # type: ignore[method-assign]

    def now(self) -> float:
        return self._real_time() + self._ahead_seconds

    async def pass_seconds(self, seconds: float) -> None:
        """Let this much time pass for all timers of the loop, about a hundred times as fast as real time."""
        steps = max(10, math.ceil(seconds / STEP_SECONDS))
        for _ in range(steps):
            self._ahead_seconds += seconds / steps
            await asyncio.sleep(REAL_SECONDS)


@pytest_asyncio.fixture
async def loop_time() -> LoopTime:
    """The clock of this test's event loop. It is never put back, because timers depend on it."""
    return LoopTime(asyncio.get_running_loop())
