"""Stored events: every row ever written must stay readable.

`golden/events.jsonl` holds rows as earlier versions wrote them. Lines are added to it, and none is ever changed: a test
that fails here means that games which people have played could no longer be read.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.messages.codec import decode_events, encode_events
from noughts.messages.events import AnyEvent, GameCreated, MoveMade, RoundFinished
from noughts.messages.ids import PlayerId
from noughts.messages.setup import Setup
from tests.messages.samples import EVENTS, values_of
from tests.proving import sample

GOLDEN = [
    json.loads(line) for line in Path(__file__).with_name("golden").joinpath("events.jsonl").read_text().splitlines()
]


@given(events=st.lists(st.one_of([values_of(kind) for kind in EVENTS]), max_size=4).map(tuple))
@settings(max_examples=sample(60, 3_000))
def test_reads_back_every_event(events: tuple[AnyEvent, ...]) -> None:
    assert decode_events(encode_events(events)) == events


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: str(row["body"])[:60])
def test_old_rows_stay_readable(row: dict[str, Any]) -> None:
    read = decode_events(row["body"])
    assert [type(event).__name__ for event in read] == [meant["event"] for meant in row["means"]]
    for event, meant in zip(read, row["means"], strict=True):
        check_holds(event, {name: value for name, value in meant.items() if name != "event"})
    assert json.loads(encode_events(read)) == json.loads(row["body"])


def check_holds(struct: Any, meant: dict[str, Any]) -> None:
    """Check all these fields with these values, including those left out of the row. Newer fields may exist."""
    for name, value in meant.items():
        actual = getattr(struct, name)
        if isinstance(value, dict):
            check_holds(actual, value)
        else:
            assert actual == (tuple(value) if isinstance(value, list) else value), name


def test_every_event_has_a_row_of_an_earlier_version() -> None:
    assert {event["event"] for row in GOLDEN for event in row["means"]} == {kind.__name__ for kind in EVENTS}


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_ignores_fields_of_later_versions(kind: type[msgspec.Struct]) -> None:
    body = next(json.loads(row["body"]) for row in GOLDEN if row["means"][0]["event"] == kind.__name__)
    later = [{**event, "addedLater": {"some": "thing"}} for event in body]
    assert decode_events(json.dumps(later)) == decode_events(json.dumps(body))


def test_a_move_takes_few_bytes() -> None:
    assert encode_events((MoveMade(4, "X"),)) == '[{"type":"MoveMade","cell":4,"mark":"X"}]'
    assert encode_events((GameCreated(Setup(), PlayerId("p"), "X"),)) == (
        '[{"type":"GameCreated","setup":{},"player":"p","seat":"X"}]'
    )
    assert encode_events((RoundFinished(None, "full"),)) == '[{"type":"RoundFinished","winner":null,"reason":"full"}]'


@pytest.mark.parametrize("body", ["", "{}", '[{"type":"Resign"}]', '[{"type":"MoveMade","cell":"4","mark":"X"}]'])
def test_rejects_rows_that_no_version_wrote(body: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_events(body)
