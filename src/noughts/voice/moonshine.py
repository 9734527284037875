"""The Moonshine model (tiny, 8 bits): the probability of each next token, given the sound and the text so far."""

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from noughts.voice.audio import Samples
from noughts.voice.model_files import DECODER, ENCODER, have_model
from noughts.voice.spelling import START

LogChances = NDArray[np.float32]
# The encoded sound: a row for every 24 milliseconds.
Heard = NDArray[np.float32]

_LAYERS, _HEADS, _WIDTH = 6, 8, 36
_NAMES = [
    f"past_key_values.{n}.{side}.{part}"
    for n in range(_LAYERS)
    for side in ("decoder", "encoder")
    for part in ("key", "value")
]
_OF_SOUND = [".encoder." in name for name in _NAMES]


class ModelMissing(Exception):
    """The package was built without the recogniser's files."""


class Moonshine:
    """The model, read from its files. Raises `ModelMissing`."""

    def __init__(self, threads: int = 1) -> None:
        if not have_model():
            raise ModelMissing("the recogniser's files are missing: run `make voice`")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        # Threads that wait by spinning would take the time of the games.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        self._encoder = _session(ENCODER, options)
        self._decoder = _session(DECODER, options)

    def listen(self, samples: Samples) -> Heard:
        """Return these samples, encoded."""
        (heard,) = self._encoder.run(None, {"input_values": samples[None]})
        return np.asarray(heard[0], np.float32)

    def write(self, heard: Heard) -> "Writing":
        """Return an empty text about this sound."""
        return Writing(self._decoder, heard)


class Writing:
    """Several texts that are written side by side about one sound, a token at a time."""

    def __init__(self, decoder: Any, heard: Heard) -> None:
        self._decoder = decoder
        self._heard = heard[None]
        self._past = [np.zeros((0, _HEADS, 1, _WIDTH), np.float32) for _ in _NAMES]
        self._begun = False
        self._tokens = [START]

    def next_chances(self) -> LogChances:
        """For each text, the logarithm of the probability of every next token."""
        logits, *present = self._decoder.run(
            None,
            {
                "input_ids": np.array(self._tokens, np.int64)[:, None],
                "encoder_hidden_states": np.repeat(self._heard, len(self._tokens), axis=0),
                "use_cache_branch": np.array([self._begun]),
                **dict(zip(_NAMES, self._past, strict=True)),
            },
        )
        # Only the first step computes what the model knows of the sound; later steps reuse it.
        self._past = [
            old if self._begun and of_sound else new
            for old, new, of_sound in zip(self._past, present, _OF_SOUND, strict=True)
        ]
        self._begun = True
        return log_chances(logits[:, -1])

    def go_on(self, texts: list[int], tokens: list[int]) -> None:
        """Keep the texts with these numbers, in this order, and add one token to each."""
        self._past = [held[texts] for held in self._past]
        self._tokens = tokens


def log_chances(values: NDArray[np.float32]) -> LogChances:
    """Return a network's output for each row, as logarithms of probabilities."""
    less = values - values.max(axis=1, keepdims=True)
    return np.asarray(less - np.log(np.exp(less).sum(axis=1, keepdims=True)), np.float32)


def _session(path: Path, options: Any) -> Any:
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
