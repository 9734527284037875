"""The base of every command."""

from msgspec import Struct

from noughts.messages.ids import CommandId


class Command(
    Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True, kw_only=True, rename="camel"
):
    """A client's request. A command with a known `id` is not applied again, and gets the same answer."""

    id: CommandId | None = None
