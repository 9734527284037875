"""A deleted game is gone on every node. A node with the game in memory can't write to it, even without a hint."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from noughts.app import Application
from noughts.client import Client, CommandRefused
from noughts.messages.answers import AnyMessage, GameGone
from noughts.server.tables.games import ERASE_SECONDS
from noughts.storage.games import changes_of
from tests.server.virtual import Time, server_at
from tests.servers import ValkeyServer
from tests.servers.loop_time import LoopTime

MOST_SECONDS = 60


async def _delete(node: Application, client: Client, game: str) -> int:
    async with AsyncClient(base_url=node.address) as http:
        headers = {"Authorization": f"Bearer {client.token}"}
        return (await http.delete(f"/tic-tac-toe/deletegame/{game}", headers=headers)).status_code


async def _create_room(node: Application, client: Client) -> str:
    async with AsyncClient(base_url=node.address) as http:
        headers = {"Authorization": f"Bearer {client.token}"}
        return str((await http.get("/tic-tac-toe/creategame", headers=headers)).json()["token"])


@pytest.mark.parametrize("told", [True, False], ids=["told at once", "with Redis away"])
async def test_a_deletion_on_one_node_stops_moves_on_another(
    postgres_url: str, valkey: ValkeyServer, loop_time: LoopTime, told: bool
) -> None:
    time = Time()
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    heard: list[AnyMessage] = []
    async with (
        server_at(time, **how) as first,
        server_at(time, **how) as second,
        Client(first.address) as ann,
        Client(second.address, heard=heard.append) as bob,
    ):
        x = await ann.watch(await _create_room(first, ann))
        o = await bob.join(x.id)
        await x.move(4)
        await o.until_my_turn(5)
        if not told:
            valkey.stop()
        assert await _delete(first, ann, x.id) == 200
        # The other node has the game in memory. With or without a hint, it can't accept more moves.
        with pytest.raises(CommandRefused, match="no_such_game"):
            await o.move(0)
        for node, client in ((first, ann), (second, bob)):
            assert await _delete(node, client, x.id) == 404
        await loop_time.pass_seconds(1)
        assert [message.game for message in heard if isinstance(message, GameGone)] == [x.id]
        time.pass_seconds(ERASE_SECONDS + 2)
        await loop_time.pass_seconds(ERASE_SECONDS + 2)
        # A transaction takes real time, perhaps longer than a virtual second.
        for _ in range(MOST_SECONDS):
            if not await first.database.read(changes_of, x.id):
                break
            await loop_time.pass_seconds(1)
        else:
            pytest.fail("the deleted game is still stored")
