"""Speech by Debian's espeak-ng and flite: the same words in several voices and speeds, clean and with noise."""

import io
import shutil
import subprocess
import wave

import numpy as np

from noughts.voice.audio import Samples
from noughts.voice.bounds import RATE

# Accents, and women's and men's voices. Some other names with a plus sound the same, so they are left out.
VOICES = (
    "en-gb",
    "en-us",
    "en-gb-scotland",
    "en-gb-x-rp",
    "en-029",
    "en-us+f1",
    "en-us+f3",
    "en-us+f4",
    "en-us+m3",
    "en-gb-x-rp+f5",
)
SPEEDS = (130, 155, 180)
# Voices of flite, made from recordings of people.
PEOPLE = ("flite rms", "flite slt")
QUIET_SECONDS = 0.3


def has_espeak() -> bool:
    return shutil.which("espeak-ng") is not None


def has_people() -> bool:
    return shutil.which("flite") is not None


def speech(words: str, voice: str = "en-us", speed: int = 155, noise_db: float | None = None, seed: int = 0) -> Samples:
    """Return these words spoken, between short silences. `noise_db` is how far the noise is below the voice."""
    # Otherwise a single letter would be read as a word.
    first, _, rest = words.partition(" ")
    text = f"{first.upper()}. {rest}" if len(first) == 1 else words
    if voice in PEOPLE:
        command = ["flite", "-voice", voice.split()[1], "-t", text, "-o", "/dev/stdout"]
    else:
        command = ["espeak-ng", "-v", voice, "-s", str(speed), "--stdout", text]
    spoken = subprocess.run(command, check=True, capture_output=True).stdout
    with wave.open(io.BytesIO(spoken)) as file:
        rate = file.getframerate()
    # espeak-ng writes a stream, so its header has no length.
    said = np.frombuffer(spoken[44:], "<i2").astype(np.float32) / 32768
    times = np.arange(int(len(said) * RATE / rate)) * rate / RATE
    padded = np.pad(np.interp(times, np.arange(len(said)), said), int(QUIET_SECONDS * RATE))
    if noise_db is not None:
        level = float(np.sqrt((said**2).mean())) * 10 ** (-noise_db / 20)
        padded = padded + np.random.default_rng(seed).standard_normal(len(padded)) * level
    return np.asarray(np.clip(padded, -1, 1), np.float32)


def wav(samples: Samples) -> bytes:
    """Return these samples as the WAV file that clients send."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples * 32767).astype("<i2").tobytes())
    return out.getvalue()
