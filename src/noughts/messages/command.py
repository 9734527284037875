"""The base of every command."""

from msgspec import Struct

from noughts.messages.ids import MoveIdField, is_id


class Command(
    Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True, kw_only=True, rename="camel", gc=False
):
    """A client's request. A command with a known `id` is not applied again, and gets the same answer."""

    id: MoveIdField | None = None

    def __post_init__(self) -> None:
        command_id = self.id
        # The first check is cheaper, and holds for nearly all ids.
        if command_id is not None and not (command_id.isascii() and command_id.isalnum()) and not is_id(command_id):
            raise ValueError("`id` takes printable ASCII characters without spaces")
