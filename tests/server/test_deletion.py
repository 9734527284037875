"""A deleted game is gone on every node: who has it in memory can write no more to it, told or not."""

import asyncio
from collections.abc import Callable

import pytest
from httpx2 import AsyncClient

from noughts.client import Client, CommandRefused
from noughts.messages.answers import AnyMessage, GameGone
from noughts.server.hall import ERASE_SECONDS
from noughts.storage.games import changes_of, creation_of
from noughts.storage.postgres import PostgresDatabase
from tests.servers import NoughtsServer, ValkeyServer


async def _delete(node: NoughtsServer, client: Client, game: str) -> int:
    async with AsyncClient(base_url=node.url) as http:
        headers = {"Authorization": f"Bearer {client.token}"}
        return (await http.delete(f"/tic-tac-toe/deletegame/{game}", headers=headers)).status_code


@pytest.mark.parametrize("told", [True, False], ids=["told at once", "with Redis away"])
async def test_a_deletion_wins_over_a_table_on_another_node(
    start_noughts: Callable[..., NoughtsServer], postgres_url: str, valkey: ValkeyServer, told: bool
) -> None:
    options = ("--database", postgres_url, "--redis", valkey.url)
    first, second = start_noughts(*options), start_noughts(*options)
    heard: list[AnyMessage] = []
    async with Client(first.url) as ann, Client(second.url, heard=heard.append) as bob:
        x = await ann.create(id="made", visibility="private")
        o = await bob.join(x.id)
        await x.move(4)
        await o.until_my_turn(5)
        if not told:
            valkey.stop()
        assert await _delete(first, ann, x.id) == 200
        # The other node has the game in memory. Whether it was told or not, nothing more can happen in it.
        with pytest.raises(CommandRefused, match="no_such_game"):
            await o.move(0)
        for node, client in ((first, ann), (second, bob)):
            assert await _delete(node, client, x.id) == 404
        await asyncio.sleep(1)
        assert [message.game for message in heard if isinstance(message, GameGone)] == [x.id]
        await asyncio.sleep(ERASE_SECONDS + 1)
        assert ann.player is not None
        database = PostgresDatabase(postgres_url)
        await database.open()
        assert await database.read(changes_of, x.id) == []
        assert await database.read(creation_of, ann.player.id, "made") is None
        await database.close()
    assert first.tracebacks == second.tracebacks == []
