"""What was said, and how sure that is: the one entry of this room. In doubt it asks; other words mean nothing.

The figures are chosen over the recordings of `make bench-voice`: see docs/voice.md.
"""

from dataclasses import dataclass
from math import exp
from typing import Literal, NamedTuple

from noughts.voice.audio import Samples
from noughts.voice.grammar import Phrase
from noughts.voice.judging import Judged, judge
from noughts.voice.moonshine import Moonshine
from noughts.voice.scoring import Scores, score
from noughts.voice.speech import Surroundings, find_speech, put_in

MOST_GUESSES = 3


class Listening(NamedTuple):
    """One more time, as if in this room; and the evidence with which that is enough to be sure."""

    room: Surroundings
    sure: float


# Chance often leads the recogniser astray, but seldom each time in the same way: what is not clear at once is believed
# if it is not too bad in all rooms taken together, and at each pace.
LISTENINGS = (
    Listening(Surroundings(margin=4000, hiss=0.0001), sure=1.0),
    Listening(Surroundings(margin=2400, hiss=0.001, pace=0.94), sure=-0.5),
    Listening(Surroundings(margin=5600, hiss=0.0005, pace=0.88), sure=-1.4),
)
# In noise all words are more alike. So much more is needed there, and so loud is noise, against the voice.
MORE_IN_NOISE = 2.25
NOISY = 0.04
# With less it is not worth a question, nor another listening.
ASKED = -7.0
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
    heard = list[Scores]()
    hearing = Hearing("other")
    for listening in LISTENINGS:
        heard.append(score(model.listen(put_in(listening.room, spoken.samples)), phrases))
        judged = judge(heard, spoken.seconds)
        if judged is None or judged.evidence < ASKED:
            return Hearing("other")
        evidence = judged.evidence - (MORE_IN_NOISE if spoken.noise > NOISY else 0.0)
        is_sure = evidence >= listening.sure and not judged.is_outdone
        hearing = Hearing("sure" if is_sure else "unsure", _guesses(judged, evidence))
        if hearing.verdict == "sure":
            break
    return hearing


def _guesses(judged: Judged, evidence: float) -> tuple[Guess, ...]:
    """The first few. Together they have what is not left for other words, which is half where it is just enough."""
    ours = 1 / (1 + exp((LISTENINGS[-1].sure - evidence) / TEMPERATURE))
    shares = [exp((value - judged.ordered[0][0]) / TEMPERATURE) for value, _ in judged.ordered]
    return tuple(
        Guess(phrase, ours * share / sum(shares))
        for share, (_, phrase) in zip(shares[:MOST_GUESSES], judged.ordered, strict=False)
    )
