"""Writes the tables of docs/protocol.md from the message types.

The text around the tables is written by hand; a table lies between its heading row and the next empty line.
"""

from pathlib import Path
from types import UnionType
from typing import Any, get_args

import msgspec

from noughts.messages.answers import AnyMessage
from noughts.messages.commands import AnyCommand, Command, GameCommand
from noughts.messages.refusals import REFUSALS

PAGE = Path(__file__).parent.parent / "docs" / "protocol.md"


def members(union: UnionType) -> list[Any]:
    return list(get_args(union))


def type_rows(union: UnionType) -> list[str]:
    rows = []
    for kind in members(union):
        # The text above the table describes these fields once for all commands.
        said = {"id", "game"} if issubclass(kind, GameCommand) else {"id"} if issubclass(kind, Command) else set()
        fields = [f"`{field.encode_name}`" for field in msgspec.structs.fields(kind) if field.name not in said]
        tag = kind.__struct_config__.tag
        purpose = " ".join((kind.__doc__ or "").split())
        rows.append(f"| `{tag}` | {', '.join(fields)} | {purpose} |")
    return rows


def refusal_rows() -> list[str]:
    return [f"| `{code}` | {terms.status} | {terms.words} |" for code, terms in REFUSALS.items()]


TABLES = {
    "| command | fields | for |": lambda: type_rows(AnyCommand),
    "| message | fields | when |": lambda: type_rows(AnyMessage),
    "| code | status | words |": refusal_rows,
}


def page_with_tables(text: str) -> str:
    """Return the page with each table generated from the types."""
    for heading, rows in TABLES.items():
        before, _, rest = text.partition(heading + "\n")
        _, gap, after = rest.partition("\n\n")
        text = "\n".join([before + heading, "|---|---|---|", *rows()]) + (gap + after if gap else "\n")
    return text


if __name__ == "__main__":
    PAGE.write_text(page_with_tables(PAGE.read_text()))
