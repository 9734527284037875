"""Golden games: each variant has one that a person has checked. They must never change."""

from pathlib import Path

import pytest

from noughts.rules import VARIANTS, parse_game
from tests.rules.playthrough import playthrough

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_games_play_the_same(path: Path) -> None:
    written = path.read_text()
    assert playthrough(written.split("\n", maxsplit=1)[0]) == written


def test_every_variant_has_a_finished_golden_game() -> None:
    played_out = set()
    for path in GOLDEN:
        variant, moves = parse_game(path.read_text().split("\n", maxsplit=1)[0])
        assert variant.replay(moves).outcome() is not None
        played_out.add(variant.name)
    assert {variant.name for variant in VARIANTS} <= played_out
