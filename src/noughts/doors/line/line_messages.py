"""Messages of the line protocol, both ways: objects without a `type`. Shapes only; nothing is decided here.

A client that uses only the two basic messages receives only their keys.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from noughts.messages.codec import MAX_COMMAND_BYTES
from noughts.messages.commands import VariantName
from noughts.messages.ids import GameIdField, Seat
from noughts.messages.refusals import Refusal
from noughts.rules import Mark

Credential = Annotated[str, Meta(max_length=128)]
# The largest integer that every language can represent exactly.
Number = Annotated[int, Meta(ge=0, le=2**53)]


class LineMessage(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Any object of the protocol; its keys tell its kind."""

    # who the client is, and what it wants to play
    username: Annotated[str, Meta(max_length=20)] | None = None
    game_type: VariantName | None = None
    opponent: Annotated[str, Meta(max_length=40)] | None = None
    password: Credential | None = None
    token: Credential | None = None
    resume: bool = False
    acks: bool = False
    # in a game
    game_id: GameIdField | None = None
    player_id: int | None = None
    cell: int | None = field(default=None, name="position")
    mark: Mark | None = None
    play_again: bool | None = None
    # acknowledgements; and the client's own request for an answer
    ack: Number | None = None
    seq: Number | None = None

    @property
    def is_of_game(self) -> bool:
        """Whether this is a message within a game; a gameId alone asks for the free seat of that game."""
        return self.player_id is not None or self.cell is not None or self.play_again is not None

    @property
    def is_plain(self) -> bool:
        """Whether a client that uses only the two basic messages could send this."""
        more = (self.opponent, self.password, self.token, self.game_id)
        return not (any(more) or self.resume or self.acks)

    @property
    def is_proven(self) -> bool:
        """Whether it includes a proof of its sender."""
        return bool(self.token or self.password)

    def __post_init__(self) -> None:
        if self.is_of_game and (
            self.game_id is None or self.player_id is None or (self.cell is None) == (self.play_again is None)
        ):
            raise ValueError("send gameId, playerId, and either position or playAgain")


_decoder = msgspec.json.Decoder(LineMessage)
_encoder = msgspec.json.Encoder()

encode = _encoder.encode


def decode(data: bytes) -> LineMessage | Refusal:
    """Return the object in these bytes, or the refusal to send back."""
    if len(data) > MAX_COMMAND_BYTES:
        return Refusal("too_large", f"The limit is {MAX_COMMAND_BYTES} bytes.")
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        words = str(error) if isinstance(error, msgspec.DecodeError) else "Not UTF-8 text, or nested too deeply."
        return Refusal("malformed", "".join(c if c.isprintable() else "?" for c in words[:200]))


def error(code: str, words: str) -> dict[str, Any]:
    return {"error": words, "code": code}


def refusal_error(refusal: Refusal) -> dict[str, Any]:
    return error(refusal.code, refusal.words)


def player_number(seat: Seat) -> int:
    """Return the `playerId` of a seat: the first player is X."""
    return 1 if seat == "X" else 2
