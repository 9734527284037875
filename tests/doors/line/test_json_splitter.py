"""Finds objects however the network splits them, and whatever is between them."""

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.doors.line.json_splitter import JsonSplitter
from noughts.messages.refusals import Refusal
from tests.messages.samples import JSON

OBJECTS = st.lists(st.dictionaries(st.text(max_size=8), JSON, max_size=4), max_size=5)


def is_wire_json(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    borders = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[begin:end] for begin, end in itertools.pairwise(borders)]


def fed(*parts: bytes) -> list[bytes | Refusal]:
    splitter = JsonSplitter()
    return [piece for part in parts for piece in splitter.feed(part)]


def codes(found: list[bytes | Refusal]) -> list[str]:
    return [piece.code if isinstance(piece, Refusal) else piece.decode() for piece in found]


@given(OBJECTS.filter(is_wire_json), st.sampled_from(["", "\n", " \r\n", "\n\n\t"]), st.lists(st.integers(0)))
def test_returns_objects_unchanged(objects: list[Any], between: str, cuts: list[int]) -> None:
    data = between.join(json.dumps(value, ensure_ascii=False) for value in objects).encode()
    found = fed(*pieces(data, cuts))
    assert [json.loads(piece) for piece in found if isinstance(piece, bytes)] == json.loads(
        json.dumps(objects)
    ) or "NaN" in repr(found)
    assert len(found) == len(objects)


@given(st.lists(st.binary(max_size=40)))
def test_splits_any_bytes_the_same_at_once_and_one_by_one(parts: list[bytes]) -> None:
    data = b"".join(parts)
    assert fed(data) == fed(*(bytes([byte]) for byte in data))


@given(st.text(alphabet='{}"\\\n a', max_size=60))
def test_splits_any_characters_the_same_at_once_and_one_by_one(text: str) -> None:
    data = text.encode()
    assert codes(fed(data)) == codes(fed(*(bytes([byte]) for byte in data)))


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (b"hello\n", ["malformed"]),
        (b'[1, 2]\n{"a":1}', ["malformed", '{"a":1}']),
        (b'GET / HTTP/1.1\n{"a":1}\n', ["malformed", '{"a":1}']),
        (b'{"a":"b\n{"a":1}\n', ["malformed", '{"a":1}']),
        (b'{"a":"\\"}"}{}', ['{"a":"\\"}"}', "{}"]),
        (b'{"a":{"b":{}}}\n{"c":1}', ['{"a":{"b":{}}}', '{"c":1}']),
        (b"} } {}", ["malformed", "{}"]),
        (b"\xff\xfe\n\xff\n{}", ["malformed", "malformed", "{}"]),
        (b'{"a":1\n{"b":2}\n{"c":3}\n', ["malformed", '{"b":2}', '{"c":3}']),
        (b'{"a":1,\n{"b":2}\n', ["malformed", '{"b":2}']),
        (b'{"a":{"b":1}\n{"c":3}\n', ["malformed", '{"c":3}']),
        (b'{"a":\n{"b":[{"c":1}, {}]}}\n', ['{"a":\n{"b":[{"c":1}, {}]}}']),
    ],
)
def test_finds_the_next_object_after_garbage(said: bytes, found: list[str]) -> None:
    assert codes(fed(said)) == found


@pytest.mark.parametrize("step", [1, 7, 5000])
def test_does_not_keep_an_endless_object_forever(step: int) -> None:
    endless = b'{"username":"' + b"a" * 10_000
    found = fed(*(endless[begin : begin + step] for begin in range(0, len(endless), step)))
    assert "too_large" in codes(found)


def test_ignores_a_complete_object_that_is_too_large() -> None:
    assert codes(fed(b'{"a":"' + b"a" * 5000 + b'"}')) == ["too_large"]
    assert codes(fed(b'{"b":{},"a":"' + b"a" * 5000 + b'"}')) == ["too_large"]


def test_detects_whether_an_object_has_begun() -> None:
    splitter = JsonSplitter()
    waiting = []
    for part in (b"\n", b'{"a"', b":1", b"}\n"):
        splitter.feed(part)
        waiting.append(splitter.is_waiting)
    assert waiting == [False, True, True, False]
