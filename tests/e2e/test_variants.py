"""Every variant on its own board, played to an end by two people."""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.person import Person
from tests.proving import later

# The moves of X and O in turn, and the result for X.
GAMES = {
    "classic": ([0, 1, 2], [3, 4], "You won"),
    "misere": ([0, 1, 2], [3, 4], "You lost"),
    "4x4": ([0, 1, 2, 3], [4, 5, 6], "You won"),
    "6x6": ([0, 7, 14, 21], [1, 2, 3], "You won"),
    "9x9": ([0, 10, 20, 30, 40], [1, 2, 3, 4], "You won"),
    "gomoku": ([0, 16, 32, 48, 64], [1, 2, 3, 4], "You won"),
    "gomoku-exact": ([0, 16, 32, 48, 64], [1, 2, 3, 4], "You won"),
    "caro": ([0, 16, 32, 48, 64], [80, 2, 3, 4], "You won"),
    "notakto": ([0, 1, 2], [5, 6], "You lost"),
    # Every mark is X, because that is the mark chosen at first.
    "order-and-chaos": ([0, 1, 2, 3, 4], [35, 33, 23, 13], "You won"),
    "connect-four": ([35, 36, 37, 38], [28, 29, 30], "You won"),
}

# X wins the three boards on the left.
ULTIMATE = (74, 60, 1, 3, 2, 24, 73, 66, 47, 78, 72, 69, 45, 36, 46, 75, 0)


# Nobody wins three boards in a row: X wins four, and O wins five.
MAJORITY = (
    5,
    26,
    61,
    13,
    48,
    65,
    53,
    71,
    35,
    16,
    31,
    12,
    45,
    72,
    56,
    25,
    58,
    14,
    42,
    27,
    9,
    28,
    20,
    60,
    11,
    44,
    51,
    74,
    62,
    6,
    10,
    30,
    38,
    52,
    76,
    67,
    50,
    78,
    73,
    75,
    55,
    69,
    46,
    59,
    54,
    41,
    43,
    32,
    49,
    36,
    37,
    29,
)


# The page shows these like others that `make test` plays: like Gomoku or like misère.
LIKE_OTHERS = ("4x4", "6x6", "9x9", "gomoku-exact", "caro", "notakto")


@pytest.mark.parametrize("variant", [later(name) if name in LIKE_OTHERS else name for name in GAMES])
async def test_plays_boards_of_every_size_to_the_end(ann: Person, bob: Person, variant: str) -> None:
    xs, os, ending = GAMES[variant]
    await bob.accept(await ann.invite(variant))
    for turn, x in enumerate(xs):
        await ann.play(x)
        if turn < len(os):
            await bob.play(os[turn])
    await ann.sees_status(ending)
    await ann.sees_line(xs)
    await bob.sees_line(xs)
    kind = "losing" if ending == "You lost" else "winning"
    await expect(bob.cell(xs[0])).to_have_accessible_name(re.compile(f"in the {kind} line"))
    assert await ann.fits_its_screen()


async def test_the_second_player_of_swap2_takes_x_and_wins_with_it(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("gomoku-swap2"))
    opening = bob.page.locator("[data-opening]")
    await expect(opening).to_contain_text("Your opponent sets up three marks.")
    await ann.play(112)
    await bob.sees(112, "X")
    await ann.play(0)
    # The first player places O too.
    await bob.sees(0, "O")
    await ann.play(113)
    await bob.sees_status("Your turn")
    await expect(opening).to_contain_text("Choose your side.")
    # The choice needs no mouse.
    await bob.page.get_by_role("button", name="Play X").focus()
    await bob.page.keyboard.press("Enter")
    await ann.sees_status("Your turn")
    await expect(ann.page.locator("p.card", has_text="plays X")).to_be_visible()
    await expect(opening).to_have_count(0)
    for x, o in ((114, 2), (115, 4), (116, 6)):
        await ann.play(o)
        await ann.sees(o, "O")
        await bob.play(x)
    await bob.sees_status("You won")
    await ann.sees_status("You lost")
    await ann.sees_line([112, 113, 114, 115, 116])
    # Names and marks belong together.
    await expect(bob.page.locator("[data-seat=O] .mark svg")).to_have_count(1)
    assert await ann.fits_its_screen()


@pytest.mark.proof(only=True)
async def test_two_more_marks_let_the_first_player_choose(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("gomoku-swap2"))
    await ann.play(112, 0, 113)
    await bob.press("Place two more")
    await expect(bob.page.get_by_text("Next mark: O")).to_be_visible()
    await bob.play(126)
    await bob.sees(126, "O")
    await expect(bob.page.get_by_text("Next mark: X")).to_be_visible()
    await bob.play(98)
    await ann.sees_status("Your turn")
    await expect(ann.page.get_by_role("button", name="Place two more")).to_have_count(0)
    # Placing O means playing O.
    await ann.play(111)
    await bob.play(114)
    await ann.sees(114, "X")


async def test_wild_places_either_mark(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("wild"))
    await ann.page.get_by_role("radio", name="O").check(force=True)
    await ann.play(0)
    await bob.sees(0, "O")
    await bob.page.get_by_role("radio", name="O").check(force=True)
    await bob.play(1)
    await ann.play(2)
    await bob.sees_status("You lost")


@pytest.mark.proof(only=True)
async def test_a_mark_falls_to_the_bottom_of_its_column(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("connect-four"))
    await ann.play(3)
    await bob.sees(38, "X")
    await bob.play(3)
    await ann.sees(31, "O")


async def test_the_oldest_mark_fades_and_goes(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("vanishing"))
    for x, o in ((6, 2), (0, 4), (1, 5)):
        await ann.play(x)
        await bob.play(o)
    # Both players see which mark goes next, and screen readers announce it.
    for person in (ann, bob):
        await expect(person.page.locator(".fading")).to_have_count(1)
        await expect(person.cell(6)).to_have_accessible_name("bottom left, X, goes with the next move")
        assert await person.fits_its_screen()
    await ann.play(8)
    await expect(bob.cell(6)).to_have_accessible_name("bottom left, empty")
    await expect(bob.page.get_by_text("The mark at bottom left is gone.")).to_have_count(1)
    await expect(bob.cell(2)).to_have_accessible_name("top right, O, goes with the next move")
    await bob.play(3)
    await ann.sees_status("You lost")
    await ann.sees_line([3, 4, 5])
    await expect(ann.page.locator(".fading")).to_have_count(0)


async def test_ultimate_shows_where_to_play(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("ultimate"))
    await expect(ann.page.locator(".panel.open")).to_have_count(9)
    # The centre of the top left board sends O to the centre board.
    await ann.play(10)
    await bob.sees_status("Your turn: centre board")
    await expect(bob.page.locator(".panel.open")).to_have_count(1)
    await expect(bob.cell(0)).to_have_attribute("aria-disabled", "true")
    # O sends X back to the top left board, twice, and X wins it.
    await bob.play(30)
    await ann.play(20)
    await bob.play(60)
    await ann.play(0)
    await bob.sees_status("Your turn: any highlighted board")
    await expect(bob.page.locator(".panel.open")).to_have_count(8)
    for person in (ann, bob):
        await expect(person.page.locator(".won.X")).to_have_count(1)
        assert await person.fits_its_screen()


@pytest.mark.proof(only=True)
async def test_ultimate_is_played_to_its_end(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("ultimate"))
    for ply, cell in enumerate(ULTIMATE):
        await (ann, bob)[ply % 2].play(cell)
    await ann.sees_status("You won")
    await bob.sees_status("You lost")
    await expect(bob.page.locator(".won.X.line")).to_have_count(3)


@pytest.mark.proof(only=True)
async def test_more_boards_win_by_the_majority_rule(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("ultimate-majority"))
    game = ann.page.url.rpartition("/")[2]
    # The beginning is played over the API, because the game is long.
    for ply, cell in enumerate(MAJORITY):
        player = (ann, bob)[ply % 2]
        await (player.play(cell) if ply >= len(MAJORITY) - 4 else player.move_by_api(game, cell))
    await ann.sees_status("You lost")
    await bob.sees_status("You won")
    await expect(bob.page.locator(".won.O")).to_have_count(5)
    await expect(bob.page.locator(".won.X")).to_have_count(4)


@pytest.mark.proof(only=True)
async def test_a_series_shows_each_round_and_swaps_the_seats(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite(rounds=3))
    for turn in range(2):
        await ann.play(turn)
        await bob.play(3 + turn)
    await ann.play(2)
    # The finished round stays visible for a moment.
    await ann.sees_status("You won the round")
    await bob.sees_status("You lost the round")
    await ann.sees_line([0, 1, 2])
    await bob.press("Next round")
    await expect(bob.page.get_by_text("Round 2 of 3")).to_be_visible()
    # The player who was O starts the next round.
    for turn in range(2):
        await bob.play(turn)
        await ann.play(3 + turn)
    await bob.play(8)
    await ann.play(5)
    await ann.sees_status("You won the series")
    await bob.sees_status("You lost the series")
