"""The English refusals of the web client equal the server's, because translators start from them."""

import json
from pathlib import Path

from noughts.messages.refusals import REFUSALS

ENGLISH = Path(__file__).parents[2] / "web" / "src" / "locales" / "en.json"


def test_the_english_locale_has_the_servers_text_of_every_refusal() -> None:
    told = json.loads(ENGLISH.read_text())["refusals"]
    assert told == {code: terms.words for code, terms in REFUSALS.items()}
