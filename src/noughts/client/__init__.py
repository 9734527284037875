"""The Python client library: everything the web client can do, for bots, tests and the load generator.

async with Client("http://127.0.0.1:8000") as client:
    game = await client.pair()
    while not (await game.until_my_turn(timeout=None)).result:
        await game.move(game.legal_moves()[0].cell)
"""

from noughts.client.api import Api
from noughts.client.client import Client
from noughts.client.errors import CommandRefused, ConnectionLost, LoginEnded, NoughtsError
from noughts.client.events import Events
from noughts.client.game import RemoteGame
from noughts.client.socket import Socket, open_socket

__all__ = [
    "Api",
    "Client",
    "CommandRefused",
    "ConnectionLost",
    "Events",
    "LoginEnded",
    "NoughtsError",
    "RemoteGame",
    "Socket",
    "open_socket",
]
