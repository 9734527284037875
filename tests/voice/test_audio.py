"""Untrusted audio: valid recordings are read, everything else is refused with a reason."""

import contextlib
import io
import wave

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.speech import wav
from noughts.voice.audio import BadAudio, parse_wav
from noughts.voice.bounds import MOST_BYTES, MOST_SECONDS, RATE

SECOND = wav(np.sin(np.arange(RATE) / 10).astype(np.float32))


def other_wav(channels: int = 1, width: int = 2, rate: int = RATE) -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(bytes(channels * width * 100))
    return out.getvalue()


def test_reads_a_recording() -> None:
    samples = parse_wav(SECOND)
    assert len(samples) == RATE
    assert np.abs(samples - np.sin(np.arange(RATE) / 10)).max() < 0.001


@pytest.mark.parametrize("data", [other_wav(channels=2), other_wav(width=1), other_wav(rate=44100), other_wav(width=4)])
def test_refuses_recordings_in_other_formats(data: bytes) -> None:
    with pytest.raises(BadAudio, match="one channel"):
        parse_wav(data)


@pytest.mark.parametrize("data", [b"", b"RIFF", SECOND[:30], b"OggS" + bytes(100), SECOND[:12] + b"\xff" * 50])
def test_refuses_broken_recordings(data: bytes) -> None:
    with pytest.raises(BadAudio):
        parse_wav(data)


def test_refuses_long_recordings_without_reading_more_than_allowed() -> None:
    with pytest.raises(BadAudio, match="seconds"):
        parse_wav(bytes(MOST_BYTES + 1))
    # The header is shorter than the space reserved for it.
    assert len(parse_wav(wav(np.zeros(MOST_SECONDS * RATE + 100, np.float32)))) == MOST_SECONDS * RATE


@given(st.binary(max_size=200), st.integers(0, 60), st.integers(0, 60))
def test_survives_arbitrary_bytes(data: bytes, begin: int, cut: int) -> None:
    for tried in (data, SECOND[:begin] + data + SECOND[begin + cut : 400]):
        with contextlib.suppress(BadAudio):
            assert len(parse_wav(tried)) <= MOST_SECONDS * RATE
