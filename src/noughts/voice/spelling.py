"""How the recogniser may write a phrase: as tokens, which are numbers of pieces of words.

The tokens of every word that can be said are in `tokens.json`, written by `tools/voice_tokens.py`.
"""

from functools import cache
from importlib.resources import files
from typing import TypeAlias

import msgspec

from noughts.voice.grammar import NUMBERS, Phrase

Tokens: TypeAlias = tuple[int, ...]

START, END = 1, 2
# What may follow the last word. There is no comma, which would announce more words.
CLOSING = (END, 29889, 29991, 29973, 856)
_COMMA, _STOP, _HYPHEN = 29892, 29889, 29899
_DIGITS = (29900, 29896, 29906, 29941, 29946, 29945, 29953, 29955, 29947, 29929)
# Precedes a digit that starts a word.
_SPACE = 29871
# Words that sound alike are written in the more common way, since the recogniser knows nothing of boards.
SOUND_ALIKE = {"one": "won", "two": "to", "four": "for", "eight": "ate", "b": "be", "c": "see", "right": "write"}


@cache
def _tokens() -> dict[str, Tokens]:
    written = (files("noughts.voice") / "tokens.json").read_bytes()
    return msgspec.json.decode(written, type=dict[str, Tokens])


def spellings(phrase: Phrase) -> set[Tokens]:
    """Return every way in which this phrase may be written. Raises KeyError for a word that `tokens.json` lacks."""
    tokens = _tokens()
    first, *rest = phrase.words
    start, then = tokens[first.capitalize()], [tokens[word] for word in rest]
    alike = [tokens[SOUND_ALIKE.get(word, word)] for word in rest]
    ways = {tokens[first] + sum(then, ()), start + sum(then, ())}
    ways |= {start + sum(alike, ()), tokens[SOUND_ALIKE.get(first, first).capitalize()] + sum(then, ())}
    if then:
        ways.add((*start, _COMMA, *sum(then, ())))
        ways.add((*start, _STOP, *sum(then, ())))
        ways.add((*start, _STOP, *tokens[rest[0].capitalize()], *sum(then[1:], ())))
    if phrase.words[-1] in NUMBERS:
        number = NUMBERS.index(phrase.words[-1]) + 1
        digits = tuple(_DIGITS[int(digit)] for digit in str(number))
        before = (*start, *sum(then[:-1], ())) if then else ()
        ways.add((*before, _SPACE, *digits))
        if then:
            ways |= {(*before, *digits), (*before, _HYPHEN, *digits)}
    return ways
