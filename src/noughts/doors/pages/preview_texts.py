"""The texts of link previews in every language. The web client's build writes them next to its files."""

import re
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from noughts.doors.pages.files import StoredFile

FILE = "previews.json"
FALLBACK = "en"
# Longer than any real list of languages.
MOST_LANGUAGES = 20

_PLACE = re.compile(r"\{(\w+)\}")
_REGIONS = {"en": "en_GB", "de": "de_DE", "es": "es_ES", "fr": "fr_FR", "ru": "ru_RU"}


class VariantWords(Struct, frozen=True, rename="camel"):
    title: str
    how_to: str


class Words(Struct, frozen=True):
    """The texts of one language."""

    language: str
    title: str
    tagline: str
    previews: Mapping[str, str]
    variants: Mapping[str, VariantWords]

    def text(self, key: str, **values: str) -> str:
        """Return the text with its placeholders filled in. Braces in a value are not placeholders."""
        return _PLACE.sub(lambda place: values[place[1]], self.previews[key])

    def variant(self, name: str) -> str:
        known = self.variants.get(name)
        return name if known is None else known.title

    @property
    def region(self) -> str:
        """The language in Open Graph's format."""
        return _REGIONS.get(self.language, self.language.replace("-", "_"))


def load_words(files: Mapping[str, StoredFile]) -> dict[str, Words]:
    """Return the texts by language; none if the web client is not built."""
    if FILE not in files:
        return {}
    found = msgspec.json.decode(files[FILE].forms["identity"], type=list[Words])
    return {words.language: words for words in found}


def chosen_language(accepted: str, known: Mapping[str, Words]) -> str:
    """Return the known language that the reader prefers (RFC 9110, 12.5.4); English if there is none."""
    asked = list[tuple[float, int, str]]()
    for nth, part in enumerate(accepted.split(",")[:MOST_LANGUAGES]):
        name, _, weight = part.strip().partition(";q=")
        try:
            asked.append((-float(weight or 1), nth, name.strip().lower()))
        except ValueError:
            continue
    for rank, _, name in sorted(asked):
        found = next((one for one in known if one.lower() == name), None) or next(
            (one for one in known if one.lower().partition("-")[0] == name.partition("-")[0]), None
        )
        if rank < 0 and found is not None:
            return found
    return FALLBACK
