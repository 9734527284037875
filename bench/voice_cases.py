"""What is said to the recogniser by `make bench-voice`, and the sounds that are no words."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bench.speech import SPEEDS, VOICES
from noughts.voice.audio import Samples
from noughts.voice.bounds import RATE
from noughts.voice.grammar import COMMANDS, NINE, NUMBERS

OTHER_WORDS = (
    *("hello there", "what time is it", "I do not know", "the weather is nice today", "yes", "no", "okay", "banana"),
    *("please wait", "my name is Peter", "good morning", "thank you", "elephant", "coffee", "window"),
    *("where are you going", "shut the door", "seventeen", "who are you", "next week", "I think so", "good game"),
    *("my turn", "your turn", "hold on", "never mind", "just a moment", "water", "music", "table", "tomorrow"),
    *("come here", "maybe", "sorry", "well done", "excuse me", "let me think"),
    *("dinner is ready", "the phone is ringing", "oh no", "on the other hand", "let us go", "I am hungry"),
    *("good night", "what is this", "of course", "really", "wonderful", "be careful", "see you later"),
    *("do not worry", "how are you", "summer", "orange", "computer", "kitchen", "birthday", "the end", "picture"),
    *("tell me more", "garden", "my favourite colour", "potato", "wait a minute", "yesterday", "I like it", "bicycle"),
    *("hospital", "nobody", "open the window", "lemon", "Saturday", "very funny", "have a look", "paper", "mountain"),
    *("you are welcome", "again please", "salt and pepper", "listen", "chicken", "what was that", "ah yes"),
    *("hurry up",),
)
# Words that nobody listened to while the recogniser's figures were chosen, to know what they are worth.
UNHEARD_WORDS = (
    *("holiday", "keep quiet", "pencil", "I have to go", "December", "too late", "butter", "station", "believe me"),
    *("glasses", "no problem", "animal", "where is my coat", "winter", "bread and cheese", "umbrella", "good luck"),
    *("somebody else", "monkey", "a cup of tea", "newspaper", "not yet", "village", "turn it off"),
)
# Words that sound like ours: counted apart, because nobody can tell "free" from "three" in the noise.
RHYMES = (
    *("fine", "mine", "time", "free", "tree", "fire", "ten", "heaven", "sick", "late", "light", "letter"),
    *("button", "enter", "shop", "drive", "more", "shoe", "sun", "redesign", "stop", "why", "nice"),
)


class Case(NamedTuple):
    """Something said, and what it means: a cell, a command, or nothing of ours."""

    kind: str
    words: str
    meaning: int | str | None


class Recording(NamedTuple):
    """A case in one of the voices, at one of the speeds. The seed is that of the noise."""

    case: Case
    voice: str
    speed: int
    seed: int


def recordings(part: int) -> list[Recording]:
    """All, or only every so manieth. What is ours is said at every speed; of the rest, more words say more."""
    spoken = [
        (case, voice, speed)
        for number, case in enumerate(_cases())
        for turn, voice in enumerate(VOICES)
        for speed in (SPEEDS if case.meaning is not None else (SPEEDS[(number + turn) % len(SPEEDS)],))
    ]
    return [Recording(*said, seed=number) for number, said in enumerate(spoken)][::part]


def _cases() -> Iterator[Case]:
    for cell in range(9):
        name = NINE[cell][1] if cell in (1, 3, 5, 7) else NINE[cell][0]
        yield Case("by name", name, cell)
        yield Case("by number", NUMBERS[cell], cell)
        yield Case("by letter and number", f"{'abc'[cell % 3]} {NUMBERS[cell // 3]}", cell)
    for command, ways in COMMANDS.items():
        yield Case("commands", ways[0], command)
    for words in OTHER_WORDS:
        yield Case("other words", words, None)
    for words in UNHEARD_WORDS:
        yield Case("words kept apart", words, None)
    for words in RHYMES:
        yield Case("words that sound like ours", words, None)


def no_speech() -> Iterator[tuple[str, Samples]]:
    """Sounds that are no words: silence, noise, a tune, a knock."""
    seconds = np.arange(2 * RATE) / RATE
    chance = np.random.default_rng(1)
    yield "silence", np.zeros(2 * RATE, np.float32)
    yield "noise", (chance.standard_normal(2 * RATE) * 0.05).astype(np.float32)
    tune = sum(
        np.sin(2 * np.pi * hertz * seconds) * ((seconds // 0.25) % 4 == beat) * np.exp(-4 * (seconds % 0.25))
        for beat, hertz in enumerate((262, 330, 392, 523))
    )
    yield "music", (np.asarray(tune) * 0.3).astype(np.float32)
    knock = chance.standard_normal(2 * RATE) * np.exp(-seconds * 60)
    yield "a knock", (knock * 0.5).astype(np.float32)
    cough = chance.standard_normal(2 * RATE) * np.exp(-(((seconds - 0.5) / 0.12) ** 2))
    yield "a cough", (cough * 0.3).astype(np.float32)
