"""A lobby full of one guest's games, or of many players': others still get paired, and their games are listed."""

import asyncio
from pathlib import Path
from typing import Any

from noughts.app import Application
from noughts.client import Client
from noughts.client.api import Api
from noughts.server.matchmaking.lobby import MOST_LISTED, MOST_OF_ONE
from noughts.server.presence.attendance import LEFT_MS
from tests.server.virtual import Time, server_at
from tests.servers import ValkeyServer


async def test_one_guest_can_neither_fill_the_lobby_nor_stop_pairing(application: Application) -> None:
    async with Client(application.address) as mallory, Client(application.address) as ann:
        for number in range(MOST_LISTED + 10):
            await mallory.create(name=f"mine {number}")
        async with Client(application.address) as bob:
            mine, theirs = await ann.pair(), await bob.pair()
            assert mine.id == theirs.id
        game = await ann.create(name="come and play")
        listed = await ann.open_games()
        assert len(listed) == MOST_OF_ONE + 1
        assert listed[-1].id == game.id


async def test_lists_and_pairs_among_hundreds_of_games(application: Application) -> None:
    guests = [Client(application.address) for _ in range(MOST_LISTED // MOST_OF_ONE + 1)]
    await asyncio.gather(*(guest.open() for guest in guests))
    for number, guest in enumerate(guests):
        for game in range(MOST_OF_ONE):
            await guest.create(name=f"{number} {game}", variant="gomoku")
    async with Client(application.address) as ann, Client(application.address) as bob:
        assert (await ann.pair()).id == (await bob.pair()).id
        last = await ann.create(name="the last one")
    async with Api(application.address) as api:
        first = (await api._http.get("games")).json()
        second = (await api._http.get("games", params={"after": first["next"]})).json()
        assert (len(first["games"]), len(second["games"])) == (MOST_LISTED, MOST_OF_ONE + 1)
        assert second["games"][-1]["id"] == last.id
        assert "next" not in second
        assert not {game["id"] for game in first["games"]} & {game["id"] for game in second["games"]}
        assert (await api._http.get("games", params={"after": "nonsense"})).status_code == 422
    for guest in guests:
        await guest.close()


async def test_does_not_pair_with_a_player_who_has_left(tmp_path: Path) -> None:
    time = Time()
    async with server_at(time, tmp_path) as server:
        async with Client(server.address) as gone:
            waiting = await gone.pair()
        async with Client(server.address) as ann:
            time.pass_seconds(LEFT_MS // 1000 + 31)
            mine = await ann.pair()
            assert mine.id != waiting.id
            async with Client(server.address) as bob:
                assert (await bob.pair()).id == mine.id


async def test_pairs_players_who_arrive_at_two_nodes_at_once(postgres_url: str, valkey: ValkeyServer) -> None:
    time = Time()
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    async with (
        server_at(time, **how) as first,
        server_at(time, **how) as second,
        Client(first.address) as ann,
        Client(second.address) as bob,
    ):
        for variant in ("classic", "gomoku", "misere", "wild", "ultimate"):
            mine, theirs = await asyncio.gather(ann.pair(variant=variant), bob.pair(variant=variant))
            assert mine.id == theirs.id
