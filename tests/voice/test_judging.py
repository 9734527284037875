"""The evidence for a meaning: its sounds, its spelling, and its lead over other meanings."""

import pytest

from noughts.rules import find_variant
from noughts.voice.grammar import Phrase, phrases_for
from noughts.voice.judging import MOST_LEAD, SHARE_OF_SOUND, WORST_FIT, by_meaning, judge, lead_of
from noughts.voice.rarity import bonus
from noughts.voice.scoring import Scores

NINE = Phrase(("nine",), cell=8)
BOTTOM_RIGHT = Phrase(("bottom", "right"), cell=8)
RIGHT = Phrase(("right",), cell=5)
RESIGN = Phrase(("resign",), command="resign")
SOUNDS_ALIKE = {NINE: 0.0, BOTTOM_RIGHT: 0.0, RIGHT: 0.0, RESIGN: 0.0}


def evidence(scores: Scores, fits: dict[Phrase, float] = SOUNDS_ALIKE) -> float:
    judged = judge(fits, scores)
    assert judged is not None
    return judged.evidence


def test_counts_the_best_phrase_of_each_meaning() -> None:
    ordered = by_meaning({NINE: -4.0, BOTTOM_RIGHT: -1.0, RIGHT: -2.0})
    assert ordered == [(-1.0, BOTTOM_RIGHT), (-2.0, RIGHT)]
    assert lead_of(ordered) == 1.0
    assert lead_of(ordered[:1]) == lead_of([(0.0, NINE), (-9.0, RIGHT)]) == MOST_LEAD


def test_clear_speech_has_more_evidence() -> None:
    assert evidence(Scores({NINE: -1.0, RIGHT: -8.0}, None)) == -1.0 + MOST_LEAD
    assert evidence(Scores({NINE: -1.0, RIGHT: -1.5}, None)) == -0.5
    assert judge(SOUNDS_ALIKE, Scores({}, -1.0)) is None


def test_a_likelier_transcript_of_other_words_lowers_the_evidence() -> None:
    assert (
        evidence(Scores({NINE: -3.0}, -1.0))
        < evidence(Scores({NINE: -3.0}, -2.0))
        < evidence(Scores({NINE: -3.0}, None))
    )
    assert evidence(Scores({NINE: -3.0}, -5.0)) == evidence(Scores({NINE: -3.0}, None))


def test_combines_the_sound_with_the_spelling() -> None:
    scores = Scores({NINE: -1.0, RIGHT: -2.0}, None)
    judged = judge({NINE: -8.0, RIGHT: -1.0}, scores)
    assert judged is not None
    assert [phrase for _, phrase in judged.ordered] == [RIGHT, NINE]
    assert judged.ordered[0][0] == -2.0 - SHARE_OF_SOUND
    # A poor match of sounds alone does not rule a phrase out.
    worst = judge({NINE: -1e9, RIGHT: -1e9}, scores)
    assert worst is not None
    assert worst.ordered[0] == (-1.0 + SHARE_OF_SOUND * WORST_FIT, NINE)


def test_rare_words_get_a_bonus() -> None:
    assert bonus(Phrase(("one",), cell=0)) < bonus(NINE) < bonus(RESIGN)
    assert bonus(NINE) < bonus(Phrase(("b", "one"), cell=1)) < bonus(Phrase(("top", "left"), cell=0))
    # Every word of every board has a figure.
    for name in ("classic", "ultimate", "gomoku", "mnk-20x20-5"):
        assert all(bonus(phrase) > 0 for phrase in phrases_for(find_variant(name)))
    with pytest.raises(KeyError):
        bonus(Phrase(("elephant",), cell=4))
