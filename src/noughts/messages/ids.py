"""The names things go by. Ids are opaque text; who may use one is decided in `games` and `server`, never here."""

from typing import Annotated, Literal, NewType

from msgspec import Meta

from noughts.rules import Mark

GameId = NewType("GameId", str)
PlayerId = NewType("PlayerId", str)

# A seat is named by the mark it plays: X moves first.
Seat = Mark

SEATS: tuple[Seat, Seat] = ("X", "O")

# In Python `$` alone would also let a newline at the end pass.
_ID_PATTERN = r"^[!-~]+(?!\n)$"

# A client's own id of a command. Long enough for a UUID with a prefix, short enough to be kept with every move.
CommandId = Annotated[str, Meta(max_length=64, pattern=_ID_PATTERN)]

# Ids as they come from outside: bounded before anything looks at them.
GameIdField = Annotated[str, Meta(max_length=64, pattern=_ID_PATTERN)]

# A deleted one is nobody any more; its games stay for its opponents.
PlayerKind = Literal["guest", "account", "bot", "computer", "deleted"]
