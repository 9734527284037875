"""The clock of a game, based on the server's time only. It is an immutable value.

It does not run until both have made their first move of a round, so that nobody loses time waiting for an opponent.
"""

from msgspec import Struct
from msgspec.structs import replace

from noughts.messages.ids import Seat
from noughts.messages.setup import ClockSetting

MS_PER_DAY = 86_400_000


class Clock(Struct, frozen=True, gc=False):
    """The time each seat has left at `since_ms`, and which clock has been running since."""

    x_ms: int
    o_ms: int
    increment_ms: int
    per_move_ms: int | None
    running: Seat | None = None
    since_ms: int = 0

    def left_ms(self, seat: Seat, now_ms: int) -> int:
        """Return the time that `seat` has left now, never below zero."""
        stored = self.x_ms if seat == "X" else self.o_ms
        if self.running != seat:
            return stored
        # The time may step back, or come from another process's clock. Nobody gains time by that.
        return max(0, stored - max(0, now_ms - self.since_ms))

    def is_over(self, now_ms: int) -> bool:
        return self.running is not None and self.left_ms(self.running, now_ms) == 0

    @property
    def ends_at_ms(self) -> int | None:
        """When the running clock reaches zero."""
        if self.running is None:
            return None
        return self.since_ms + (self.x_ms if self.running == "X" else self.o_ms)

    def pressed(self, seat: Seat, now_ms: int, *, then: Seat | None) -> "Clock":
        """Return the clock after a move of `seat`: the seat gets its increment, and the clock of `then` starts."""
        left = self.left_ms(seat, now_ms)
        # The increment is earned by time spent thinking: a first move, made while the clock is stopped, earns none.
        gained = self.increment_ms if self.running == seat else 0
        left = left + gained if self.per_move_ms is None else self.per_move_ms
        return self._with(seat, left, then, now_ms)

    def given(self, seat: Seat, ms: int, now_ms: int) -> "Clock":
        return self._with(seat, self.left_ms(seat, now_ms) + ms, self.running, now_ms)

    def excused(self, ms: int) -> "Clock":
        """Return the clock as if it had started this much later."""
        return replace(self, since_ms=self.since_ms + ms)

    def turned_to(self, seat: Seat, now_ms: int) -> "Clock":
        """Return the clock after a take-back: time already spent is not returned, and `seat` is to move."""
        return self.stopped(now_ms)._with(seat, self.left_ms(seat, now_ms), seat, now_ms)

    def stopped(self, now_ms: int) -> "Clock":
        return Clock(
            self.left_ms("X", now_ms), self.left_ms("O", now_ms), self.increment_ms, self.per_move_ms, None, now_ms
        )

    def _with(self, seat: Seat, ms: int, running: Seat | None, now_ms: int) -> "Clock":
        x_ms = ms if seat == "X" else self.left_ms("X", now_ms)
        o_ms = ms if seat == "O" else self.left_ms("O", now_ms)
        return Clock(x_ms, o_ms, self.increment_ms, self.per_move_ms, running, now_ms)


def full_clock(setting: ClockSetting | None) -> Clock | None:
    """Return the clock of a round that has just begun."""
    if setting is None:
        return None
    if setting.days_per_move is not None:
        ms = setting.days_per_move * MS_PER_DAY
        return Clock(ms, ms, 0, ms)
    ms = (setting.base_seconds or 0) * 1000
    return Clock(ms, ms, setting.increment_seconds * 1000, None)
