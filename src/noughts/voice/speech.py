"""The part of a recording that contains speech, at the volume the recogniser needs. None where there is none."""

from typing import NamedTuple

import numpy as np

from noughts.voice.audio import Samples
from noughts.voice.bounds import RATE

FRAME = RATE // 100
# Below this level there is no speech, however close the microphone: it is the noise of a quiet room.
QUIETEST = 0.004
# Anything shorter is a click, a cough or a knock.
SHORTEST_FRAMES = 10
# How far speech stands out of the noise around it, and how far below its own loudest part it may fall.
OVER_NOISE = 3.0
UNDER_PEAK = 0.05
KEPT_FRAMES = 5
LOUDNESS = 0.5


class Surroundings(NamedTuple):
    """Padding around a word, and noise under it. The recogniser was trained with recordings: it fails where a word
    fills the whole recording, or silence is perfect.
    """

    margin: int
    hiss: float


class Spoken(NamedTuple):
    """The speech alone, and how loud the noise around it is, relative to the loudest voice (1)."""

    samples: Samples
    noise: float


def find_speech(samples: Samples) -> Spoken | None:
    """Return the speech; None for silence and for recordings that are too short."""
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
    if not len(frames):
        return None
    loudness = np.sqrt((frames**2).mean(axis=1))
    peak = float(loudness.max())
    if peak < QUIETEST:
        return None
    noise = float(np.quantile(loudness, 0.1))
    heard = np.flatnonzero(loudness > max(UNDER_PEAK * peak, min(OVER_NOISE * noise, peak / 2)))
    if len(heard) < SHORTEST_FRAMES:
        return None
    first, last = max(0, int(heard[0]) - KEPT_FRAMES), int(heard[-1]) + 1 + KEPT_FRAMES
    spoken = samples[first * FRAME : last * FRAME]
    return Spoken(np.asarray(spoken * (LOUDNESS / float(np.abs(spoken).max())), np.float32), noise / peak)


def put_in(surroundings: Surroundings, spoken: Samples) -> Samples:
    """Return this speech as if recorded in these surroundings. The hiss is always the same, so that results are
    repeatable.
    """
    padded = np.pad(spoken, surroundings.margin)
    hiss = np.random.default_rng(0).standard_normal(len(padded)) * surroundings.hiss
    return np.asarray(padded + hiss, np.float32)
