"""Tells the server which games we have, and closes the connection if the server doesn't answer."""

import asyncio

from noughts.client.asking import Asking
from noughts.client.connection import Connection
from noughts.client.known_games import KnownGames
from noughts.messages import commands as c

HEARTBEAT_SECONDS = 10.0
# How long a command may be unanswered before a heartbeat checks that the server still responds.
UNANSWERED_SECONDS = 3.0
MOST_IN_A_HEARTBEAT = 64


async def beat_forever(connection: Connection, asking: Asking, games: KnownGames) -> None:
    while True:
        await _until_next_beat(connection, asking)
        if not connection.is_open:
            continue
        newest = list(games.running.values())[-MOST_IN_A_HEARTBEAT:]
        if not await connection.answers(c.Heartbeat(games={game.id: game.version for game in newest})):
            connection.drop()


async def _until_next_beat(connection: Connection, asking: Asking) -> None:
    loop = asyncio.get_running_loop()
    ends = loop.time() + HEARTBEAT_SECONDS
    while (now := loop.time()) < ends:
        await asyncio.sleep(min(1.0, ends - now))
        asked_at = asking.waiting_since
        if asked_at is not None and connection.heard_at < asked_at < now - UNANSWERED_SECONDS:
            return
