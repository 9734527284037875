"""The base of every command."""

from msgspec import Struct

from noughts.messages.ids import CommandId


class Command(
    Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True, kw_only=True, rename="camel"
):
    """Something a client asks for. The same `id` again gets the same answer again and is applied once."""

    id: CommandId | None = None
