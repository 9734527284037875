"""What was said, and how sure that is: the one entry of this room. In doubt it asks; other words mean nothing.

The figures are chosen by `make bench-voice`: see docs/voice.md.
"""

from dataclasses import dataclass
from math import exp
from typing import Literal

from noughts.voice.audio import Samples
from noughts.voice.grammar import Phrase
from noughts.voice.moonshine import Moonshine
from noughts.voice.scoring import Scores, score
from noughts.voice.speech import Surroundings, find_speech, put_in

MOST_GUESSES = 3
# Logarithms. To be sure, a phrase must be so probable. Who is not sure listens again, as if in another room, and is
# then harder to convince.
ROOMS = ((Surroundings(margin=4000, hiss=0.0001), -8.0), (Surroundings(margin=2400, hiss=0.001), -5.5))
# Also, so much more than any that means something else; and not so much less than what the recogniser would write if it
# knew nothing of the game, with some grace where the first is clear.
SURE_LEAD = 1.0
SURE_BEHIND = 3.0
GRACE = 0.5
MOST_GRACE = 2.0
# What is even less probable is not worth a question.
ASKED_SCORE = -9.5
ASKED_BEHIND = 7.0
# How much of the differences a listener should believe; the recogniser is too sure of itself.
TEMPERATURE = 2.0

Verdict = Literal["sure", "unsure", "other", "silence"]


@dataclass(frozen=True)
class Guess:
    """What may have been said, with a confidence from 0 to 1."""

    phrase: Phrase
    confidence: float


@dataclass(frozen=True)
class Hearing:
    """Sure: act on the first guess. Unsure: ask which. Other: words, but none of ours. Silence: no words at all."""

    verdict: Verdict
    guesses: tuple[Guess, ...] = ()


def hear(model: Moonshine, samples: Samples, phrases: tuple[Phrase, ...]) -> Hearing:
    """What was said of these phrases."""
    spoken = find_speech(samples)
    if spoken is None:
        return Hearing("silence")
    hearings = list[Hearing]()
    for room, sure_score in ROOMS:
        hearings.append(_judge(score(model.listen(put_in(room, spoken)), phrases), sure_score))
        if hearings[-1].verdict == "sure":
            return hearings[-1]
    return next((hearing for hearing in hearings if hearing.verdict == "unsure"), hearings[0])


def _judge(scores: Scores, sure_score: float) -> Hearing:
    best = dict[int | str, tuple[float, Phrase]]()
    for phrase, value in scores.phrases.items():
        if phrase.meaning not in best or value > best[phrase.meaning][0]:
            best[phrase.meaning] = (value, phrase)
    ordered = sorted(best.values(), key=lambda one: one[0], reverse=True)
    if not ordered:
        return Hearing("other")
    value = ordered[0][0]
    lead = value - ordered[1][0] if len(ordered) > 1 else MOST_GRACE / GRACE
    behind = 0.0 if scores.other is None else scores.other - value
    if value < ASKED_SCORE or behind > ASKED_BEHIND:
        return Hearing("other")
    is_sure = value >= sure_score and lead >= SURE_LEAD and behind <= SURE_BEHIND + min(MOST_GRACE, GRACE * lead)
    rivals = [one[0] for one in ordered] + ([] if scores.other is None else [scores.other - SURE_BEHIND])
    whole = sum(exp((rival - value) / TEMPERATURE) for rival in rivals)
    guesses = tuple(Guess(phrase, exp((one - value) / TEMPERATURE) / whole) for one, phrase in ordered[:MOST_GUESSES])
    return Hearing("sure" if is_sure else "unsure", guesses)
