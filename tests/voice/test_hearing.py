"""Recognition of generated speech: a short form of `make bench-voice`, on every kind of board."""

import numpy as np
import pytest

from bench.speech import speech
from bench.voice_cases import no_speech
from noughts.rules import find_variant
from noughts.voice.audio import Samples
from noughts.voice.bounds import MOST_SECONDS, RATE
from noughts.voice.grammar import phrases_for
from noughts.voice.hearing import Hearing, hear
from noughts.voice.moonshine import Moonshine


@pytest.fixture(scope="module")
def model() -> Moonshine:
    return Moonshine()


def heard(model: Moonshine, samples: Samples, variant: str = "classic", boards: tuple[int, ...] = ()) -> Hearing:
    return hear(model, samples, phrases_for(find_variant(variant), boards))


SQUARES = {
    "top left": 0,
    "top": 1,
    "top right": 2,
    "left": 3,
    "centre": 4,
    "right": 5,
    "bottom left": 6,
    "bottom middle": 7,
    "bottom right": 8,
    "one": 0,
    "two": 1,
    "five": 4,
    "b two": 4,
    "c three": 8,
}


@pytest.mark.parametrize(("words", "cell"), SQUARES.items())
def test_recognises_the_nine_squares(model: Moonshine, words: str, cell: int) -> None:
    hearing = heard(model, speech(words))
    assert hearing.verdict == "sure"
    assert hearing.guesses[0].phrase.cell == cell
    assert 0.4 < hearing.guesses[0].confidence <= 1
    # The same recording always gives the same result.
    assert heard(model, speech(words)) == hearing


def test_recognises_squares_in_noise(model: Moonshine) -> None:
    for words, cell in (("five", 4), ("top left", 0), ("b two", 4)):
        hearing = heard(model, speech(words, "en-gb", 155, 15.0))
        assert hearing.verdict == "sure"
        assert hearing.guesses[0].phrase.cell == cell


def test_offers_a_second_guess_when_unsure(model: Moonshine) -> None:
    for words, voice in (("nine", "en-us"), ("five", "en-gb"), ("eight", "en-us+f1")):
        hearing = heard(model, speech(words, voice, 180, 6.0))
        assert hearing.verdict == "unsure"
        first, second, *_ = hearing.guesses
        assert first.confidence >= second.confidence
        assert first.phrase.meaning != second.phrase.meaning


def test_recognises_commands(model: Moonshine) -> None:
    for words, command in (("play again", "play_again"), ("draw", "draw"), ("undo", "undo")):
        hearing = heard(model, speech(words))
        assert hearing.guesses[0].phrase.command == command, words


@pytest.mark.parametrize(
    ("variant", "boards", "words", "cell"),
    [
        ("ultimate", (), "top left centre", 10),
        ("ultimate", (8,), "centre", 70),
        ("gomoku", (), "bravo seven", 91),
        ("gomoku", (), "h eight", 112),
        ("mnk-20x20-5", (), "kilo two", 30),
    ],
)
def test_recognises_cells_of_other_boards(
    model: Moonshine, variant: str, boards: tuple[int, ...], words: str, cell: int
) -> None:
    hearing = heard(model, speech(words), variant, boards)
    assert cell in [guess.phrase.cell for guess in hearing.guesses]


@pytest.mark.parametrize("words", ["hello there", "what time is it", "my name is Peter", "elephant", "good morning"])
def test_other_words_are_not_taken_for_a_move(model: Moonshine, words: str) -> None:
    assert heard(model, speech(words)).verdict in ("other", "unsure")
    assert heard(model, speech(words, "en-gb", 180)).verdict in ("other", "unsure")


@pytest.mark.parametrize(
    ("words", "voice", "speed", "noise_db", "seed"),
    [
        # A text-only recogniser takes these for "nine".
        ("resign", "en-us", 130, 15.0, 813),
        ("resign", "en-us+f1", 130, 15.0, 825),
        # And these for "a one", "seven", "bottom", "five", "top middle", and "bottom" again.
        ("banana", "en-us+f4", 180, None, 1163),
        ("lemon", "en-us+f1", 155, None, 1635),
        ("garden", "en-gb-x-rp", 155, 15.0, 1533),
        ("bicycle", "en-us", 180, None, 1591),
        ("hospital", "en-gb-x-rp+f5", 180, None, 1609),
        ("butter", "en-gb-scotland", 130, 15.0, 1832),
    ],
)
def test_rejects_words_that_a_text_only_recogniser_takes_for_a_move(
    model: Moonshine, words: str, voice: str, speed: int, noise_db: float | None, seed: int
) -> None:
    hearing = heard(model, speech(words, voice, speed, noise_db, seed))
    assert hearing.verdict != "sure" or hearing.guesses[0].phrase.command


@pytest.mark.parametrize(("name", "samples"), list(no_speech()), ids=[name for name, _ in no_speech()])
def test_sounds_other_than_speech_are_not_taken_for_a_move(model: Moonshine, name: str, samples: Samples) -> None:
    hearing = heard(model, samples)
    assert hearing.verdict in (("silence",) if name == "silence" else ("silence", "other", "unsure"))


def test_copes_with_the_longest_recording(model: Moonshine) -> None:
    chance = np.random.default_rng(2)
    assert heard(model, (chance.standard_normal(MOST_SECONDS * RATE) * 0.3).astype(np.float32)).verdict != "sure"
