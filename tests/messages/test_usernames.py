"""What an account may be called, and which names are the same."""

import pytest

from noughts.messages.usernames import is_reserved, is_username, lookalike_key, username_key


@pytest.mark.parametrize("name", ["ab", "Ann", "x_1", "a-b", "_-", "12", "a" * 20])
def test_a_username(name: str) -> None:
    assert is_username(name)


@pytest.mark.parametrize(
    "name",
    ["", "a", "a" * 21, "a b", "anna\n", "\nanna", "\u0430nna", "ann\u200b", "a.b", "a/b", "ann\0", "Анна", "١٢٣"],
)
def test_no_username(name: str) -> None:
    assert not is_username(name)


@pytest.mark.parametrize(("name", "twin"), [("bob", "b0b"), ("Bob", "BOB"), ("will", "wi11"), ("Ivan", "lvan")])
def test_names_that_are_one(name: str, twin: str) -> None:
    assert username_key(name) == username_key(twin) or lookalike_key(name) == lookalike_key(twin)


@pytest.mark.parametrize(("name", "other"), [("neil", "nell"), ("ann", "anna"), ("a-b", "a_b")])
def test_names_that_are_two(name: str, other: str) -> None:
    assert username_key(name) != username_key(other)
    assert lookalike_key(name) != lookalike_key(other)


@pytest.mark.parametrize("name", ["admin", "ADMIN", "r00t", "He1p", "noughts", "N0ughts", "Guest"])
def test_names_that_nobody_gets(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["adam", "ann", "helper", "admins"])
def test_names_that_somebody_gets(name: str) -> None:
    assert not is_reserved(name)
