"""Recognise a phrase with a confidence: the only entry point of this package. Words outside the game are reported as
such.

The figures are chosen over recordings of other voices and words than those of `make bench-voice`: see docs/voice.md.
"""

from dataclasses import dataclass
from math import exp
from typing import Literal

from noughts.voice.audio import Samples
from noughts.voice.grammar import Phrase
from noughts.voice.judging import Ordered, by_meaning, judge, lead_of
from noughts.voice.moonshine import Moonshine
from noughts.voice.phones import phone_chances
from noughts.voice.scoring import score
from noughts.voice.sounding import fits
from noughts.voice.speech import Surroundings, find_speech, put_in

MOST_GUESSES = 3
ROOM = Surroundings(margin=4000, hiss=0.0001)

# A phrase with this fit and this lead is clear from its sounds alone. One with a fit below the last value is not a
# phrase of the game.
CLEAR_FIT, CLEAR_LEAD, LEAST_FIT = -0.5, 1.0, -16.0
# Between these two, the recogniser's preferred spelling counts too. Above the first value the phrase is sure; below the
# second it is not worth a question.
SURE, WORTH_ASKING = 0.5, -7.0
# In noise all words sound more alike: no other phrase may fit better, and this much more evidence is needed. The last
# value is the volume, relative to the voice, from which sound counts as noise.
CLEAR_IN_NOISE, MORE_IN_NOISE, NOISY = 0.0, 1.5, 0.04
# Scales for turning differences into confidences: by sound, and by spelling, where the recogniser is overconfident.
OF_SOUND, OF_WRITING = 0.2, 2.0

Verdict = Literal["sure", "unsure", "other", "silence"]


@dataclass(frozen=True)
class Guess:
    """A possible phrase, with a confidence from 0 to 1."""

    phrase: Phrase
    confidence: float


@dataclass(frozen=True)
class Hearing:
    """Sure: act on the first guess. Unsure: ask which. Other: words, but none of ours. Silence: no words at all."""

    verdict: Verdict
    guesses: tuple[Guess, ...] = ()


def hear(model: Moonshine, samples: Samples, phrases: tuple[Phrase, ...]) -> Hearing:
    """Return which of these phrases was said."""
    spoken = find_speech(samples)
    if spoken is None:
        return Hearing("silence")
    is_noisy = spoken.noise > NOISY
    heard = model.listen(put_in(ROOM, spoken.samples))
    sounding = fits(phone_chances(heard), phrases)
    by_sound = by_meaning(sounding)
    fit = by_sound[0][0]
    if fit >= (CLEAR_IN_NOISE if is_noisy else CLEAR_FIT) and lead_of(by_sound) >= CLEAR_LEAD:
        return Hearing("sure", _guesses(by_sound, fit - CLEAR_FIT, OF_SOUND))
    if fit < LEAST_FIT:
        return Hearing("other")
    judged = judge(sounding, score(model.write(heard), phrases))
    if judged is None or judged.evidence < WORTH_ASKING:
        return Hearing("other")
    evidence = judged.evidence - (MORE_IN_NOISE if is_noisy else 0.0)
    return Hearing("sure" if evidence >= SURE else "unsure", _guesses(judged.ordered, evidence - SURE, OF_WRITING))


def _guesses(ordered: Ordered, more_than_enough: float, temperature: float) -> tuple[Guess, ...]:
    """Return the likeliest guesses. Their confidences add up to the probability that it was a phrase of the game."""
    ours = 1 / (1 + exp(-more_than_enough / temperature))
    shares = [exp((value - ordered[0][0]) / temperature) for value, _ in ordered]
    return tuple(
        Guess(phrase, ours * share / sum(shares))
        for share, (_, phrase) in zip(shares[:MOST_GUESSES], ordered, strict=False)
    )
