import re
from urllib.parse import quote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from noughts.rules import (
    VARIANTS,
    BadNotation,
    Move,
    Variant,
    cell_name,
    find_variant,
    game_text,
    move_name,
    parse_cell,
    parse_game,
    parse_move,
    parse_position,
    position_text,
    size_name,
)
from tests.proving import sample


def shortly(value: object) -> str:
    return ascii(value)[:30]


CLASSIC, WILD, ULTIMATE, GOMOKU = map(find_variant, ("classic", "wild", "ultimate", "gomoku"))


@pytest.mark.parametrize(
    ("variant", "cell", "name"),
    [
        (CLASSIC, 0, "a1"),
        (CLASSIC, 1, "b1"),
        (CLASSIC, 3, "a2"),
        (CLASSIC, 4, "b2"),
        (CLASSIC, 8, "c3"),
        (ULTIMATE, 40, "e5"),
        (ULTIMATE, 80, "i9"),
        (GOMOKU, 224, "o15"),
        (find_variant("mnk-20x20-5"), 399, "t20"),
        (find_variant("mnk-3x19-3"), 19, "a2"),
    ],
)
def test_reads_and_writes_cells(variant: Variant, cell: int, name: str) -> None:
    assert cell_name(variant, cell) == name
    assert parse_cell(variant, name) == cell


@pytest.mark.parametrize(
    "text",
    [
        *["", "a", "1", "a0", "a01", "d1", "a4", "A1", "1a", "a1 ", " a1", "a1\n", "aa1", "a-1", "Xa1", "t1"],
        *["a\N{SUPERSCRIPT TWO}", "a\N{ARABIC-INDIC DIGIT ONE}", "\N{CYRILLIC SMALL LETTER A}1"],
        *["a" * 10_000, "a" + "1" * 10_000],
    ],
    ids=shortly,
)
def test_rejects_invalid_cells(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_cell(CLASSIC, text)


def test_reads_and_writes_moves() -> None:
    start = CLASSIC.start()
    assert move_name(CLASSIC, Move(4, "X")) == "b2"
    assert parse_move(CLASSIC, start, "b2") == Move(4, "X")
    assert parse_move(CLASSIC, start.play(Move(4, "X")), "a1") == Move(0, "O")
    assert move_name(WILD, Move(4, "O")) == "Ob2"
    assert parse_move(WILD, WILD.start(), "Ob2") == Move(4, "O")


@pytest.mark.parametrize(
    ("variant", "text"), [(CLASSIC, "Xb2"), (WILD, "b2"), (WILD, "Zb2"), (WILD, "xb2"), (WILD, "X"), (WILD, "XXb2")]
)
def test_rejects_invalid_moves(variant: Variant, text: str) -> None:
    with pytest.raises(BadNotation):
        parse_move(variant, variant.start(), text)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("classic", "classic 3/3/3 X"),
        ("classic.b2a1c3", "classic O2/1X1/2X O"),
        ("classic.a1a2b1b2c1", "classic XXX/OO1/3 O"),
        ("wild.Ob2Xa1", "wild X2/1O1/3 X"),
        ("mnk-3x12-3.l1", "mnk-3x12-3 11X/12/12 O"),
        ("ultimate", "ultimate 9/9/9/9/9/9/9/9/9 X *"),
        ("ultimate.e5", "ultimate 9/9/9/9/4X4/9/9/9/9 O 4"),
        ("ultimate.d5b5d4b2f5h5e5", "ultimate 9/1O7/9/3X5/1O1XXX1O1/9/9/9/9 O *"),
    ],
)
def test_reads_and_writes_positions(game: str, text: str) -> None:
    variant, moves = parse_game(game)
    position = variant.replay(moves)
    assert position_text(variant, position) == text
    assert parse_position(text) == (variant, position)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no variant"),
        ("classic", "fields"),
        ("classic 3/3/3", "fields"),
        ("classic 3/3/3 X *", "fields"),
        ("classic 3/3/3  X", "fields"),
        ("classic 3/3/3 X\n", "turn"),
        ("chess 3/3/3 X", "no variant"),
        ("classic 3/3/3 O", "turn of X"),
        ("classic 3/3/3 \N{CYRILLIC CAPITAL LETTER HA}", "turn of X"),
        ("classic 3/3 X", "rows"),
        ("classic 3/3/3/3 X", "rows"),
        ("classic 3/4/2 X", "rows"),
        ("classic 99/99/99 X", "rows"),
        ("classic 3//3 X", "not a row"),
        ("classic 3/x2/3 O", "not a row"),
        ("classic 3/.../3 X", "not a row"),
        ("classic 3/03/3 X", "not a row"),
        ("classic \N{ARABIC-INDIC DIGIT THREE}/3/3 X", "not a row"),
        ("classic 3/12/3 X", "rows"),
        ("classic 3/1X1/111 O", "rows"),
        ("classic 3/1X1/3 X", "turn of O"),
        ("classic XXX/OOO/3 X", "ended earlier"),
        ("classic XX1/3/3 X", "alternate"),
        ("mnk-3x5-3 5/5/41 X", "rows"),
        ("mnk-3x12-3 93/12/12 X", "rows"),
        ("mnk-3x12-3 9X2/12/66 O", "rows"),
        ("mnk-3x13-3 94/13/13 X", "rows"),
        ("ultimate 9/9/9/9/9/9/9/9/9 X", "fields"),
        ("ultimate 9/9/9/9/9/9/9/9/9 X 4", "no move sends"),
        ("ultimate 9/9/9/9/9/9/9/9/9 X -", "is written"),
        ("ultimate 9/9/9/9/4X4/9/9/9/9 O *", "no move sends"),
        ("ultimate 9/9/9/9/4X4/9/9/9/9 O 9", "small board"),
        ("ultimate 9/9/9/9/4X4/9/9/9/9 O \N{SUPERSCRIPT TWO}", "small board"),
        ("mnk-15x15-5 " + "/".join(["15"] * 15) + " X", "is called gomoku"),
        ("classic " + "9" * 1_400 + "/3/3 X", "rows"),
        ("classic " + "9" * 5_000 + "/3/3 X", "longer than"),
        ("c" * 10_000_000, "longer than"),
    ],
    ids=shortly,
)
def test_rejects_invalid_positions(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(why)) as bad:
        parse_position(text)
    assert len(str(bad.value)) < 800


def test_runs_of_empty_cells_have_one_spelling() -> None:
    with pytest.raises(BadNotation, match="is written"):
        parse_position("mnk-3x13-3 103/13/13 X")


def test_reads_and_writes_games() -> None:
    assert game_text(CLASSIC, ()) == "classic"
    assert parse_game("classic") == (CLASSIC, ())
    assert game_text(CLASSIC, (Move(4, "X"), Move(0, "O"))) == "classic.b2a1"
    assert parse_game("classic.b2a1") == (CLASSIC, (Move(4, "X"), Move(0, "O")))
    assert parse_game("wild.Ob2Xa1") == (WILD, (Move(4, "O"), Move(0, "X")))
    assert parse_game("gomoku.a11b1") == (GOMOKU, (Move(150, "X"), Move(1, "O")))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no variant"),
        (".", "no variant"),
        ("chess.e2e4", "no variant"),
        ("classic.", "not moves"),
        ("classic.b2.a1", "not moves"),
        ("classic.b2-a1", "not moves"),
        ("classic.b2 a1", "not moves"),
        ("classic.b2\n", "not moves"),
        ("classic.b2a", "not moves"),
        ("classic.B2", "not moves"),
        ("classic.b02", "not moves"),
        ("classic.b\N{FULLWIDTH DIGIT TWO}", "not moves"),
        ("classic.d1", "no cell"),
        ("classic.a12", "no cell"),
        ("classic.Xb2", "cell alone"),
        ("wild.b2", "mark and the cell"),
        ("classic.b2b2", "move 2, b2, is refused: cell_taken"),
        ("classic.a1a2b1b2c1c2", "move 6, c2, is refused: game_over"),
        ("ultimate.e5a1", "move 2, a1, is refused: wrong_board"),
        ("classic." + "b2" * 10_000, "longer than"),
    ],
    ids=shortly,
)
def test_rejects_invalid_games(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(why)):
        parse_game(text)


@pytest.mark.parametrize("name", [variant.name for variant in VARIANTS] + ["mnk-20x20-20", "mnk-3x20-3"])
def test_the_longest_game_fits_in_a_url(name: str) -> None:
    """Play every legal move from the last cell to the first. No character of the game needs escaping."""
    variant = find_variant(name)
    position, moves = variant.start(), list[Move]()
    while position.legal_moves():
        moves.append(position.legal_moves()[-1])
        position = position.play(moves[-1])
    text = game_text(variant, tuple(moves))
    assert quote(text, safe="") == text
    assert parse_game(text) == (variant, tuple(moves))
    full = game_text(variant, (Move(variant.size - 1, "X"),) * variant.size)
    assert len(full) <= 1_500


# Any variant and any game: the numbers choose among the legal moves.
any_variant = st.one_of(
    st.sampled_from(VARIANTS),
    st.tuples(st.integers(3, 20), st.integers(3, 20), st.integers(3, 20))
    .filter(lambda measures: measures[2] <= max(measures[:2]))
    .map(lambda measures: find_variant(size_name(*measures))),
)
choices = st.lists(st.integers(0, 721), max_size=90)


@given(any_variant, choices)
def test_everything_written_is_read_back(variant: Variant, numbers: list[int]) -> None:
    position, moves = variant.start(), list[Move]()
    for number in numbers:
        legal = position.legal_moves()
        if not legal:
            break
        move = legal[number % len(legal)]
        assert parse_cell(variant, cell_name(variant, move.cell)) == move.cell
        assert parse_move(variant, position, move_name(variant, move)) == move
        moves.append(move)
        position = position.play(move)
    found, again = parse_position(position_text(variant, position))
    assert (found, again) == (variant, position)
    assert (again.ply, again.to_move, again.outcome()) == (position.ply, position.to_move, position.outcome())
    assert again.legal_moves() == position.legal_moves()
    assert parse_game(game_text(variant, tuple(moves))) == (variant, tuple(moves))


# Almost valid text reaches further into the parsers than random text.
near_names = st.sampled_from(["classic", "wild", "ultimate", "gomoku", "4x4", "mnk-5x7-4", "mnk-20x20-3", "mnk-3x3-3"])
near_rows = st.lists(st.text("XO123456789/x.", max_size=20), min_size=1, max_size=20).map("/".join)
near_empty = st.integers(1, 21).flatmap(lambda rows: st.integers(1, 21).map(lambda cols: "/".join([str(cols)] * rows)))
near_position = st.tuples(near_names, near_rows | near_empty, st.sampled_from("XOx"), st.sampled_from("*-0489\u0663"))
near_game = st.tuples(near_names, st.text("XOabcdefghis123456789", max_size=60))
hostile = st.one_of(
    st.text(),
    st.text("classicwildmnk-x0123456789./ XO*", max_size=80),
    near_position.map(" ".join),
    near_position.map(lambda fields: " ".join(fields[:3])),
    near_game.map(".".join),
    st.text("123456789", min_size=1, max_size=1_490).map(lambda digits: f"classic {digits}/3/3 X"),
)


@settings(max_examples=sample(80, 4_000))
@given(hostile)
@example("classic " + "1" * 1_400 + "/3/3 X")
@example("\ud800")
@example("classic.\ud800")
def test_hostile_text_raises_bad_notation_only(text: str) -> None:
    """Check that accepted text is in the canonical spelling: writing it gives the same text."""
    try:
        variant, position = parse_position(text)
    except BadNotation as bad:
        str(bad).encode()
    else:
        assert position_text(variant, position) == text
    try:
        variant, moves = parse_game(text)
    except BadNotation as bad:
        str(bad).encode()
    else:
        assert game_text(variant, moves) == text
    for variant in (CLASSIC, WILD, ULTIMATE, GOMOKU):
        try:
            move = parse_move(variant, variant.start(), text)
        except BadNotation as bad:
            str(bad).encode()
        else:
            assert move_name(variant, move) == text
