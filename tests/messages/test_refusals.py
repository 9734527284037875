"""One table for every refusal: every code in the source is in it, and every protocol can show it."""

import ast
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import get_args

import pytest
from sqlalchemy import String

import noughts
from noughts.messages.refusals import REFUSALS, Refusal
from noughts.rules import IllegalCode
from noughts.storage.tables import refusals as stored_refusals

SOURCE = Path(noughts.__file__).parent


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_has_a_form_for_every_protocol(code: str) -> None:
    refusal = Refusal(code)
    assert refusal.words.isprintable()
    assert refusal.words[0].isupper()
    assert refusal.words.endswith(".")
    assert 400 <= HTTPStatus(refusal.status) < 600
    # The close codes of RFC 6455 for a server.
    assert refusal.close_code in {1001, 1002, 1007, 1008, 1009, 1011, 1012, 1013}


@pytest.mark.parametrize("code", REFUSALS)
def test_codes_are_short_identifiers(code: str) -> None:
    assert code == code.lower()
    assert code.isidentifier()
    column = stored_refusals.c.code.type
    assert isinstance(column, String)
    assert column.length is not None
    assert len(code) <= column.length


def test_a_detail_comes_after_the_text() -> None:
    assert Refusal("too_large").words == "That message is too large."
    assert Refusal("too_large", "At most 7 bytes.").words == "That message is too large. At most 7 bytes."


def test_only_refusals_that_may_succeed_later_are_temporary() -> None:
    # A permanent refusal is remembered by its command id for as long as the game exists.
    assert {code for code, terms in REFUSALS.items() if terms.passing} == {
        "opponent_here",
        "not_gone_long_enough",
        "nothing_to_claim",
        "too_many_games",
        "muted",
        "name_kept",
        "too_many_requests",
        "too_many_tries",
        "logins_busy",
        "too_much_talk",
        "said_already",
        "too_many_pictures",
        "too_many_mails",
        "mail_busy",
        "provider_unavailable",
        "too_many_uploads",
        "upload_too_slow",
        "too_many_reports",
        "too_many_connections",
        "too_many_large_messages",
        "too_slow",
        "silent",
        "busy",
        "computer_busy",
        "computer_away",
        "voice_busy",
        "storage_unavailable",
        "shutting_down",
        "internal",
    }


def test_every_illegal_move_has_a_refusal() -> None:
    assert set(get_args(IllegalCode)) <= REFUSALS.keys()


def test_every_refusal_in_the_code_is_in_the_table() -> None:
    found = {code: place for path in SOURCE.rglob("*.py") for code, place in codes_refused_in(path)}
    assert len(found) > 20
    assert not {f"{place} refuses {code!r}" for code, place in found.items() if code not in REFUSALS}


def codes_refused_in(path: Path) -> Iterator[tuple[str, str]]:
    """Return the codes in `Refusal("code")` and `refused("code")`."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
            continue
        first = node.args[0]
        if node.func.id in ("Refusal", "refused") and isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value, f"{path.name}:{node.lineno}"
