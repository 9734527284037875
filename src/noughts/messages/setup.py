"""The settings of a game: the part of `CreateGame` that never changes later."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from noughts.messages.ids import PlayerId

Visibility = Literal["public", "private"]

# The API that a game belongs to, if that matters: a player in a room can't join a second one.
Door = Literal["rooms"]

SeatChoice = Literal["X", "O", "random"]

# What happens when a player is absent: the opponent chooses, or the setup decides. With `wait` there is no choice.
Absence = Literal["choose", "win", "draw", "computer", "wait"]

Pace = Literal["untimed", "realtime", "slow"]


class ClockSetting(Struct, frozen=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True):
    """Real time (`base_seconds` and `increment_seconds`, Fischer) or slow (`days_per_move`); exactly one of the two."""

    base_seconds: Annotated[int, Meta(ge=5, le=10_800)] | None = None
    increment_seconds: Annotated[int, Meta(ge=0, le=180)] = 0
    days_per_move: Literal[1, 2, 3, 5, 7, 14] | None = None

    def __post_init__(self) -> None:
        if (self.base_seconds is None) == (self.days_per_move is None):
            raise ValueError("a clock has either baseSeconds or daysPerMove")
        if self.days_per_move is not None and self.increment_seconds:
            raise ValueError("incrementSeconds goes with baseSeconds")

    @property
    def is_realtime(self) -> bool:
        """Whether both players sit at the board while the clock runs."""
        return self.base_seconds is not None


class Setup(Struct, frozen=True, rename="camel", omit_defaults=True):
    """The settings of a game, agreed when it was made. Two games with equal setups are the same kind of game."""

    variant: str = "classic"
    rounds: int = 1
    clock: ClockSetting | None = None
    visibility: Visibility = "public"
    name: str | None = None
    opponent: PlayerId | None = None
    door: Door | None = None
    # Whether the result changes the ratings of the two.
    rated: bool = False
    absence: Absence = "choose"

    @property
    def pace(self) -> Pace:
        """How much attention the game needs from its players; stored in a separate column."""
        return "untimed" if self.clock is None else "realtime" if self.clock.is_realtime else "slow"
