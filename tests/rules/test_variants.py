import pickle
from itertools import product
from operator import ne

import pytest

from noughts.rules import VARIANTS, IllegalMove, Move, UnknownVariant, Variant, find_variant, size_name
from noughts.rules.variants import _free_size


def test_offers_the_expected_variants() -> None:
    assert {variant.name: (variant.rows, variant.cols, variant.in_a_row) for variant in VARIANTS} == {
        "classic": (3, 3, 3),
        "ultimate": (9, 9, 3),
        "misere": (3, 3, 3),
        "wild": (3, 3, 3),
        "4x4": (4, 4, 4),
        "6x6": (6, 6, 4),
        "9x9": (9, 9, 5),
        "gomoku": (15, 15, 5),
        "gomoku-exact": (15, 15, 5),
        "caro": (15, 15, 5),
        "connect-four": (6, 7, 4),
        "notakto": (3, 3, 3),
        "ultimate-majority": (9, 9, 3),
        "order-and-chaos": (6, 6, 5),
        "vanishing": (3, 3, 3),
        "gomoku-swap2": (15, 15, 5),
    }


def test_describes_what_sets_a_variant_apart() -> None:
    assert [variant.name for variant in VARIANTS if variant.chooses_mark] == ["wild", "order-and-chaos"]
    assert [variant.name for variant in VARIANTS if variant.maker_breaker] == ["order-and-chaos"]
    assert [variant.name for variant in VARIANTS if variant.has_boards] == ["ultimate", "ultimate-majority"]
    assert [variant.name for variant in VARIANTS if variant.most_boards_win] == ["ultimate-majority"]
    assert [variant.name for variant in VARIANTS if variant.single_mark] == ["notakto"]
    assert [variant.name for variant in VARIANTS if variant.gravity] == ["connect-four"]
    assert [variant.name for variant in VARIANTS if variant.swaps] == ["gomoku-swap2"]
    limits = {variant.name: variant.most_marks for variant in VARIANTS if variant.most_marks is not None}
    assert limits == {"vanishing": 3}
    rules = {variant.name: variant.line_rule for variant in VARIANTS if variant.line_rule != "any"}
    assert rules == {"gomoku-exact": "exact", "caro": "unblocked"}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_finds_variants_by_name(variant: Variant) -> None:
    assert find_variant(variant.name) is variant
    assert variant.title
    assert variant.how_to.endswith(".")
    assert "\n" not in variant.how_to


@pytest.mark.parametrize(
    ("name", "measures"),
    [
        ("mnk-3x4-3", (3, 4, 3)),
        ("mnk-5x7-4", (5, 7, 4)),
        ("mnk-20x20-20", (20, 20, 20)),
        ("mnk-3x20-20", (3, 20, 20)),
        ("mnk-15x15-6", (15, 15, 6)),
    ],
)
def test_finds_boards_of_any_size_by_name(name: str, measures: tuple[int, int, int]) -> None:
    variant = find_variant(name)
    assert (variant.rows, variant.cols, variant.in_a_row) == measures
    assert variant.name == name == size_name(*measures)
    assert variant.start().cells == "." * variant.size == "." * (measures[0] * measures[1])


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Classic",
        "classic ",
        "classic\n",
        "chess",
        "mnk",
        "mnk-3x3-3",
        "mnk-4x4-4",
        "mnk-6x6-4",
        "mnk-9x9-5",
        "mnk-15x15-5",
        "mnk-05x7-4",
        "mnk-5x07-4",
        "mnk-5x7-04",
        "mnk-5x7-4\n",
        " mnk-5x7-4",
        "MNK-5x7-4",
        "mnk-5X7-4",
        "mnk-5x7",
        "mnk-5x7-4-1",
        "mnk-5x7-8",
        "mnk-5x7-2",
        "mnk-5x7-0",
        "mnk-2x7-3",
        "mnk-21x7-3",
        "mnk-7x21-3",
        "mnk-7x100-3",
        "mnk--5x7-4",
        "mnk-5x7--4",
        "mnk-+5x7-4",
        "mnk-5_0x7-4",
        "mnk-\N{ARABIC-INDIC DIGIT FIVE}x7-4",
        "mnk-5x7-\N{FULLWIDTH DIGIT FOUR}",
        "m" * 1_000_000,
        "mnk-" + "9" * 100_000 + "x3-3",
        "\ud800",
        "\0",
    ],
    ids=lambda name: ascii(name)[:30],
)
def test_rejects_unknown_names(name: str) -> None:
    with pytest.raises(UnknownVariant) as unknown:
        find_variant(name)
    assert len(str(unknown.value)) < 400


def test_a_preset_has_only_its_own_name() -> None:
    with pytest.raises(UnknownVariant, match="mnk-15x15-5 is called gomoku"):
        find_variant("mnk-15x15-5")
    assert size_name(15, 15, 5) == "gomoku"
    assert size_name(3, 3, 3) == "classic"


@pytest.mark.parametrize("measures", [(2, 3, 3), (3, 3, 4), (21, 21, 5), (3, 3, 0)])
def test_sizes_that_allow_no_game_have_no_name(measures: tuple[int, int, int]) -> None:
    with pytest.raises(UnknownVariant):
        size_name(*measures)


def test_the_cache_of_names_has_a_maximum_size() -> None:
    for rows, cols, in_a_row in product(range(3, 21), range(3, 21), (3, 4)):
        if in_a_row <= max(rows, cols):
            find_variant(size_name(rows, cols, in_a_row))
    for number in range(1000):
        with pytest.raises(UnknownVariant):
            find_variant(f"mnk-{number}x3-99")
    assert _free_size.cache_info().currsize <= 64


def test_variants_compare_by_name() -> None:
    first = find_variant("mnk-5x7-4")
    _free_size.cache_clear()
    assert find_variant("mnk-5x7-4") is not first
    assert find_variant("mnk-5x7-4") == first
    assert not ne(find_variant("mnk-5x7-4"), first)
    assert hash(find_variant("mnk-5x7-4")) == hash(first)
    assert find_variant("mnk-7x5-4") != first
    assert first != "mnk-5x7-4"
    assert pickle.loads(pickle.dumps(first)) == first
    assert pickle.loads(pickle.dumps(find_variant("ultimate"))) is find_variant("ultimate")


def test_replays_a_list_of_moves() -> None:
    classic = find_variant("classic")
    assert classic.replay([]) == classic.start()
    assert classic.replay([Move(4, "X"), Move(0, "O")]).cells == "O...X...."
    with pytest.raises(IllegalMove):
        classic.replay([Move(4, "X"), Move(4, "O")])
