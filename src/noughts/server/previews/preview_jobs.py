"""Requests to a drawing process and its answers, a line of JSON each way."""

from msgspec import Struct

WIDTH, HEIGHT = 1200, 630


class DrawBoard(Struct, frozen=True, tag=True, kw_only=True):
    """A board: `boards` are the small ones of Ultimate, `line` is what won or lost."""

    rows: int
    cols: int
    cells: str
    boards: str = ""
    last: int | None = None
    line: tuple[int, ...] = ()


class DrawPlayer(Struct, frozen=True, tag=True, kw_only=True):
    """A player: `picture` is an uploaded one, as we have encoded it."""

    name: str
    figures: str = ""
    picture: bytes | None = None


AnyDrawing = DrawBoard | DrawPlayer


class Drawn(Struct, frozen=True, tag=True):
    """The picture as a PNG of `WIDTH` by `HEIGHT`."""

    png: bytes
