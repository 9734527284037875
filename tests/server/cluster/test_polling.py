"""An idle node repeats no database query more than once a second."""

import asyncio
import time
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import event

from noughts.client import Client
from tests.server.virtual import Time, server_at
from tests.servers import ValkeyServer

SECONDS = 10


@pytest.mark.proof(only=True)
async def test_an_idle_node_repeats_no_query_more_than_once_a_second(postgres_url: str, valkey: ValkeyServer) -> None:
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    asked: Counter[str] = Counter()
    async with server_at(Time(), **how) as node, Client(node.address) as ann, Client(node.address) as bob:
        x = await ann.create(visibility="private")
        await bob.join(x.id)
        # Follow the lobby, as the home page does.
        await ann.open_games()
        engine = node.database._engine.sync_engine  # type: ignore[attr-defined]
        event.listen(engine, "before_cursor_execute", lambda *arguments: asked.update([arguments[2]]))
        # Real time, because the database's clock can't be sped up.
        began = time.monotonic()
        await asyncio.sleep(SECONDS)
        # The first of these seconds may have begun earlier.
        most = time.monotonic() - began + 1
        heard = dict(asked)
    assert heard, "nothing was noticed at all"
    often = {statement: times for statement, times in heard.items() if times > most}
    assert often == {}
