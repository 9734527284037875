"""The types of ids and names. Ids are opaque text; `games` and `server` decide who may use one."""

from typing import Annotated, Literal, NewType

from msgspec import Meta

from noughts.rules import Mark

GameId = NewType("GameId", str)
PlayerId = NewType("PlayerId", str)

# A seat is named by the mark it plays: X moves first.
Seat = Mark

SEATS: tuple[Seat, Seat] = ("X", "O")

# In Python, `$` alone would also accept a newline at the end.
_ID_PATTERN = r"^[!-~]+(?!\n)$"

# A client's own id for a command. Long enough for a UUID with a prefix, short enough to be kept with every move.
CommandId = Annotated[str, Meta(max_length=64, pattern=_ID_PATTERN)]

# Ids from clients: their length is checked before anything else.
GameIdField = Annotated[str, Meta(max_length=64, pattern=_ID_PATTERN)]

# The same for the two ids of a move. There a pattern would take longer than everything else in decoding, so `Command`
# checks its id without one, and a game with an impossible id is simply not found.
MoveIdField = Annotated[str, Meta(max_length=64, extra_json_schema={"pattern": _ID_PATTERN})]


def is_id(text: str) -> bool:
    """Return whether clients may use this text as an id: printable ASCII without spaces."""
    return text.isascii() and text.isprintable() and text != "" and " " not in text


# A deleted player has no name any more; the games stay for the opponents.
PlayerKind = Literal["guest", "account", "bot", "computer", "deleted"]
