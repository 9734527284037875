"""The training data of the speech sound network: synthetic speech in many voices, rooms and noises.

It contains no voices of `make bench-voice`, and of its words only those of the game.
"""

import hashlib
import io
import random
import subprocess
import wave
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from wordfreq import top_n_list

from bench.voice_cases import OTHER_WORDS, RHYMES
from noughts.voice.audio import Samples
from noughts.voice.bounds import RATE
from noughts.voice.speech import Surroundings, find_speech, put_in
from tools.voice_pronunciations import game_phrases, read_aloud

ACCENTS = ("en-gb", "en-us", "en-gb-scotland", "en-gb-x-rp", "en-029", "en-gb-x-gbclan", "en-gb-x-gbcwmd", "en-us-nyc")
SPEAKERS = (
    *("m1", "m2", "m4", "m5", "m6", "m8", "f2", "Alex", "Alicia", "Andrea", "Annie", "Denis", "Diogo", "Gene", "Hugo"),
    *("Lee", "Marco", "Mario", "Michael", "Mike", "Nguyen", "adam", "anika", "antonio", "aunty", "belinda", "benjamin"),
    *("boris", "caleb", "david", "ed", "gustave", "iven", "iven3", "john", "kaukovalta", "klatt", "klatt3", "klatt5"),
    *("marcelo", "max", "michel", "miguel", "norbert", "pablo", "paul", "pedro", "quincy", "rob", "robert", "sandro"),
    *("shelby", "steph", "steph2", "travis", "victor", "zac"),
)
# Voices made from recordings of people. The other voices of flite are kept for measuring.
PEOPLE = ("kal16", "awb")
WORDS = 14_000
LONGEST_SECONDS = 4.0
# Each voice with its playback speed.
ROOMS = tuple(
    (Surroundings(margin, hiss), pace)
    for margin in (2400, 4000, 5600)
    for hiss in (0.0001, 0.0005, 0.001)
    for pace in (1.0, 1.0, 0.94, 0.88)
)


class Lesson(NamedTuple):
    """A recording as the recogniser receives it, and its words as text for a speech synthesiser."""

    samples: Samples
    text: str


@cache
def _game() -> tuple[list[str], list[str], list[str]]:
    """Return the phrases of 3x3, those of every board, and their words."""
    small, *others = game_phrases()
    every = sorted({phrase for phrases in (small, *others) for phrase in phrases})
    return small, every, sorted({word for phrase in every for word in phrase.split()})


@cache
def _other_words() -> list[str]:
    """Return common words by frequency, without those of the benchmark, and without an eighth kept for validation."""
    said = (*OTHER_WORDS, *RHYMES)
    measuring = {word.lower() for words in said for word in words.split() if len(word) > 3 or " " not in words}
    mine = measuring.union(_game()[2])
    words = [word for word in top_n_list("en", WORDS) if word.isascii() and word.isalpha() and len(word) > 2]
    return [word for word in words if word not in mine and not is_kept_apart(word)]


def is_kept_apart(word: str) -> bool:
    return hashlib.md5(word.encode(), usedforsecurity=False).digest()[0] < 32


def lesson(number: int) -> Lesson | None:
    """Return the lesson with this number, always the same. None if it has no sound, or too many."""
    chance, noise = random.Random(number), np.random.default_rng(number)  # noqa: S311
    text = read_aloud(_words(chance))
    said = _natural(text, chance) if chance.random() < 0.15 else _synthetic(text, chance)
    level = float(np.sqrt((said**2).mean())) if len(said) else 0.0
    sound = np.pad(said, int(0.3 * RATE))
    if chance.random() < 0.35:
        sound = _echoing(sound, chance, noise)
    if chance.random() < 0.5:
        sound = sound + _noise(len(sound), chance, noise) * level * 10 ** (-chance.uniform(8, 30) / 20)
    spoken = find_speech(np.asarray(np.clip(sound, -1, 1), np.float32))
    if spoken is None or len(spoken.samples) > LONGEST_SECONDS * RATE:
        return None
    room, pace = chance.choice(ROOMS)
    return Lesson(put_in(room, np.asarray(_resampled(spoken.samples, RATE * pace), np.float32)), text)


def _words(chance: random.Random) -> str:
    """Return a phrase of the game, other words, or a mix of both."""
    small, every, words = _game()
    kind = chance.random()
    if kind < 0.2:
        return chance.choice(small)
    if kind < 0.38:
        return chance.choice(every)
    if kind < 0.66:
        return _other(chance)
    if kind < 0.85:
        return " ".join(_other(chance) for _ in range(chance.randint(2, 4)))
    ours = chance.choice(words if chance.random() < 0.7 else small)
    return " ".join(chance.sample([ours, _other(chance)], 2))


def _other(chance: random.Random) -> str:
    words = _other_words()
    if chance.random() < 0.7:
        return words[int(chance.expovariate(1 / 2500)) % len(words)]
    return chance.choice(words)


def _synthetic(text: str, chance: random.Random) -> NDArray[np.float64]:
    voice = f"{chance.choice(ACCENTS)}+{chance.choice(SPEAKERS)}"
    pitch = min(90, max(10, int(chance.gauss(50, 14))))
    command = ["espeak-ng", "-v", voice, "-s", str(chance.randint(110, 200)), "-p", str(pitch), "--stdout", text]
    spoken = subprocess.run(command, check=True, capture_output=True).stdout
    sound = np.frombuffer(spoken[44:], "<i2") / 32768
    # Faster or slower playback sounds like a smaller or larger speaker, and every microphone has its own tone.
    sound = _resampled(sound, int.from_bytes(spoken[24:28], "little") * chance.uniform(0.9, 1.1))
    return np.convolve(sound, [1, chance.uniform(-0.4, 0.4)]) if len(sound) and chance.random() < 0.5 else sound


def _natural(text: str, chance: random.Random) -> NDArray[np.float64]:
    length, tone = chance.uniform(0.8, 1.3), chance.randint(80, 190)
    command = ["flite", "-voice", chance.choice(PEOPLE), "-t", text, "-o", "/dev/stdout"]
    command += ["--setf", f"duration_stretch={length:.2f}", "--setf", f"int_f0_target_mean={tone}"]
    spoken = subprocess.run(command, check=True, capture_output=True).stdout
    with wave.open(io.BytesIO(spoken)) as file:
        return _resampled(np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768, file.getframerate())


def _resampled(sound: NDArray[Any], rate: float) -> NDArray[np.float64]:
    places = np.arange(int(len(sound) * RATE / rate)) * rate / RATE
    return np.asarray(np.interp(places, np.arange(len(sound)), sound))


def _echoing(sound: NDArray[np.float64], chance: random.Random, noise: np.random.Generator) -> NDArray[np.float64]:
    """Add the echo of a room, which is like a decaying noise."""
    count = int(RATE * chance.uniform(0.05, 0.3))
    walls = noise.standard_normal(count) * np.exp(-5 * np.arange(count) / count)
    walls *= chance.uniform(0.1, 0.5) / np.sqrt((walls**2).sum())
    walls[0] = 1.0
    size = len(sound) + count
    return np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(walls, size), size)[: len(sound)]


def _noise(count: int, chance: random.Random, noise: np.random.Generator) -> NDArray[np.float64]:
    """Return noise of volume 1: white, dull, or another speaker."""
    kind = chance.random()
    if kind < 0.2:
        talk = np.resize(_synthetic(_other(chance), chance), count)
        return np.asarray(0.4 * talk / (np.sqrt((talk**2).mean()) + 1e-6))
    white = noise.standard_normal(count)
    return white if kind < 0.75 else np.convolve(white, np.ones(8) / 8**0.5)[:count]
