"""The texts of mails: one file for each language of the page, with the same placeholders."""

import re
from pathlib import Path
from string import Formatter

import msgspec
import pytest

from noughts.server.mail.mail_texts import MailTexts, languages, texts_in

LOCALES = Path(__file__).parents[3] / "web" / "src" / "locales"


def places(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def test_every_language_of_the_page_has_mail_texts() -> None:
    assert set(languages()) == {path.stem for path in LOCALES.glob("*.json")}


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_placeholders(language: str) -> None:
    texts, english = texts_in(language), texts_in("en")
    for field in msgspec.structs.fields(MailTexts):
        text = getattr(texts, field.name)
        assert places(text) == places(getattr(english, field.name)), field.name
        assert language == "en" or text != getattr(english, field.name), field.name
    # A subject is one line of a header.
    assert not re.search(r"\s{2}|\n", texts.confirm_subject + texts.recover_subject)


def test_the_first_known_language_is_used() -> None:
    assert texts_in("auto", "de") == texts_in("de")
    assert texts_in("pt", "de") == texts_in("pt-BR")
    assert texts_in("auto", "auto") == texts_in("tlh") == texts_in("en")
