"""The phrases: every cell of every variant has one, none has two meanings, and each has a spelling."""

import pytest

from noughts.rules import VARIANTS, Variant, cell_name, find_variant
from noughts.voice.grammar import Phrase, phrases_for
from noughts.voice.spelling import spellings

ALL = [*VARIANTS, find_variant("mnk-20x20-5"), find_variant("mnk-5x7-4")]


def meaning(variant: Variant, words: str, open_boards: tuple[int, ...] = ()) -> int | str | None:
    said = {" ".join(phrase.words): phrase.meaning for phrase in phrases_for(variant, open_boards)}
    return said.get(words)


@pytest.mark.parametrize("variant", ALL, ids=lambda variant: variant.name)
def test_every_cell_has_a_phrase_and_a_spelling(variant: Variant) -> None:
    phrases = phrases_for(variant)
    assert {phrase.cell for phrase in phrases if phrase.cell is not None} == set(range(variant.size))
    assert {phrase.command for phrase in phrases} == {None, "resign", "draw", "play_again", "undo"}
    assert len({phrase.words for phrase in phrases}) == len(phrases)
    assert all(spellings(phrase) for phrase in phrases)


def test_names_the_nine_squares_of_classic() -> None:
    classic = find_variant("classic")
    said = {"top left": 0, "top": 1, "left": 3, "centre": 4, "middle": 4, "five": 4, "b two": 4, "c one": 2, "nine": 8}
    assert {words: meaning(classic, words) for words in said} == said
    assert meaning(classic, "undo") == "undo"
    assert meaning(classic, "ten") is None


def test_a_letter_and_a_number_name_a_cell_as_in_notation() -> None:
    for variant in (find_variant("gomoku"), find_variant("mnk-5x7-4"), find_variant("ultimate")):
        assert meaning(variant, "b three") == meaning(variant, "bravo three")
        cell = meaning(variant, "b three")
        assert isinstance(cell, int)
        assert cell_name(variant, cell) == "b3"


def test_in_ultimate_a_phrase_names_a_board_and_then_a_cell() -> None:
    ultimate = find_variant("ultimate")
    assert meaning(ultimate, "top left centre") == 10
    assert meaning(ultimate, "one five") == 10
    assert meaning(ultimate, "bottom middle middle right") == 68 - 5 + 5 == 68
    assert meaning(ultimate, "centre") is None


def test_in_ultimate_the_cell_is_enough_if_only_one_board_is_open() -> None:
    ultimate = find_variant("ultimate")
    assert meaning(ultimate, "centre", (8,)) == 70
    assert meaning(ultimate, "top left", (8,)) == 60
    assert meaning(ultimate, "top left centre", (8,)) == 10
    assert meaning(ultimate, "centre", (7, 8)) is None


def test_a_phrase_has_several_spellings() -> None:
    ways = spellings(Phrase(("b", "two"), cell=4))
    # "B two", "b two", "B, two", "B. two", "B. Two", "B 2", "B2", "B-2", and as it sounds: "Be two", "B to".
    assert len(ways) == 10
    with pytest.raises(KeyError):
        spellings(Phrase(("elephant",), cell=4))
