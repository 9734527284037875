"""How rare the words of a phrase are to the recogniser, which has read more than it has heard.

It finds "one" and "right" in every noise, because people write them often, and hardly ever "resign". How probable each
word is to it where only a hiss is heard is in `rarity.json`, written by `tools/voice_rarity.py`.
"""

from functools import cache
from importlib.resources import files

import msgspec

from noughts.voice.grammar import Phrase

# How much of that to make up for. All of it would be too much: what people write often they say often, too.
SHARE = 0.4
# A word for which nothing is made up. Also the price of one more word in a phrase.
COMMON = 5.0


@cache
def _rarity() -> dict[str, float]:
    written = (files("noughts.voice") / "rarity.json").read_bytes()
    return msgspec.json.decode(written, type=dict[str, float])


def bonus(phrase: Phrase) -> float:
    """What is added to the logarithm of its probability. Raises KeyError for a word that `rarity.json` lacks."""
    rarity = _rarity()
    return SHARE * sum(rarity[word] - COMMON for word in phrase.words)
