"""What every message of the server is, whatever it says."""

from msgspec import Struct


class Message(Struct, frozen=True, tag=True, tag_field="type", kw_only=True, rename="camel", gc=False):
    """Something the server says."""


class Part(Struct, frozen=True, rename="camel", kw_only=True, gc=False):
    """A piece of a message."""
