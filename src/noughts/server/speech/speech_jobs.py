"""Requests to a speech process and its answers, a line of JSON each way."""

from msgspec import Struct

from noughts.messages.voice import Heard


class Sound(Struct, frozen=True, kw_only=True):
    """A sound as received, the variant, and in Ultimate the boards in which the player may move."""

    wav: bytes
    variant: str
    open_boards: tuple[int, ...] = ()


class HeardSound(Struct, frozen=True, tag=True, kw_only=True):
    """The recognised phrase."""

    heard: Heard


class BadSound(Struct, frozen=True, tag=True, kw_only=True):
    """Why the sound can't be used."""

    words: str


AnyReply = HeardSound | BadSound
