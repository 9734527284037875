"""What speaks for a meaning: its phrase, the length of the sound, other texts, and all listenings together."""

import pytest

from noughts.rules import find_variant
from noughts.voice.grammar import Phrase, phrases_for
from noughts.voice.judging import MOST_LEAD, judge
from noughts.voice.rarity import bonus
from noughts.voice.scoring import Scores

NINE = Phrase(("nine",), cell=8)
RIGHT = Phrase(("right",), cell=5)
RESIGN = Phrase(("resign",), command="resign")


def evidence(*listenings: Scores, seconds: float = 0.5) -> float:
    judged = judge(list(listenings), seconds)
    assert judged is not None
    return judged.evidence


def test_what_is_clear_has_more_evidence() -> None:
    clear, close = Scores({NINE: -1.0, RIGHT: -8.0}, None), Scores({NINE: -1.0, RIGHT: -1.5}, None)
    assert evidence(clear) == -1.0 + MOST_LEAD
    assert evidence(close) == -0.5
    assert evidence(Scores({NINE: -1.0}, None)) == evidence(clear)
    assert judge([Scores({}, -1.0)], 0.5) is None


def test_other_words_speak_against_it() -> None:
    assert (
        evidence(Scores({NINE: -3.0}, -1.0))
        < evidence(Scores({NINE: -3.0}, -2.0))
        < evidence(Scores({NINE: -3.0}, None))
    )
    assert evidence(Scores({NINE: -3.0}, -5.0)) == evidence(Scores({NINE: -3.0}, None))


def test_a_square_that_is_far_behind_a_free_text_is_outdone() -> None:
    for other, is_outdone in ((-1.0, True), (-4.0, False), (None, False)):
        judged = judge([Scores({NINE: -7.0 + bonus(NINE)}, other)], 0.5)
        assert judged is not None
        assert judged.is_outdone == is_outdone
    rare = judge([Scores({Phrase(("upper", "left"), cell=0): -2.0}, None)], 0.5)
    assert rare is not None
    assert not rare.is_outdone
    command = judge([Scores({RESIGN: -9.0 + bonus(RESIGN)}, -1.0)], 0.5)
    assert command is not None
    assert not command.is_outdone


def test_a_long_sound_is_no_short_word() -> None:
    heard = Scores({NINE: -1.0, RESIGN: -2.0}, None)
    for seconds, phrase in ((0.5, NINE), (0.9, RESIGN)):
        judged = judge([heard], seconds)
        assert judged is not None
        assert judged.ordered[0][1] == phrase
    assert evidence(Scores({NINE: -1.0}, None), seconds=1.8) < -7


def test_listenings_count_together() -> None:
    once, again = Scores({NINE: -1.0, RIGHT: -4.0}, None), Scores({RIGHT: -1.0}, None)
    judged = judge([once, again], 0.5)
    assert judged is not None
    assert [phrase for _, phrase in judged.ordered] == [RIGHT, NINE]
    assert judged.ordered[0][0] == -2.5
    assert evidence(once, once) == evidence(once)


def test_rare_words_are_made_up_for() -> None:
    assert bonus(Phrase(("one",), cell=0)) < bonus(NINE) < bonus(RESIGN)
    assert bonus(NINE) < bonus(Phrase(("b", "one"), cell=1)) < bonus(Phrase(("top", "left"), cell=0))
    # Every word of every board has its figure.
    for name in ("classic", "ultimate", "gomoku", "mnk-19x19-5"):
        assert all(bonus(phrase) > 0 for phrase in phrases_for(find_variant(name)))
    with pytest.raises(KeyError):
        bonus(Phrase(("elephant",), cell=4))
