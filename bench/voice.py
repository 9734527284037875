"""`make bench-voice`: how much of generated speech is understood, and what of other words. Fails below a bar."""

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bench.speech import SPEEDS, VOICES, has_espeak, speech
from bench.voice_beside import compare_beside
from noughts.rules.variants import find_variant
from noughts.voice.audio import Samples
from noughts.voice.bounds import RATE
from noughts.voice.grammar import COMMANDS, NINE, NUMBERS, phrases_for
from noughts.voice.hearing import Hearing, hear
from noughts.voice.moonshine import Moonshine

LEAST_RIGHT, MOST_WRONG = 0.95, 0.02
NOISE_DB = 15.0
OTHER_WORDS = (
    "hello there",
    "what time is it",
    "I do not know",
    "the weather is nice today",
    "yes",
    "no",
    "okay",
    "banana",
    "please wait",
    "my name is Peter",
    "good morning",
    "thank you",
    "elephant",
    "coffee",
    "window",
    "where are you going",
    "shut the door",
    "seventeen",
    "who are you",
    "next week",
)


class Case(NamedTuple):
    """Something said, and what it means: a cell, a command, or nothing of ours."""

    kind: str
    words: str
    meaning: int | str | None


def cases() -> Iterator[Case]:
    for cell in range(9):
        name = NINE[cell][1] if cell in (1, 3, 5, 7) else NINE[cell][0]
        yield Case("by name", name, cell)
        yield Case("by number", NUMBERS[cell], cell)
        yield Case("by letter and number", f"{'abc'[cell % 3]} {NUMBERS[cell // 3]}", cell)
    for command, ways in COMMANDS.items():
        yield Case("commands", ways[0], command)
    for words in OTHER_WORDS:
        yield Case("other words", words, None)


class Tally:
    """What became of the cases of one kind."""

    def __init__(self) -> None:
        self.count = self.right = self.wrong = self.asked_right = 0

    def add(self, case: Case, hearing: Hearing) -> None:
        first = hearing.guesses[0].phrase.meaning if hearing.guesses else None
        self.count += 1
        if hearing.verdict == "sure":
            self.right += first == case.meaning
            # A command is asked about before it is done: only a cell can be a wrong move.
            is_wrong = first != case.meaning and isinstance(first, int)
            self.wrong += is_wrong
            if is_wrong:
                print(f"wrong: {case.words} was heard as {hearing.guesses[0]}", file=sys.stderr, flush=True)
        elif hearing.verdict == "unsure":
            self.asked_right += case.meaning in {guess.phrase.meaning for guess in hearing.guesses[:2]}

    def __iadd__(self, them: "Tally") -> "Tally":
        self.count += them.count
        self.right += them.right
        self.wrong += them.wrong
        self.asked_right += them.asked_right
        return self

    def row(self, name: str) -> str:
        shares = (self.right, self.asked_right, self.wrong)
        return (
            f"| {name} | {self.count} | " + " | ".join(f"{100 * share / self.count:.1f} %" for share in shares) + " |"
        )


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


def main(part: int) -> bool:
    model = Moonshine(2)
    phrases = phrases_for(find_variant("classic"))
    tallies: dict[tuple[str, str], Tally] = {}
    times = list[float]()
    spoken = [(case, voice, speed) for case in cases() for voice in VOICES for speed in SPEEDS][::part]
    for number, (case, voice, speed) in enumerate(spoken):
        for sound, noise_db in (("clean", None), ("noisy", NOISE_DB)):
            samples = speech(case.words, voice, speed, noise_db, seed=number)
            begun = time.perf_counter()
            hearing = hear(model, samples, phrases)
            times.append(time.perf_counter() - begun)
            tallies.setdefault((case.kind, sound), Tally()).add(case, hearing)
        if number % 100 == 99:
            print(f"{number + 1} of {len(spoken)}", file=sys.stderr, flush=True)
    print("| said | times | right | asked, with the right one | wrong move |")
    print("|---|---|---|---|---|")
    squares = {sound: Tally() for sound in ("clean", "noisy")}
    for (kind, sound), tally in tallies.items():
        print(tally.row(f"{kind}, {sound}"))
        if kind.startswith("by "):
            squares[sound] += tally
    for sound, tally in squares.items():
        print(tally.row(f"**the nine squares, {sound}**"))
    moves = [name for name, samples in no_speech() if hear(model, samples, phrases).verdict == "sure"]
    print(f"\nSilence, noise, music, a knock, a cough: {len(moves)} moves {moves or ''}")
    half, most = (1000 * np.quantile(times, share) for share in (0.5, 0.99))
    print(f"Time for one: half within {half:.0f} ms, 99 % within {most:.0f} ms")
    clean, noisy = squares["clean"], squares["noisy"]
    return (
        clean.right >= LEAST_RIGHT * clean.count
        and all(tally.wrong <= MOST_WRONG * tally.count for tally in (clean, noisy))
        and not moves
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--part",
        type=int,
        default=1,
        help="only every so manieth recording; a number that shares no factor with 30 takes all voices and speeds",
    )
    options = parser.parse_args()
    if not has_espeak():
        raise SystemExit("this needs espeak-ng (Debian: apt-get install espeak-ng)")
    is_good = main(options.part)
    asyncio.run(compare_beside())
    if not is_good:
        raise SystemExit("below the bar")
