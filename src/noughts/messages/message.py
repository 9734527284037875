"""The base of every message from the server."""

from msgspec import Struct


class Message(Struct, frozen=True, tag=True, tag_field="type", kw_only=True, rename="camel", gc=False):
    """A message from the server."""


class Part(Struct, frozen=True, rename="camel", kw_only=True, gc=False):
    """A piece of a message."""
