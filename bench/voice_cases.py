"""The phrases that `make bench-voice` speaks, and sounds without words."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bench.speech import PEOPLE, SPEEDS, VOICES, has_people
from noughts.rules.ultimate import BOARD_OF, PLACE_OF
from noughts.voice.audio import Samples
from noughts.voice.bounds import RATE
from noughts.voice.grammar import COMMANDS, NINE, NUMBERS, RADIO

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
    *("holiday", "keep quiet", "pencil", "I have to go", "December", "too late", "butter", "station", "believe me"),
    *("glasses", "no problem", "animal", "where is my coat", "winter", "bread and cheese", "umbrella", "good luck"),
    *("somebody else", "monkey", "a cup of tea", "newspaper", "not yet", "village", "turn it off"),
)
# Words that sound like ours: counted separately, because nobody can distinguish "free" from "three" in noise.
RHYMES = (
    *("fine", "mine", "time", "free", "tree", "fire", "ten", "heaven", "sick", "late", "light", "letter"),
    *("button", "enter", "shop", "drive", "more", "shoe", "sun", "redesign", "stop", "why", "nice"),
)


class Case(NamedTuple):
    """A phrase and its meaning on a board: a cell, a command, or nothing."""

    kind: str
    words: str
    meaning: int | str | None
    variant: str = "classic"


class Recording(NamedTuple):
    """A case spoken by one voice at one speed. The seed is for the noise."""

    case: Case
    voice: str
    speed: int
    seed: int


def recordings(part: int) -> list[Recording]:
    """Return all cases, or only every few. Phrases on 3x3 are spoken at every speed; elsewhere, variety matters
    more.
    """
    spoken = [(case, voice, speed) for case in _classic() for voice in VOICES for speed in SPEEDS]
    spoken += [
        (case, voice, SPEEDS[(number + turn) % len(SPEEDS)])
        for number, case in enumerate((*_larger_boards(), *_nothing_of_ours()))
        for turn, voice in enumerate(VOICES)
    ]
    if has_people():
        spoken += [
            (case._replace(kind=f"{case.kind}, people"), voice, SPEEDS[0])
            for case in (*_classic(), *_nothing_of_ours())
            for voice in PEOPLE
        ]
    return [Recording(*said, seed=number) for number, said in enumerate(spoken)][::part]


def _classic() -> Iterator[Case]:
    for cell in range(9):
        name = NINE[cell][1] if cell in (1, 3, 5, 7) else NINE[cell][0]
        yield Case("by name", name, cell)
        yield Case("by number", NUMBERS[cell], cell)
        yield Case("by letter and number", f"{'abc'[cell % 3]} {NUMBERS[cell // 3]}", cell)
    for command, ways in COMMANDS.items():
        yield Case("commands", ways[0], command)


def _larger_boards() -> Iterator[Case]:
    """Return every seventh cell of Ultimate, and one in each column and row of gomoku."""
    for cell in range(0, 81, 7):
        yield Case("Ultimate", f"{NINE[BOARD_OF[cell]][0]} {NINE[PLACE_OF[cell]][0]}", cell, "ultimate")
    for col in range(15):
        row = 7 * col % 15
        yield Case("15x15, radio alphabet", f"{RADIO[col]} {NUMBERS[row]}", row * 15 + col, "gomoku")
        yield Case("15x15, letters", f"{chr(ord('a') + col)} {NUMBERS[row]}", row * 15 + col, "gomoku")


def _nothing_of_ours() -> Iterator[Case]:
    for words in OTHER_WORDS:
        yield Case("other words", words, None)
    for words in RHYMES:
        yield Case("words that sound like ours", words, None)


def no_speech() -> Iterator[tuple[str, Samples]]:
    """Return sounds without words: silence, noise, a tune, a knock."""
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
