"""Restores everything after a reconnect: sends unanswered commands again, and watches running games again."""

import asyncio

from noughts.client.asking import Asking
from noughts.client.connection import Connection
from noughts.client.errors import CommandRefused, ConnectionLost
from noughts.client.game import RemoteGame
from noughts.client.known_games import KnownGames
from noughts.messages import commands as c

# Games watched again immediately after a lost connection; a server limits requests.
WATCHED_AT_ONCE = 8


async def catch_up(connection: Connection, asking: Asking, games: KnownGames) -> None:
    """Send unanswered commands again, and watch the games that are being followed."""
    unanswered = asking.unanswered
    turns = asyncio.Semaphore(WATCHED_AT_ONCE)

    async def watch_again(game: RemoteGame) -> None:
        async with turns:
            try:
                await asking.ask(c.Watch(game=game.id))
            except CommandRefused as error:
                games.lose(game.id, error)
            except ConnectionLost:
                pass

    watching = [asyncio.ensure_future(watch_again(game)) for game in games.followed]
    # Watch the games first, so that we see the change when a move is sent again.
    await asyncio.sleep(0)
    for command in unanswered:
        connection.send(command)
    await asyncio.gather(*watching)
