"""Writes the web client's `messages.ts` from the server's own message structs and registry of variants.

Run it after a change of `noughts/messages` or `noughts/rules/variants.py`; a test fails until then. It reads the names,
types and defaults of fields from the structs, and decides nothing itself.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import UnionType
from typing import get_args

import msgspec
from msgspec import inspect

from noughts.doors.pages.routes import PAGES, PAGES_OF
from noughts.doors.rest.social import InviteLink, InviteShown
from noughts.messages.answers import AnyMessage
from noughts.messages.commands import AnyCommand, EmoteName, Offered
from noughts.messages.emails import EmailConfirmed, EmailShown, MailRequested
from noughts.messages.ids import PlayerKind, Seat
from noughts.messages.moderation import LogPage, ModeratedPlayer, ReportPage, ReportShown
from noughts.messages.notice_kinds import NOTICE_KINDS
from noughts.messages.passkeys import PasskeyChallenge, PasskeyList, PasskeyRequest
from noughts.messages.providers import ProviderEntered, ProviderLogins, ProviderStart
from noughts.messages.refusals import REFUSALS
from noughts.messages.setup import SeatChoice, Visibility
from noughts.messages.standings import FinishedGames, Leaderboard, PlayerPage, RatingHistory, Versus
from noughts.rules import VARIANTS, Variant

TARGET = Path(__file__).parents[1] / "web" / "src" / "messages.ts"

# Types that the client uses over the API and that are not messages.
ApiBody = (
    PlayerPage
    | FinishedGames
    | Versus
    | RatingHistory
    | Leaderboard
    | InviteLink
    | InviteShown
    | PasskeyList
    | PasskeyChallenge
    | PasskeyRequest
    | ReportPage
    | ReportShown
    | ModeratedPlayer
    | LogPage
    | EmailShown
    | EmailConfirmed
    | MailRequested
    | ProviderStart
    | ProviderEntered
    | ProviderLogins
)

# Unions of literals that deserve a name in the client.
NAMED_WORDS = {
    "Seat": Seat,
    "Visibility": Visibility,
    "SeatChoice": SeatChoice,
    "PlayerKind": PlayerKind,
    "Offered": Offered,
    "EmoteName": EmoteName,
}
_NAME_OF_WORDS = {frozenset(get_args(words)): name for name, words in NAMED_WORDS.items()}

# Whole numbers and fractions are one type to the client.
_PLAIN = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
}


def render() -> str:
    """Return the whole text of `messages.ts`."""
    parts = [
        "// Written by tools/message_types.py from the server's own messages: change those, not this file.",
        *(f"export type {name} = {_words(get_args(words))};" for name, words in NAMED_WORDS.items()),
        *(_interface(struct, said_by_client=False) for struct in _structs(AnyMessage | ApiBody)),
        *(_interface(struct, said_by_client=True) for struct in _structs(AnyCommand)),
        _union("Message", _names(AnyMessage)),
        _union("Command", _names(AnyCommand)),
        _union("RefusalCode", _words(REFUSALS).split(" | ")),
        _variants(),
        _list("NOTICE_KINDS", "The kinds of notices.", NOTICE_KINDS),
        _list("PAGES", "Pages whose address has no further part.", PAGES),
        _list("PAGES_OF", "Pages whose address continues with an id or a name.", PAGES_OF),
    ]
    return "\n\n".join(parts) + "\n"


def _structs(union: UnionType) -> list[inspect.StructType]:
    """Return the structs of this union, each after those that it holds."""
    found: dict[type, inspect.StructType] = {}
    for info in inspect.multi_type_info(get_args(union)):
        _collect(info, found)
    is_shared = {info.cls for info in found.values() if info.tag is None and union is AnyCommand}
    # Types shared by commands and messages (a clock's setting) are written once, with the messages.
    return [info for info in found.values() if info.cls not in is_shared]


def _collect(info: inspect.Type, found: dict[type, inspect.StructType]) -> None:
    for inner in _inner_types(info):
        _collect(inner, found)
    if isinstance(info, inspect.StructType):
        found.setdefault(info.cls, info)


def _inner_types(info: inspect.Type) -> Iterator[inspect.Type]:
    match info:
        case inspect.StructType():
            yield from (field.type for field in info.fields)
        case inspect.UnionType():
            yield from info.types
        case inspect.ListType() | inspect.VarTupleType():
            yield info.item_type
        case inspect.DictType():
            yield from (info.key_type, info.value_type)
        case _:
            pass


def _interface(info: inspect.StructType, *, said_by_client: bool) -> str:
    name = info.cls.__name__
    lines = [_comment(info.cls), f"export interface {name} {{"]
    if info.tag is not None:
        lines.append(f'  type: "{info.tag}";')
    may_miss = said_by_client or info.cls.__struct_config__.omit_defaults
    for field in info.fields:
        mark = "?" if may_miss and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type, drop_null=bool(mark))};")
    return "\n".join([*lines, "}"])


def _comment(struct: type) -> str:
    words = " ".join((struct.__doc__ or struct.__name__).split())
    return f"/** {words} */"


def _type(info: inspect.Type, *, drop_null: bool = False) -> str:
    match info:
        case inspect.UnionType():
            members = [member for member in info.types if not (drop_null and isinstance(member, inspect.NoneType))]
            # Null comes last, by convention.
            members.sort(key=lambda member: isinstance(member, inspect.NoneType))
            return " | ".join(_type(member) for member in members)
        case inspect.Metadata():
            return _type(info.type)
        case inspect.StructType():
            return info.cls.__name__
        case inspect.LiteralType():
            return _NAME_OF_WORDS.get(frozenset(info.values)) or _words(info.values)
        case inspect.ListType() | inspect.VarTupleType():
            return f"{_type(info.item_type)}[]"
        case inspect.DictType():
            return f"Record<{_type(info.key_type)}, {_type(info.value_type)}>"
        case _ if type(info) in _PLAIN:
            return _PLAIN[type(info)]
        case _:
            raise TypeError(f"no TypeScript for {info}: teach tools/message_types.py this type")


def _words(words: Iterable[object]) -> str:
    return " | ".join(msgspec.json.encode(word).decode() for word in words)


def _names(union: UnionType) -> list[str]:
    return [member.__name__ for member in get_args(union)]


def _union(name: str, members: Iterable[str]) -> str:
    return "\n  | ".join([f"export type {name} =", *members]) + ";"


def _variants() -> str:
    comment = "/** The registered variants. Their texts are in the client. */"
    rows = [f"  {_variant(variant)}," for variant in VARIANTS]
    return "\n".join([comment, "export const VARIANTS = [", *rows, "] as const;"])


def _list(name: str, comment: str, words: Iterable[str]) -> str:
    quoted = ", ".join(msgspec.json.encode(word).decode() for word in words)
    return f"/** {comment} */\nexport const {name} = [{quoted}] as const;"


def _variant(variant: Variant) -> str:
    facts = {
        "name": variant.name,
        "rows": variant.rows,
        "cols": variant.cols,
        "inARow": variant.in_a_row,
        "choosesMark": variant.chooses_mark,
        "singleMark": variant.single_mark,
        "lineLoses": variant.line_loses,
        "makerBreaker": variant.maker_breaker,
        "lineRule": variant.line_rule,
        "gravity": variant.gravity,
        "swaps": variant.swaps,
        "mostMarks": variant.most_marks,
        "hasBoards": variant.has_boards,
        "mostBoardsWin": variant.most_boards_win,
        "fewestRatedRounds": variant.fewest_rated_rounds,
    }
    return f"{{ {', '.join(f'{name}: {msgspec.json.encode(fact).decode()}' for name, fact in facts.items())} }}"


def main() -> int:
    """Write the file, or with --check only report whether it is up to date."""
    text = render()
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(text)
        return 0
    if TARGET.read_text() == text:
        return 0
    print(f"{TARGET.name} is out of date: run tools/message_types.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
