"""Pairing with anyone and with a named opponent, by real clients on a real server."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from noughts.app import Application
from noughts.client import Client, RemoteGame
from tests.waiting import until


class Crowd(AsyncExitStack):
    """Clients of one server, closed at the end."""

    def __init__(self, application: Application) -> None:
        super().__init__()
        self._url = application.address

    async def come(self, name: str) -> Client:
        return await self.enter_async_context(Client(self._url, name=name))


def in_one_game(*games: RemoteGame) -> bool:
    return len({game.id for game in games}) == 1


async def test_a_waiting_player_keeps_the_chosen_seat(application: Application) -> None:
    async with Crowd(application) as crowd:
        ann, bob = await crowd.come("Ann"), await crowd.come("Bob")
        first = await ann.pair(seat="O")
        assert first.seat == "O"
        assert (await bob.pair()).seat == "X"


async def test_pairs_players_who_arrive_at_the_same_time(application: Application) -> None:
    async with Crowd(application) as crowd:
        clients = [await crowd.come(f"player {number}") for number in range(20)]
        games = await asyncio.gather(*(client.pair() for client in clients))
        assert len({game.id for game in games}) == len(clients) // 2


@pytest.mark.parametrize("named_back", [True, False])
async def test_pairs_a_named_opponent_with_the_waiting_player(application: Application, named_back: bool) -> None:
    async with Crowd(application) as crowd:
        ann, bob, eve = [await crowd.come(name) for name in ("Ann", "Bob", "Eve")]
        waiting = await ann.pair(opponent="bob")
        again = await ann.pair(opponent="BOB")
        stranger = await eve.pair()
        assert not in_one_game(waiting, stranger)
        met = await bob.pair(opponent="Ann") if named_back else await bob.pair()
        assert in_one_game(waiting, again, met)


async def test_pairs_with_a_named_opponent_who_already_waits(application: Application) -> None:
    async with Crowd(application) as crowd:
        ann, bob, eve = [await crowd.come(name) for name in ("Ann", "Bob", "Eve")]
        other, waiting = await eve.create(), await bob.create()
        met = await ann.pair(opponent="Bob")
        assert in_one_game(waiting, met)
        assert other.state is not None
        assert other.state.phase == "open"


async def test_pairs_a_named_opponent_only_for_the_same_kind_of_game(application: Application) -> None:
    async with Crowd(application) as crowd:
        ann, bob = await crowd.come("Ann"), await crowd.come("Bob")
        classic = await ann.pair(opponent="Bob")
        assert not in_one_game(classic, await bob.pair(opponent="Ann", variant="ultimate"))
        assert in_one_game(classic, await bob.pair(opponent="Ann"))


async def test_a_name_is_in_use_until_its_last_player_disconnects(application: Application) -> None:
    presence = application.services.online_names
    first, second = Client(application.address, name="Ann"), Client(application.address, name="ann")
    await first.open()
    await second.open()
    assert "ANN" in presence
    await first.close()
    await until(lambda: application.services.metrics.sessions == 1)
    assert "ann" in presence
    await second.close()
    await until(lambda: "ann" not in presence)
