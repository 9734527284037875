"""Sound as it comes from a client: a WAV file, 16,000 samples a second, one channel of 16 bits. All else is refused.

The bytes are untrusted, so their number is limited before decoding and their length is checked after.
"""

import io
import wave

import numpy as np
from numpy.typing import NDArray

from noughts.voice.bounds import MOST_BYTES, MOST_SECONDS, RATE

Samples = NDArray[np.float32]


class BadAudio(ValueError):
    """The bytes are not usable sound. The message is for the person who sent them."""


def parse_wav(data: bytes) -> Samples:
    """Return the samples of this file, from -1 to 1. Raises `BadAudio`."""
    if len(data) > MOST_BYTES:
        raise BadAudio(f"Use at most {MOST_SECONDS} seconds.")
    try:
        with wave.open(io.BytesIO(data)) as file:
            kind = (file.getnchannels(), file.getsampwidth(), file.getframerate())
            frames = file.readframes(MOST_SECONDS * RATE)
    except (wave.Error, EOFError, ValueError, OverflowError, RuntimeError) as error:
        raise BadAudio("Send a complete WAV file.") from error
    if kind != (1, 2, RATE):
        raise BadAudio(f"Use one channel with 16 bits and {RATE} samples a second.")
    whole = len(frames) // 2 * 2
    return np.frombuffer(frames[:whole], "<i2").astype(np.float32) / np.float32(32768)
