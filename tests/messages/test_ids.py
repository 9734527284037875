"""Tests of the ids that clients choose."""

import pytest

from noughts.messages.codec import decode_command
from noughts.messages.commands import MakeMove
from noughts.messages.ids import is_id
from noughts.messages.refusals import Refusal


@pytest.mark.parametrize("text", ["a", "m57", "!", "~", "0f8e-4b", "x" * 64])
def test_accepts_printable_ids(text: str) -> None:
    command = decode_command(f'{{"type":"MakeMove","id":"{text}","position":4}}'.encode())
    assert is_id(text)
    assert command == MakeMove(id=text, cell=4)


@pytest.mark.parametrize("text", ["", " ", "a b", "é", "a\\n", "\\u0000", "\\u007f", "x" * 65])
def test_refuses_other_ids(text: str) -> None:
    refusal = decode_command(f'{{"type":"MakeMove","id":"{text}","position":4}}'.encode())
    assert isinstance(refusal, Refusal)
    assert refusal.code == "malformed"
    assert "$.id" in str(refusal.detail) or "`id`" in str(refusal.detail)
