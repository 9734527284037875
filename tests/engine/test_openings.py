"""Standard openings of five in a row: which first moves count as such."""

import pytest

from noughts.engine.openings import is_standard
from noughts.rules import Move, find_variant
from tests.engine.diagrams import at


@pytest.mark.parametrize(
    ("opening", "is_known"),
    [
        ("h8", True),
        ("j6", True),
        ("k8", False),
        ("h8 i9", True),
        ("h8 h9", True),
        ("h8 j8", False),
        ("a1 b2", False),
        ("h8 i9 j8", True),
        ("h8 h9 f6", True),
        ("h8 i9 e8", False),
        ("h8 k8 h9", False),
        ("h8 i9 j8 i8", False),
    ],
)
@pytest.mark.parametrize("name", ["gomoku", "gomoku-exact", "caro"])
def test_recognises_the_standard_openings(name: str, opening: str, is_known: bool) -> None:
    position = find_variant(name).start()
    *before, last = [at(cell) for cell in opening.split()]
    for cell in before:
        position = position.play(position.move_at(cell))
    assert is_standard(position, position.move_at(last)) == is_known


@pytest.mark.parametrize("name", ["classic", "ultimate", "9x9", "wild", "mnk-15x15-6"])
def test_other_variants_have_none(name: str) -> None:
    variant = find_variant(name)
    assert not is_standard(variant.start(), Move(variant.size // 2, "X"))
