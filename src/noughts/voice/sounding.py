"""How well each phrase matches the recording, sound by sound.

Every phrase is aligned with the recording so that it fits best, and each of its sounds may last any time (connectionist
temporal classification). Its fit is its distance from the best of all sequences of sounds, phrase or not: 0 if nothing
matches better.
"""

from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from noughts.voice.grammar import Phrase
from noughts.voice.moonshine import LogChances
from noughts.voice.phones import phone_numbers

PRONUNCIATIONS = Path(str(files("noughts.voice") / "pronunciations.json"))
_NEVER = np.float32(-1e9)


@cache
def _pronunciations() -> dict[str, tuple[tuple[int, ...], ...]]:
    """Return every way in which a word is said, as numbers of sounds."""
    numbers = phone_numbers()
    written = msgspec.json.decode(PRONUNCIATIONS.read_bytes(), type=dict[str, list[str]])
    return {
        word: tuple(tuple(numbers[sound] for sound in way.split()) for way in ways) for word, ways in written.items()
    }


class _Sequences(NamedTuple):
    """Phrases as rows of sounds with blanks before, between and after them.

    `skipping` is 0 where a blank may be left out: between two different sounds.
    """

    phrases: list[Phrase]
    sounds: NDArray[np.intp]
    skipping: NDArray[np.float32]
    ends: NDArray[np.intp]


@lru_cache(maxsize=8)
def _sequences(phrases: tuple[Phrase, ...]) -> _Sequences:
    said = [
        (phrase, sum(ways, ()))
        for phrase in phrases
        for ways in product(*(_pronunciations()[word] for word in phrase.words))
    ]
    ends = np.array([2 * len(way) for _, way in said])
    sounds = np.zeros((len(said), ends.max() + 1), np.intp)
    for row, (_, way) in zip(sounds, said, strict=True):
        row[1 : 2 * len(way) : 2] = way
    skipping = np.full(sounds.shape, _NEVER)
    skipping[:, 3::2][sounds[:, 3::2] != sounds[:, 1:-2:2]] = 0.0
    return _Sequences([phrase for phrase, _ in said], sounds, skipping, ends)


def fits(chances: LogChances, phrases: tuple[Phrase, ...]) -> dict[Phrase, float]:
    """Return the fit of every phrase: a logarithm, at most 0. Raises KeyError for a word that `pronunciations.json`
    lacks.
    """
    named, sounds, skipping, ends = _sequences(phrases)
    # Two more columns in front, which stand for impossible predecessors.
    so_far = np.full((len(named), sounds.shape[1] + 2), _NEVER)
    so_far[:, 2] = 0.0
    for moment in chances - chances.max(axis=1, keepdims=True):
        stays, goes_on, skips = so_far[:, 2:], so_far[:, 1:-1], so_far[:, :-2] + skipping
        so_far[:, 2:] = np.maximum(np.maximum(stays, goes_on), skips) + moment[sounds]
    rows = np.arange(len(named))
    fitting = np.maximum(so_far[rows, ends + 2], so_far[rows, ends + 1])
    best = dict[Phrase, float]()
    for phrase, value in zip(named, fitting, strict=True):
        best[phrase] = max(best.get(phrase, -np.inf), float(value))
    return best
