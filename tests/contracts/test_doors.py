"""The contract of the doors: players on any two protocols can play each other, by the same rules."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from noughts.app import Application
from tests.contracts.door_players import DOORS, DoorPlayer
from tests.waiting import until

LIVE = [name for name in DOORS if name not in ("api", "rooms")]
WITH_REMATCH = [name for name in DOORS if name != "rooms"]

each = pytest.mark.parametrize("door", DOORS)
each_x = pytest.mark.parametrize("door_of_x", DOORS)
each_o = pytest.mark.parametrize("door_of_o", DOORS)


class Company:
    """Players on any protocols, disconnected at the end."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.stack = AsyncExitStack()

    async def come(self, door: str) -> DoorPlayer:
        player = DOORS[door](self.application)
        await player.open()
        self.stack.push_async_callback(player.hang_up)
        return player

    async def sit_down(self, door_of_x: str, door_of_o: str) -> tuple[DoorPlayer, DoorPlayer]:
        x, o = await self.come(door_of_x), await self.come(door_of_o)
        await o.accept(await x.offer())
        return x, o


@pytest_asyncio.fixture
async def company(application: Application) -> AsyncIterator[Company]:
    company = Company(application)
    async with company.stack:
        yield company


async def take_turns(first: DoorPlayer, second: DoorPlayer, *cells: int) -> None:
    """Play each of these cells in turn, and wait until the other receives it."""
    for number, cell in enumerate(cells):
        mover, other = (first, second) if number % 2 == 0 else (second, first)
        assert await mover.move(cell) is None
        assert await other.hear_move() == cell


def is_refusal(player: DoorPlayer, code: str | None, expected: str) -> bool:
    # The rooms API has texts only, no codes.
    return code == expected or (code == "refused" and type(player).__name__ == "RoomPlayer")


@each_x
@each_o
async def test_players_on_any_two_protocols_play_a_game(company: Company, door_of_x: str, door_of_o: str) -> None:
    x, o = await company.sit_down(door_of_x, door_of_o)
    assert is_refusal(o, await o.move(0), "not_your_turn")
    await take_turns(x, o, 4)
    assert is_refusal(x, await x.move(0), "not_your_turn")
    assert is_refusal(o, await o.move(4), "cell_taken")
    assert is_refusal(o, await o.move(9), "out_of_range")
    await take_turns(o, x, 0, 2, 1, 6)
    assert (await x.hear_end(), await o.hear_end()) == ("Win", "Lose")
    assert is_refusal(o, await o.move(8), "game_over")


@each
async def test_marks_vanish_at_every_door(company: Company, door: str) -> None:
    x, o = await company.come(door), await company.come(door)
    x.variant = o.variant = "vanishing"
    await o.accept(await x.offer())
    await take_turns(x, o, 6, 3, 0, 7, 1, 5)
    assert is_refusal(x, await x.move(3), "cell_taken")
    # The mark on cell 6 goes, and at the end X plays there again.
    await take_turns(x, o, 8, 6, 4, 2, 3)
    await take_turns(o, x, 0, 7, 8, 6, 4)
    assert (await x.hear_end(), await o.hear_end()) == ("Lose", "Win")


@each
async def test_the_opening_of_swap2_is_played_at_every_door(company: Company, door: str) -> None:
    if door == "rooms":
        pytest.skip("the rooms API names cells by row and column, so its players can only place marks")
    x, o = await company.come(door), await company.come(door)
    x.variant = o.variant = "gomoku-swap2"
    await o.accept(await x.offer())
    assert is_refusal(x, await x.move(225), "out_of_range")
    for cell in (112, 0, 113):
        assert await x.move(cell) is None
        assert await o.hear_move() == cell
    assert is_refusal(x, await x.move(1), "not_your_turn")
    # The player of the seat O takes X, and wins with it.
    await take_turns(o, x, 225, 2, 114, 4, 115, 6, 116)
    assert (await x.hear_end(), await o.hear_end()) == ("Lose", "Win")


@each
async def test_a_draw_is_a_tie_for_both(company: Company, door: str) -> None:
    x, o = await company.sit_down(door, door)
    await take_turns(x, o, 0, 1, 2, 4, 3, 5, 7, 6, 8)
    assert [await x.hear_end(), await o.hear_end()] == ["Tie", "Tie"]


@pytest.mark.parametrize("door", [name for name in DOORS if name != "rooms"])
async def test_pairs_two_players(company: Company, door: str) -> None:
    x, o = await company.come(door), await company.come(door)
    await x.pair()
    await o.pair()
    assert x.game == o.game
    await take_turns(x, o, 4, 0)


@each
async def test_the_first_player_may_move_before_the_second_joins(company: Company, door: str) -> None:
    if door == "rooms":
        pytest.skip("in the rooms API a game begins when the guest has come")
    x, o = await company.come(door), await company.come(door)
    game = await x.offer()
    assert await x.move(4) is None
    await o.accept(game)
    assert await o.hear_move() == 4
    await take_turns(o, x, 0, 8)


@each
async def test_refuses_a_move_for_another_player(company: Company, door: str) -> None:
    x, o = await company.sit_down(door, door)
    thief = await company.come(door)
    if hasattr(x, "player_id"):
        # A playerId is not secret, so anybody can send it.
        thief.__dict__.update(player_id=x.player_id)
    thief.game = x.game
    assert is_refusal(thief, await thief.move(4), "not_yours")
    await take_turns(x, o, 0)


@each
async def test_a_repeated_move_is_made_once(company: Company, door: str) -> None:
    x, o = await company.sit_down(door, door)
    await take_turns(x, o, 4)
    # It is refused, or gets the same answer again, but never makes a second move.
    assert await x.move(4) in (None, "not_your_turn", "refused")
    await o.move(0)
    assert await x.move(4) in (None, "cell_taken", "refused")
    assert await x.hear_move() == 0
    table = company.application.services.tables._tables[x.game]  # type: ignore[index]
    assert [move.cell for move in table.game.moves] == [4, 0]


@pytest.mark.parametrize("door_of_x", WITH_REMATCH)
@pytest.mark.parametrize("door_of_o", WITH_REMATCH)
async def test_a_rematch_swaps_the_seats(company: Company, door_of_x: str, door_of_o: str) -> None:
    x, o = await company.sit_down(door_of_x, door_of_o)
    await take_turns(x, o, 0, 3, 1, 4, 2)
    assert [await x.hear_end(), await o.hear_end()] == ["Win", "Lose"]
    first = x.game
    await x.play_again()
    await o.play_again()
    await x.hear_new_game()
    await o.hear_new_game()
    assert x.game == o.game != first
    await take_turns(o, x, 8, 0)


@pytest.mark.parametrize("door_of_x", LIVE)
@pytest.mark.parametrize("door_of_o", LIVE)
async def test_notifies_the_opponent_of_a_player_who_leaves(company: Company, door_of_x: str, door_of_o: str) -> None:
    if "datagram" in door_of_x:
        pytest.skip("an address cannot hang up: it is silent, which the tests of the datagram door wait for")
    x, o = await company.sit_down(door_of_x, door_of_o)
    await take_turns(x, o, 4)
    await x.hang_up()
    await o.hear_left()


@each_x
@each_o
async def test_a_returning_player_continues_the_game(company: Company, door_of_x: str, door_of_o: str) -> None:
    x, o = await company.sit_down(door_of_x, door_of_o)
    await take_turns(x, o, 4, 0)
    sessions = company.application.services.metrics.sessions
    await x.hang_up()
    if door_of_x in LIVE and "datagram" not in door_of_x:
        await until(lambda: company.application.services.metrics.sessions < sessions)
    assert sorted(await x.come_back() or []) == [0, 4]
    await take_turns(x, o, 2, 1, 6)
    assert (await x.hear_end(), await o.hear_end()) == ("Win", "Lose")
