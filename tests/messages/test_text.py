"""Names are normalised: names that look equal become equal, and invisible characters are removed."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.messages.text import shown_text
from tests.proving import sample


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann  ", "Ann"),
        ("Ann Lee", "Ann Lee"),
        ("Ångström", "Ångström"),
        ("A\u030angstro\u0308m", "Ångström"),
        ("\uff21\uff4e\uff4e", "Ann"),
        ("ﬁn", "fin"),
        ("Аня", "Аня"),
        ("李小龙", "李小龙"),
        ("محمد", "محمد"),
        ("cat 🐈", "cat 🐈"),
        ("<b>&amp;", "<b>&amp;"),
        ("a\u00a0b", "a b"),
        ("an  nie", "an nie"),
        ("I \u2764\ufe0f O", "I \u2764\ufe0f O"),
    ],
)
def test_accepts_visible_names(typed: str, shown: str) -> None:
    assert shown_text(typed) == shown


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\u3000",
        "a\x00b",
        "a\nb",
        "a\tb",
        "a\x7fb",
        "a\x1b[31m",
        "a\u200bb",
        "a\u200db",
        "\ufeffa",
        "a\u00adb",
        "a\u202eb",
        "a\u2066b",
        "a\u2028b",
        "a\u2029b",
        "a\ud800b",
        "a\ue000b",
        "a\uffffb",
        "a\U000e0041b",
        "an\u034fnie",
        "\u2800",
        "\u3164",
        "\u115fannie",
        "\u1160",
        "\uffa0",
        "a\u17b4",
        "annie\ufe0f",
        "\ufffca",
        "\U0001d159",
        "a\U000e0100",
    ],
    ids=ascii,
)
def test_rejects_invisible_names(typed: str) -> None:
    assert shown_text(typed) is None


@given(typed=st.text(max_size=30))
@settings(max_examples=sample(100, 5_000))
def test_normalising_twice_changes_nothing(typed: str) -> None:
    shown = shown_text(typed)
    if shown is not None:
        assert shown_text(shown) == shown
        assert shown == shown.strip() != ""
        assert unicodedata.is_normalized("NFKC", shown)
        assert not {unicodedata.category(character) for character in shown} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
