"""The evidence for each meaning: how well it sounds like the recording, and how likely the recogniser is to write it.

The figures are chosen over recordings of other voices and words than those of `make bench-voice`: see docs/voice.md.
"""

from typing import NamedTuple

from noughts.voice.grammar import Phrase
from noughts.voice.scoring import Scores

# The weight of the sounds relative to the spelling, and the lowest fit: worse ones count as this.
SHARE_OF_SOUND = 0.7
WORST_FIT = -20.0
# A phrase far from all others is clearer, but only up to this distance.
MOST_LEAD = 3.0

# The best phrase of each meaning, the best first, with logarithms.
Ordered = list[tuple[float, Phrase]]


class Judged(NamedTuple):
    """The meanings in order, and the total evidence for the first."""

    ordered: Ordered
    evidence: float


def by_meaning(values: dict[Phrase, float]) -> Ordered:
    best = dict[int | str, tuple[float, Phrase]]()
    for phrase, value in values.items():
        if phrase.meaning not in best or value > best[phrase.meaning][0]:
            best[phrase.meaning] = (value, phrase)
    return sorted(best.values(), key=lambda one: one[0], reverse=True)


def lead_of(ordered: Ordered) -> float:
    """Return how far the first meaning is ahead of the second."""
    return min(MOST_LEAD, ordered[0][0] - ordered[1][0]) if len(ordered) > 1 else MOST_LEAD


def judge(fits: dict[Phrase, float], scores: Scores) -> Judged | None:
    """Return the evidence from sound and spelling, or None if nothing supports any phrase."""
    ordered = by_meaning(
        {phrase: chance + SHARE_OF_SOUND * max(fits[phrase], WORST_FIT) for phrase, chance in scores.phrases.items()}
    )
    if not ordered:
        return None
    value, phrase = ordered[0]
    # If the recogniser prefers another text when it knows nothing of the game, that counts against the phrase.
    behind = 0.0 if scores.other is None else max(0.0, scores.other - scores.phrases[phrase])
    return Judged(ordered, value + lead_of(ordered) - behind)
