"""How probable each phrase is for a sound, and how probable the best other text.

The spellings form a tree, and only its best branches are followed, so 400 cells take hardly longer than nine.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from noughts.voice.grammar import Phrase
from noughts.voice.moonshine import LogChances, Writing
from noughts.voice.rarity import bonus
from noughts.voice.spelling import CLOSING, END, spellings

MOST_BRANCHES = 12
# A branch this much less probable than the best one is dropped, whatever bonus it may bring.
DROPPED_BELOW = 12.0
MOST_STEPS = 16


@dataclass
class Branch:
    """A place in the tree: the phrases that end here, and the tokens that lead on."""

    ends: list[Phrase] = field(default_factory=list)
    further: dict[int, "Branch"] = field(default_factory=dict)


class Scores(NamedTuple):
    """Logarithms: of each phrase that was not given up, with its bonus, and of the text that the recogniser would have
    written freely.

    `other` is None when that text is one of the phrases.
    """

    phrases: dict[Phrase, float]
    other: float | None


@lru_cache(maxsize=8)
def tree_of(phrases: tuple[Phrase, ...]) -> Branch:
    root = Branch()
    for phrase in phrases:
        for tokens in spellings(phrase):
            branch = root
            for token in tokens:
                branch = branch.further.setdefault(token, Branch())
            branch.ends.append(phrase)
    return root


class _Text(NamedTuple):
    """A text that is being written: where it is in the tree (None: elsewhere), and whether it is the free one."""

    score: float
    branch: Branch | None
    is_free: bool = False


def score(writing: Writing, phrases: tuple[Phrase, ...]) -> Scores:
    """Follow the tree of these phrases, and one text beside it that is free."""
    root = tree_of(phrases)
    found = dict[Phrase, float]()
    most = -np.inf
    other: float | None = None
    texts = [_Text(0.0, root), _Text(0.0, root, is_free=True)]
    chances = np.repeat(writing.next_chances(), 2, axis=0)
    numbers = [0, 0]
    for _ in range(MOST_STEPS):
        steps = list[tuple[_Text, int, int]]()
        free: tuple[_Text, int, int] | None = None
        for number, text, row in zip(numbers, texts, chances, strict=True):
            closed = text.score + float(np.logaddexp.reduce(row[list(CLOSING)]))
            if text.is_free:
                token = _freest(row, begins=text.branch is root)
                if token in CLOSING:
                    other = None if text.branch is not None and text.branch.ends else closed
                else:
                    branch = text.branch.further.get(token) if text.branch is not None else None
                    free = (_Text(text.score + float(row[token]), branch, is_free=True), number, token)
            elif text.branch is not None:
                for phrase in text.branch.ends:
                    found[phrase] = float(np.logaddexp(found.get(phrase, -np.inf), closed + bonus(phrase)))
                    most = max(most, closed)
                steps += [
                    (_Text(text.score + float(row[token]), branch), number, token)
                    for token, branch in text.branch.further.items()
                ]
        steps = _best(steps, most - DROPPED_BELOW)
        if free is not None:
            steps.append(free)
        if not steps:
            break
        texts = [text for text, _, _ in steps]
        writing.go_on([number for _, number, _ in steps], [token for _, _, token in steps])
        chances = writing.next_chances()
        numbers = list(range(len(steps)))
    return Scores(found, other)


def _freest(row: LogChances, begins: bool) -> int:
    if begins:
        # Something was said, so an empty text is no answer.
        row = row.copy()
        row[END] = -np.inf
    return int(row.argmax())


def _best(steps: Iterable[tuple[_Text, int, int]], least: float) -> list[tuple[_Text, int, int]]:
    """Return the most probable steps, without those below `least`."""
    ordered = sorted(steps, key=lambda step: step[0].score, reverse=True)[:MOST_BRANCHES]
    return [step for step in ordered if step[0].score > least]
