"""The texts of mails, in every language of the page: one JSON file each."""

from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

FOLDER = Path(__file__).parent / "texts"
FALLBACK = "en"


class MailTexts(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The texts of one language. Names in braces, like `{site}`, are filled in."""

    confirm_subject: str
    confirm: str
    recover_subject: str
    recover: str


def languages() -> tuple[str, ...]:
    """Return the languages that mails can be written in."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def texts_in(*wanted: str) -> MailTexts:
    """Return the texts in the first of these languages that there are texts for, otherwise in English."""
    return _read(next(filter(None, map(_known, wanted)), FALLBACK))


def _known(language: str) -> str | None:
    """Return our language for this one: `pt-BR` serves for `pt` too."""
    start = language.partition("-")[0]
    exact = [one for one in languages() if one == language]
    return next(iter(exact or [one for one in languages() if one.partition("-")[0] == start]), None)


@cache
def _read(language: str) -> MailTexts:
    return msgspec.json.decode((FOLDER / f"{language}.json").read_bytes(), type=MailTexts)
