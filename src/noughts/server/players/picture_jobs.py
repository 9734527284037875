"""Requests to a picture process and its answers, a line of JSON each way."""

from msgspec import Struct


class Upload(Struct, frozen=True, kw_only=True):
    """A file as a client sent it."""

    data: bytes


class Remade(Struct, frozen=True, tag=True, kw_only=True):
    """The picture in it, encoded by us."""

    png: bytes


class Unusable(Struct, frozen=True, tag=True, kw_only=True):
    """Why the file can't be used as a picture."""

    words: str


AnyRemake = Remade | Unusable
