"""How rare the words of a phrase are to the recogniser, which was trained on more text than speech.

It finds "one" and "right" in every noise, because people write them often, and hardly ever "resign". `rarity.json` has
the probability of each word when only a hiss is heard; `tools/voice_rarity.py` writes it.
"""

from functools import cache
from importlib.resources import files

import msgspec

from noughts.voice.grammar import Phrase

# How much of the difference to correct. Correcting all would be too much: people also often say what they often write.
SHARE = 0.4
# A word without correction. Also the cost of one more word in a phrase.
COMMON = 5.0


@cache
def _rarity() -> dict[str, float]:
    written = (files("noughts.voice") / "rarity.json").read_bytes()
    return msgspec.json.decode(written, type=dict[str, float])


def bonus(phrase: Phrase) -> float:
    """Return the amount to add to the logarithm of the phrase's probability. Raises KeyError for a word that
    `rarity.json` lacks.
    """
    rarity = _rarity()
    return SHARE * sum(rarity[word] - COMMON for word in phrase.words)
