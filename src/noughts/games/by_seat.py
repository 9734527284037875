"""A pair of values, one for each seat."""

from typing import Generic, TypeVar

from msgspec import Struct

from noughts.messages.ids import Seat

Value = TypeVar("Value")


class BySeat(Struct, Generic[Value], frozen=True, gc=False):
    """X's value and O's value."""

    x: Value
    o: Value

    def at(self, seat: Seat) -> Value:
        return self.x if seat == "X" else self.o

    def put(self, seat: Seat, value: Value) -> "BySeat[Value]":
        """Return the pair with another value for this seat."""
        return BySeat(value, self.o) if seat == "X" else BySeat(self.x, value)

    def swapped(self) -> "BySeat[Value]":
        """Return the pair after the players have changed seats."""
        return BySeat(self.o, self.x)
