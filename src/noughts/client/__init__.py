"""The Python client library: everything the web client can do, for bots, tests and the load generator.

async with Client("http://127.0.0.1:8000") as client:
    game = await client.pair()
    await game.until(lambda state: state.turn == game.seat)
    await game.move(4)
"""

from noughts.client.api import Api
from noughts.client.client import Client
from noughts.client.errors import CommandRefused, ConnectionLost
from noughts.client.game import RemoteGame
from noughts.client.socket import Socket, open_socket

__all__ = ["Api", "Client", "CommandRefused", "ConnectionLost", "RemoteGame", "Socket", "open_socket"]
