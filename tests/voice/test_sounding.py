"""How well phrases fit the sounds, in made-up sequences of sounds and in generated speech."""

from itertools import groupby

import numpy as np
import pytest

from bench.speech import speech
from noughts.rules import find_variant
from noughts.voice.grammar import Phrase, phrases_for
from noughts.voice.moonshine import LogChances, Moonshine
from noughts.voice.phones import phone_chances, phone_numbers
from noughts.voice.sounding import fits
from noughts.voice.speech import Surroundings, find_speech, put_in

NINE = Phrase(("nine",), cell=8)
FIVE = Phrase(("five",), cell=4)
MIDDLE_LEFT = Phrase(("middle", "left"), cell=3)
UNLIKELY = -4.0


def moments(sounds: str) -> LogChances:
    """Return one moment for each sound, in which this sound is certain and all others are unlikely."""
    numbers = phone_numbers()
    made = np.full((len(sounds.split()), len(numbers)), UNLIKELY, np.float32)
    for row, sound in zip(made, sounds.split(), strict=True):
        row[numbers[sound]] = 0.0
    return made


@pytest.mark.parametrize("sounds", ["n aI n", "- n n - aI aI aI - n -", "n aI n n n"])
def test_a_phrase_fits_its_sounds_however_long_they_last(sounds: str) -> None:
    assert fits(moments(sounds), (NINE,)) == {NINE: 0.0}


@pytest.mark.parametrize(
    ("sounds", "fit"),
    [
        # One sound is different.
        ("m aI n", UNLIKELY),
        ("f aI v", 2 * UNLIKELY),
        # One sound is missing, one is extra, or there are too few moments for all.
        ("n aI -", UNLIKELY),
        ("n aI n t", UNLIKELY),
        ("- - -", 3 * UNLIKELY),
    ],
)
def test_every_moment_that_does_not_fit_lowers_the_score(sounds: str, fit: float) -> None:
    assert fits(moments(sounds), (NINE, FIVE))[NINE] == fit


def test_a_repeated_sound_needs_a_break_between() -> None:
    whole, run_together = "m I d @ l - l E f t", "m I d @ l l E f t"
    assert fits(moments(whole), (MIDDLE_LEFT,))[MIDDLE_LEFT] == 0.0
    assert fits(moments(run_together), (MIDDLE_LEFT,))[MIDDLE_LEFT] < 0.0


def test_too_few_moments_fit_nothing() -> None:
    assert fits(moments("n"), (NINE,))[NINE] < -1000


def test_a_word_with_two_pronunciations_gets_the_better_score() -> None:
    letter, article = Phrase(("a", "one"), cell=0), Phrase(("offer", "a", "draw"), command="draw")
    assert fits(moments("eI w V n"), (letter,))[letter] == 0.0
    assert fits(moments("O: f 3 @ d r O:"), (article,))[article] == 0.0


def test_every_word_of_every_board_has_a_pronunciation() -> None:
    for name in ("classic", "ultimate", "gomoku", "mnk-20x20-5"):
        phrases = phrases_for(find_variant(name))
        assert fits(moments("n aI n"), phrases).keys() == set(phrases)
    with pytest.raises(KeyError):
        fits(moments("n aI n"), (Phrase(("elephant",), cell=4),))


@pytest.mark.parametrize(("words", "sounds"), [("nine", "n aI n"), ("top left", "t A: p l E f t")])
def test_the_model_recognises_the_sounds_of_a_word(words: str, sounds: str) -> None:
    spoken = find_speech(speech(words))
    assert spoken is not None
    chances = phone_chances(Moonshine().listen(put_in(Surroundings(margin=4000, hiss=0.0001), spoken.samples)))
    assert np.allclose(np.exp(chances).sum(axis=1), 1.0, atol=1e-4)
    names = {number: name for name, number in phone_numbers().items()}
    heard = [names[number] for number, _ in groupby(chances.argmax(axis=1).tolist())]
    assert " ".join(name for name in heard if name != "-") == sounds
