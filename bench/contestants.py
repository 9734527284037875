"""The contestants measured side by side: ours, the limits that our parts set, and other game servers."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from msgspec import Struct

from bench.generator import Dialect, Generator
from bench.moves import Figures, measure_echo, measure_moves
from bench.process import Measured, bare_server, echo_server, noughts_server, peer_server


class Contestant(Struct, frozen=True):
    """A server and the client for it."""

    name: str
    # Where an accepted move is stored when the player receives the answer.
    kept: str
    server: Callable[[], AbstractContextManager[Measured]]
    dialect: Dialect


NOUGHTS = Contestant("Noughts", "on disk", noughts_server, "noughts")
ECHO = Contestant("plain echo", "nowhere", echo_server, "echo")
BARE = Contestant("bare moves", "on disk", bare_server, "noughts")
TUNED_COLYSEUS = Contestant(
    "Colyseus, sending after every move", "in memory", lambda: peer_server("colyseus.js", "--every-move"), "colyseus"
)
COLYSEUS = Contestant("Colyseus, default settings", "in memory", lambda: peer_server("colyseus.js"), "colyseus")
BOARDGAME = Contestant("boardgame.io", "in memory", lambda: peer_server("boardgame.js"), "boardgame")

OUR_PARTS = (ECHO, BARE, NOUGHTS)
PEERS = (TUNED_COLYSEUS, COLYSEUS, BOARDGAME)


async def measure(contestant: Contestant, generator: Generator | None, games: int, seconds: float) -> Figures:
    """Run one turn of one contestant, on a separate server. Without a generator in C, use the one in Python."""
    with contestant.server() as server:
        if generator is not None:
            return generator.measure(server, contestant.dialect, games, seconds)
        if contestant is ECHO:
            return await measure_echo(server, 2 * games, seconds)
        return await measure_moves(server, games, seconds)
