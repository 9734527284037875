"""`make bench-voice`: how much generated speech is recognised, and how other words are treated. Fails below a limit."""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache

import numpy as np

from bench.speech import has_espeak, speech
from bench.voice_beside import compare_beside
from bench.voice_cases import Case, Recording, no_speech, recordings
from noughts.rules.variants import find_variant
from noughts.voice.audio import Samples
from noughts.voice.grammar import phrases_for
from noughts.voice.hearing import Hearing, hear
from noughts.voice.moonshine import Heard, Moonshine, Writing

LEAST_RIGHT, MOST_WRONG = 0.95, 0.02
NOISE_DB = 15.0
SOUNDS = {"clean": None, "noisy": NOISE_DB}
# A part is enough to measure times. It has all voices and speeds, because it shares no factor with 30.
TIMED_PART = 29


class Tally:
    """The results of one kind of case."""

    def __init__(self) -> None:
        self.count = self.right = self.wrong = self.asked_right = 0

    def add(self, case: Case, hearing: Hearing) -> None:
        first = hearing.guesses[0].phrase.meaning if hearing.guesses else None
        self.count += 1
        if hearing.verdict == "sure":
            self.right += first == case.meaning
            # Commands are confirmed first, so only a cell can become a wrong move.
            is_wrong = first != case.meaning and isinstance(first, int)
            self.wrong += is_wrong
            if is_wrong:
                print(f"wrong: {case.words} was recognised as {hearing.guesses[0]}", file=sys.stderr, flush=True)
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


def measure_accuracy(part: int) -> bool:
    """Print the table. Return whether the accuracy is sufficient."""
    said = recordings(part)
    tallies: dict[tuple[str, str], Tally] = {}
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as processes:
        for number, (recording, heard) in enumerate(zip(said, processes.map(_hear_all, said), strict=True), 1):
            for sound, hearing in heard.items():
                tallies.setdefault((recording.case.kind, sound), Tally()).add(recording.case, hearing)
            if number % 100 == 0:
                print(f"{number} of {len(said)}", file=sys.stderr, flush=True)
    print("| said | times | right | asked, with the right one | wrong move |")
    print("|---|---|---|---|---|")
    squares = {(who, sound): Tally() for who in ("", ", people") for sound in SOUNDS}
    for (kind, sound), tally in tallies.items():
        print(tally.row(f"{kind}, {sound}"))
        if kind.startswith("by "):
            squares[", people" if kind.endswith(", people") else "", sound] += tally
    for (who, sound), tally in squares.items():
        if tally.count:
            print(tally.row(f"**the nine squares{who}, {sound}**"))
    classic = phrases_for(find_variant("classic"))
    moves = [name for name, samples in no_speech() if hear(_model(), samples, classic).verdict == "sure"]
    print(f"\nSilence, noise, music, a knock, a cough: {len(moves)} moves {moves or ''}")
    ours = squares["", "clean"]
    return (
        ours.right >= LEAST_RIGHT * ours.count
        and all(squares["", sound].wrong <= MOST_WRONG * squares["", sound].count for sound in SOUNDS)
        and not any(tallies["other words", sound].wrong for sound in SOUNDS)
        and not moves
    )


@cache
def _model() -> Moonshine:
    return Moonshine()


def _hear_all(recording: Recording) -> dict[str, Hearing]:
    phrases = phrases_for(find_variant(recording.case.variant))
    return {sound: hear(_model(), samples, phrases) for sound, samples in _sounds(recording)}


def _sounds(recording: Recording) -> Iterator[tuple[str, Samples]]:
    for sound, noise_db in SOUNDS.items():
        yield sound, speech(recording.case.words, recording.voice, recording.speed, noise_db, recording.seed)


class Counting(Moonshine):
    """The model, counting how often it had to decode text."""

    written = 0

    def write(self, heard: Heard) -> Writing:
        self.written += 1
        return super().write(heard)


def measure_times() -> None:
    """Print how long one recording takes, and how many are recognised without decoding text."""
    model = Counting()
    times = list[float]()
    for recording in recordings(TIMED_PART):
        for _, samples in _sounds(recording):
            begun = time.perf_counter()
            hear(model, samples, phrases_for(find_variant(recording.case.variant)))
            times.append(time.perf_counter() - begun)
    half, most = (1000 * np.quantile(times, share) for share in (0.5, 0.99))
    print(f"Time for one: half within {half:.0f} ms, 99 % within {most:.0f} ms")
    print(f"Decided by the sounds alone: {100 * (1 - model.written / len(times)):.0f} %")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--part",
        type=int,
        default=1,
        help="use one in this many recordings; a number without a common factor with 30 uses all voices and speeds",
    )
    parser.add_argument("--only", choices=("accuracy", "times"), help="the table alone, or the times alone")
    options = parser.parse_args()
    if not has_espeak():
        raise SystemExit("this needs espeak-ng (Debian: apt-get install espeak-ng)")
    is_good = options.only == "times" or measure_accuracy(options.part)
    if options.only != "accuracy":
        measure_times()
        asyncio.run(compare_beside())
    if not is_good:
        raise SystemExit("below the bar")
