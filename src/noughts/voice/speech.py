"""The part of a recording in which somebody speaks, as loud as the recogniser likes it. None where nobody does."""

from typing import NamedTuple

import numpy as np

from noughts.voice.audio import Samples
from noughts.voice.bounds import RATE

FRAME = RATE // 100
# Below this nothing was said, however close to the microphone: the noise of an open microphone in a quiet room.
QUIETEST = 0.004
# What is shorter is a click, a cough or a knock.
SHORTEST_FRAMES = 10
# How far speech stands out of the noise around it, and how far below its own loudest part it may fall.
OVER_NOISE = 3.0
UNDER_PEAK = 0.05
KEPT_FRAMES = 5
LOUDNESS = 0.5


class Surroundings(NamedTuple):
    """What is put around a word, and under it. The recogniser was taught with recordings: it is at a loss where a word
    fills all there is, or silence is perfect.
    """

    margin: int
    hiss: float


class Spoken(NamedTuple):
    """What was said, and nothing else; and how loud the noise around it is, where the loudest of the voice is 1."""

    samples: Samples
    noise: float


def find_speech(samples: Samples) -> Spoken | None:
    """What was said; None for silence and for what is too short."""
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
    """This speech as if recorded there. The hiss is always the same, so that the same is always heard the same."""
    padded = np.pad(spoken, surroundings.margin)
    hiss = np.random.default_rng(0).standard_normal(len(padded)) * surroundings.hiss
    return np.asarray(padded + hiss, np.float32)
