"""Finding the speech in a recording."""

import numpy as np

from bench.speech import speech
from noughts.voice.bounds import RATE
from noughts.voice.speech import LOUDNESS, Spoken, Surroundings, find_speech, put_in


def seconds_of(spoken: Spoken | None) -> float:
    assert spoken is not None
    return len(spoken.samples) / RATE


def test_cuts_a_recording_to_the_spoken_word() -> None:
    said = speech("centre")
    alone = seconds_of(find_speech(said))
    assert 0.3 < alone < 0.8
    longer = np.pad(said, (2 * RATE, RATE))
    assert abs(seconds_of(find_speech(longer)) - alone) < 0.02
    chance = np.random.default_rng(1)
    noisy = (longer + chance.standard_normal(len(longer)) * 0.005).astype(np.float32)
    assert abs(seconds_of(find_speech(noisy)) - alone) < 0.3


def test_makes_quiet_and_loud_voices_equally_loud() -> None:
    for level in (1.0, 0.1):
        spoken = find_speech((speech("centre") * level).astype(np.float32))
        assert spoken is not None
        assert abs(float(np.abs(spoken.samples).max()) - LOUDNESS) < 0.01


def test_measures_the_noise_around_a_voice() -> None:
    for noise_db, least, most in ((None, 0.0, 0.005), (30.0, 0.005, 0.03), (15.0, 0.04, 0.12)):
        spoken = find_speech(speech("centre", noise_db=noise_db))
        assert spoken is not None
        assert least <= spoken.noise <= most, (noise_db, spoken.noise)


def test_recognises_silence() -> None:
    chance = np.random.default_rng(1)
    click = np.zeros(RATE, np.float32)
    click[5000:5600] = 0.8
    for sound in (np.zeros(0), np.zeros(100), np.zeros(RATE), chance.standard_normal(RATE) * 0.002, click):
        assert find_speech(np.asarray(sound, np.float32)) is None


def test_adds_the_same_surroundings_every_time() -> None:
    room = Surroundings(margin=1000, hiss=0.01)
    spoken = np.ones(500, np.float32)
    heard = put_in(room, spoken)
    assert len(heard) == 2500
    assert 0.005 < float(heard[:1000].std()) < 0.02
    assert (heard == put_in(room, spoken)).all()
