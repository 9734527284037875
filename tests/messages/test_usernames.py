"""Which usernames are allowed, and which count as equal."""

import pytest

from noughts.messages.usernames import is_reserved, is_username, keys_of, lookalike_key, username_key


@pytest.mark.parametrize("name", ["ab", "Ann", "x_1", "a-b", "_-", "12", "a" * 20])
def test_accepts_usernames(name: str) -> None:
    assert is_username(name)


@pytest.mark.parametrize(
    "name",
    ["", "a", "a" * 21, "a b", "anna\n", "\nanna", "\u0430nna", "ann\u200b", "a.b", "a/b", "ann\0", "Анна", "١٢٣"],
)
def test_rejects_invalid_usernames(name: str) -> None:
    assert not is_username(name)


@pytest.mark.parametrize(("name", "twin"), [("bob", "b0b"), ("Bob", "BOB"), ("will", "wi11"), ("Ivan", "lvan")])
def test_look_alike_names_are_the_same(name: str, twin: str) -> None:
    assert username_key(name) == username_key(twin) or lookalike_key(name) == lookalike_key(twin)


@pytest.mark.parametrize(
    "name",
    [
        "annie",
        "ANNIE",
        "\uff41\uff4e\uff4e\uff49\uff45",
        "\u0430nni\u0435",
        "\U0001d41a\U0001d427\U0001d427\U0001d422\U0001d41e",
        "\u0251nn\u0131e",
        "ánnìe",
        "a\u0332nnie",
        "~annie~",
        "annie.",
        "_Annie_",
        "ANNlE",
        "ANN1E",
    ],
    ids=ascii,
)
def test_detects_names_that_imitate_an_account(name: str) -> None:
    assert username_key("annie") in keys_of(name) or lookalike_key("annie") in keys_of(name)


@pytest.mark.parametrize("name", ["anni", "annies", "an nie", "Анна", "李小龙", "!!!", "🐈"])
def test_accepts_names_that_imitate_nobody(name: str) -> None:
    assert lookalike_key("annie") not in keys_of(name)


@pytest.mark.parametrize(("name", "other"), [("neil", "nell"), ("ann", "anna"), ("a-b", "a_b")])
def test_similar_names_may_differ(name: str, other: str) -> None:
    assert username_key(name) != username_key(other)
    assert lookalike_key(name) != lookalike_key(other)


RESERVED = ["admin", "ADMIN", "ADMlN", "r00t", "He1p", "noughts", "N0ughts", "Guest", "a.d-m_i n", "\u0430dmin"]
COMPUTERS = ["Noughts 8", "noughts-8", "Noughts 10", "computer_3", "N\u043eughts 8"]


@pytest.mark.parametrize("name", [*RESERVED, *COMPUTERS, "Deleted player"])
def test_rejects_reserved_names(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["adam", "ann", "helper", "admins", "noughtsfan", "computers", "Админ", "8"])
def test_accepts_names_that_contain_reserved_words(name: str) -> None:
    assert not is_reserved(name)
