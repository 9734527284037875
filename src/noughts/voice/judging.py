"""How much speaks for each meaning, after one listening or several.

The figures are chosen over the recordings of `make bench-voice`: see docs/voice.md.
"""

from typing import NamedTuple

from noughts.voice.grammar import Phrase
from noughts.voice.rarity import bonus
from noughts.voice.scoring import Scores

# A meaning that one listening has given up counts there as so much below the best.
GIVEN_UP = 9.0
# Words take their time, and not much more: a long sound is something else. Commands are asked about anyhow.
SECONDS_AROUND, SECONDS_A_WORD = 0.35, 0.25
FOR_A_SECOND_MORE = 10.0
# What is far from all others is clearer, but further than this makes no difference.
MOST_LEAD = 3.0
# If without its bonus a square is so far behind what the recogniser would write freely, that was said. More words are
# less probable by themselves, by so much each.
OUTDONE, OUTDONE_A_WORD = 5.5, 3.0


class Judged(NamedTuple):
    """The best phrase of each meaning, the best first, with logarithms; and what speaks for the first, all in all.

    It is outdone where a free text is so much more probable that it cannot be right, for all its evidence.
    """

    ordered: list[tuple[float, Phrase]]
    evidence: float
    is_outdone: bool


def judge(listenings: list[Scores], seconds: float) -> Judged | None:
    """Of a sound of this length. None if there is nothing to be said for any phrase."""
    bests = [_best_of(scores, seconds) for scores in listenings]
    means = dict[int | str, tuple[float, Phrase]]()
    for best in bests:
        for meaning, (_, phrase) in best.items():
            means.setdefault(meaning, (sum(_value(one, meaning) for one in bests) / len(bests), phrase))
    if not means:
        return None
    ordered = sorted(means.values(), key=lambda one: one[0], reverse=True)
    value, phrase = ordered[0]
    lead = min(MOST_LEAD, value - ordered[1][0]) if len(ordered) > 1 else MOST_LEAD
    # What the recogniser would rather write, if it knew nothing of the game, speaks against it.
    others = [value if scores.other is None else scores.other for scores in listenings]
    behind = max(0.0, sum(others) / len(others) - value)
    made_up = bonus(phrase) - OUTDONE_A_WORD * (len(phrase.words) - 1)
    far_behind = [
        0.0 if scores.other is None else max(0.0, scores.other - _value(best, phrase.meaning) + made_up)
        for best, scores in zip(bests, listenings, strict=True)
    ]
    is_outdone = phrase.command is None and sum(far_behind) / len(far_behind) > OUTDONE
    return Judged(ordered, value + lead - behind, is_outdone)


_Best = dict[int | str, tuple[float, Phrase]]


def _best_of(scores: Scores, seconds: float) -> _Best:
    best: _Best = {}
    for phrase, chance in scores.phrases.items():
        value = chance - (0.0 if phrase.command else FOR_A_SECOND_MORE * _seconds_more(phrase, seconds))
        if phrase.meaning not in best or value > best[phrase.meaning][0]:
            best[phrase.meaning] = (value, phrase)
    return best


def _seconds_more(phrase: Phrase, seconds: float) -> float:
    return max(0.0, seconds - SECONDS_AROUND - SECONDS_A_WORD * len(phrase.words))


def _value(best: _Best, meaning: int | str) -> float:
    if meaning in best:
        return best[meaning][0]
    return max((value for value, _ in best.values()), default=-2 * GIVEN_UP) - GIVEN_UP
