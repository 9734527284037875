"""Requests to a speech process and its answers, a line of JSON each way."""

from msgspec import Struct

from noughts.messages.voice import Heard


class Sound(Struct, frozen=True, kw_only=True):
    """A sound as it came, the variant that is played, and in Ultimate the boards in which the mover may play."""

    wav: bytes
    variant: str
    open_boards: tuple[int, ...] = ()


class HeardSound(Struct, frozen=True, tag=True, kw_only=True):
    """The recognised phrase."""

    heard: Heard


class BadSound(Struct, frozen=True, tag=True, kw_only=True):
    """It is no sound that can be used, and why."""

    words: str


AnyReply = HeardSound | BadSound
