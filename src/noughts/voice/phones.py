"""Recognise speech sounds: which of them is made at every moment of the recording.

The recogniser prefers common words to the right ones. This network knows no words at all. `tools/voice_phones.py`
trains it and writes its file.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.voice.moonshine import Heard, LogChances, log_chances

WEIGHTS = Path(str(files("noughts.voice") / "phones.npz"))
# The gap between two sounds, and the continuation of one.
NOTHING = "-"


@cache
def _learnt() -> dict[str, NDArray[Any]]:
    with np.load(WEIGHTS) as file:
        return {name: file[name] if name == "names" else np.asarray(file[name], np.float32) for name in file.files}


@cache
def phone_numbers() -> dict[str, int]:
    """Return the sounds that it knows, and the column of each."""
    return {str(name): number for number, name in enumerate(_learnt()["names"])}


def phone_chances(heard: Heard) -> LogChances:
    """For every moment the logarithm of the probability of each sound."""
    learnt = _learnt()
    once = _layer("first", (heard - learnt["mean"]) / learnt["spread"]).clip(0)
    return log_chances(_layer("last", once + _layer("second", once).clip(0)))


def _layer(name: str, moments: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return each moment combined with those around it, weighted."""
    weights = _learnt()[f"{name}.weight"]
    reach = weights.shape[2] // 2
    padded = np.pad(moments, ((reach, reach), (0, 0)))
    parts = (padded[at : at + len(moments)] @ weights[:, :, at].T for at in range(weights.shape[2]))
    return np.asarray(sum(parts) + _learnt()[f"{name}.bias"], np.float32)
