"""Generates values of any message type from the type itself, so that new messages are tested automatically."""

from typing import Any, get_args

import msgspec
from hypothesis import strategies as st
from msgspec import inspect as mi

from noughts.messages.commands import AnyCommand
from noughts.messages.events import AnyEvent

COMMANDS: tuple[type[msgspec.Struct], ...] = get_args(AnyCommand)
EVENTS: tuple[type[msgspec.Struct], ...] = get_args(AnyEvent)

_JSON_TEXT = st.text(st.characters(exclude_categories=["Cs"]))


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Generate all values that a field or struct of this type may hold."""
    return _strategy(mi.type_info(kind))


def _strategy(kind: mi.Type) -> st.SearchStrategy[Any]:
    match kind:
        case mi.Metadata():
            return _strategy(kind.type)
        case mi.StructType():
            return _struct(kind)
        case mi.UnionType():
            return st.one_of([_strategy(each) for each in kind.types])
        case mi.NoneType():
            return st.none()
        case mi.BoolType():
            return st.booleans()
        case mi.LiteralType():
            return st.sampled_from(kind.values)
        case mi.IntType():
            return st.integers(kind.ge, kind.le)
        case mi.StrType():
            return _text(kind)
        case mi.DictType():
            return st.dictionaries(_strategy(kind.key_type), _strategy(kind.value_type), max_size=5)
        case mi.VarTupleType():
            shortest, longest = kind.min_length or 0, kind.max_length or 6
            return st.lists(_strategy(kind.item_type), min_size=shortest, max_size=longest).map(tuple)
        case _:
            raise NotImplementedError(f"no values known for {kind}")


def _struct(kind: mi.StructType) -> st.SearchStrategy[Any]:
    fields = {field.name: _strategy(field.type) for field in kind.fields}
    return (
        st.fixed_dictionaries(fields).map(lambda values: _made(kind.cls, values)).filter(lambda made: made is not None)
    )


def _made(cls: Any, values: dict[str, Any]) -> Any:
    try:
        return cls(**values)
    except ValueError:
        # A struct may have more rules than its types: a clock is either real time or slow.
        return None


def _text(kind: mi.StrType) -> st.SearchStrategy[str]:
    shortest, longest = kind.min_length or 0, kind.max_length or 40
    if kind.pattern is not None and "!-~" not in kind.pattern and "\\u0000" not in kind.pattern:
        return st.from_regex(kind.pattern).filter(lambda text: shortest <= len(text) <= longest)
    if kind.pattern is None or "!-~" not in kind.pattern:
        return st.text(
            st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=shortest, max_size=longest
        )
    return st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=longest)


# Any JSON, and what Python also accepts as JSON (NaN, infinities, lone surrogates).
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**400), 10**400)
    | st.floats()
    | st.text(max_size=30)
    | st.sampled_from(["X", "O", "classic", "MakeMove", "Resign", "draw", "\ud800", "\x00", "\u202e", "x" * 500]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_JSON_TEXT, inner, max_size=4),
    max_leaves=10,
)
