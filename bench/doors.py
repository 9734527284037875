"""Moves a second over each protocol, compared with the WebSocket, in one run: python -m bench.doors

The same pairs of clients, the same nine moves and the same database; only the protocols differ.
"""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import uvloop

from bench.moves import Figures, measure, measure_moves
from bench.players import DRAW, Player, Tally
from bench.process import Measured, noughts_server
from bench.wires import DatagramWire, HttpWire, LineWire

Wire = type[LineWire] | type[DatagramWire]


class WiredPlayer(Player):
    """The native protocol over TCP or UDP."""

    async def connect_by(self, wire: Wire, address: str) -> None:
        self._socket: Any = await wire.open(address, self._heard)


async def native_pair(wire: Wire, server: Measured, tally: Tally) -> tuple[WiredPlayer, WiredPlayer, str]:
    x, o = WiredPlayer(tally), WiredPlayer(tally)
    x.opponent, o.opponent = o, x
    for player in (x, o):
        await player.connect_by(wire, server.line)
        await player.ask('{"type":"PlayAsGuest"}')
    created = await x.ask('{"type":"CreateGame","visibility":"private","rounds":15}')
    await o.ask(f'{{"type":"JoinGame","name":"{created.game}"}}')
    return x, o, created.game


def native_over(wire: Wire) -> "Door":
    async def play(server: Measured, games: int, seconds: float) -> Figures:
        tally = Tally()
        pairs = [await native_pair(wire, server, tally) for _ in range(games)]
        for x, o, game in pairs:
            o.play(game, 1)
            x.play(game, 0)
        figures = await measure(server, games, seconds, tally)
        for x, o, _ in pairs:
            x.stop()
            o.stop()
        return figures

    return play


class LineProtocolPlayer:
    """A client of the line protocol: it knows whose turn it is from the messages it received."""

    def __init__(self, tally: Tally, name: str) -> None:
        self._tally = tally
        self._name = name
        self._ply = 0
        self._place = ""
        self._seen = -1
        self._entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.opponent: LineProtocolPlayer
        self.sent_at = 0.0
        self.wire: LineWire | DatagramWire

    async def enter(self, wire: Wire, server: Measured) -> None:
        self.wire = await wire.open(server.line, self._heard)
        # Long enough for the server to send a reply and a move over UDP before we have proven that we receive.
        self.wire.send(f'{{"username":"{self._name}","opponent":"{self.opponent._name}"}}'.encode())
        await self._entered

    def _heard(self, data: bytes) -> None:
        message = msgspec.json.decode(data)
        self._tally.heard += 1
        if "seq" in message:
            if message["seq"] <= self._seen:
                return
            self._seen = message["seq"]
        if "position" in message:
            self._ply += 1
            if self._tally.counting:
                self._tally.moves += 1
                self._tally.latencies.append(time.perf_counter() - self.opponent.sent_at)
            self.move()
        elif "gameId" in message:
            self._ply, number = 0, message["playerId"]
            self._place = f'"gameId":"{message["gameId"]}","playerId":{number}'
            if self._entered.done() and number == 1:
                self.move()
            elif not self._entered.done():
                self._entered.set_result(None)
        elif "gameOver" in message:
            self.wire.send(f'{{{self._place},"playAgain":true,"gameType":"classic"}}'.encode())
        else:
            self._tally.refusals += 1

    def move(self) -> None:
        if self._ply < len(DRAW):
            self.sent_at = time.perf_counter()
            self.wire.send(f'{{{self._place},"position":{DRAW[self._ply]}}}'.encode())
            self._ply += 1


def note_over(wire: Wire) -> "Door":
    async def play(server: Measured, games: int, seconds: float) -> Figures:
        tally = Tally()
        firsts, players = [], []
        for number in range(games):
            x, o = LineProtocolPlayer(tally, f"first {number}"), LineProtocolPlayer(tally, f"second {number}")
            x.opponent, o.opponent = o, x
            await x.enter(wire, server)
            await o.enter(wire, server)
            firsts.append(x)
            players += [x, o]
        for x in firsts:
            x.move()
        figures = await measure(server, games, seconds, tally)
        for player in players:
            player.wire.close()
        return figures

    return play


class ApiPair:
    """Two players over the REST API, who send their requests in turns."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._wires: list[HttpWire] = []
        self._tokens: list[str] = []
        self._game = ""
        self._ply = 0
        self._sent_at = 0.0
        self._stopped = False
        self._next: asyncio.Task[None] | None = None

    async def sit_down(self, server: Measured) -> None:
        for _ in "XO":
            wire = await HttpWire.open(server.url.removeprefix("http://"), self._heard)
            assert isinstance(wire, HttpWire)
            self._wires.append(wire)
            welcome = msgspec.json.decode(await wire.ask("/api/v1/guests", b"{}"))
            self._tokens.append(welcome["token"])
        setup = b'{"visibility":"private","rounds":15}'
        created = msgspec.json.decode(await self._wires[0].ask("/api/v1/games", setup, self._tokens[0]))
        self._game = created["game"]
        await self._wires[1].ask("/api/v1/join", msgspec.json.encode({"name": self._game}), self._tokens[1])

    def move(self) -> None:
        # After each round the seats are swapped: the player who had O moves first.
        player = (self._ply % 9 + self._ply // 9) % 2
        self._sent_at = time.perf_counter()
        body = b'{"position":%d}' % DRAW[self._ply % 9]
        self._wires[player].request(f"/api/v1/games/{self._game}/moves", body, self._tokens[player])

    def _heard(self, data: bytes) -> None:
        self._tally.heard += 1
        if self._tally.counting:
            self._tally.moves += 1
            self._tally.latencies.append(time.perf_counter() - self._sent_at)
        self._ply += 1
        if self._stopped:
            return
        if self._is_over():
            self._again()
        else:
            self.move()

    def _is_over(self) -> bool:
        return self._ply == 15 * len(DRAW)

    def _again(self) -> None:
        self._next = asyncio.get_running_loop().create_task(self._next_game())
        self._next.add_done_callback(lambda done: done.cancelled() or done.result())

    async def _next_game(self) -> None:
        path = f"/api/v1/games/{self._game}/play-again"
        for wire, token in zip(self._wires, self._tokens, strict=True):
            state = msgspec.json.decode(await wire.ask(path, b'{"value":true}', token))
        # The seats have changed 14 times within the series and once more now: the first player plays O.
        self._game, self._ply = state["nextGame"], 0
        self._wires.reverse()
        self._tokens.reverse()
        self.move()

    def stop(self) -> None:
        self._stopped = True
        if self._next is not None:
            self._next.cancel()
        for wire in self._wires:
            wire.close()


class RoomPair(ApiPair):
    """The same over the rooms API: one room after another, and a turn is a column and a row."""

    async def sit_down(self, server: Measured) -> None:
        for seat in "xo":
            wire = await HttpWire.open(server.url.removeprefix("http://"), self._heard)
            assert isinstance(wire, HttpWire)
            self._wires.append(wire)
            login = {"username": f"{seat}{id(self) % 10**12}", "password": "a long password"}
            registered = msgspec.json.decode(await wire.ask("/register", msgspec.json.encode(login)))
            self._tokens.append(registered["token"])
        await self._enter()

    async def _enter(self) -> None:
        room = msgspec.json.decode(await self._wires[0].ask("/tic-tac-toe/creategame", None, self._tokens[0]))
        self._game, self._ply = room["token"], 0
        await self._wires[1].ask(f"/tic-tac-toe/joingame/{self._game}", None, self._tokens[1])

    def move(self) -> None:
        player = self._ply % 2
        self._sent_at = time.perf_counter()
        row, column = divmod(DRAW[self._ply], 3)
        body = b'{"X":%d,"Y":%d}' % (column, row)
        self._wires[player].request(f"/tic-tac-toe/game-turn/{self._game}", body, self._tokens[player])

    def _is_over(self) -> bool:
        return self._ply == len(DRAW)

    async def _next_game(self) -> None:
        await self._enter()
        self.move()


def over_http(kind: type[ApiPair], most: int) -> "Door":
    async def play(server: Measured, games: int, seconds: float) -> Figures:
        tally = Tally()
        pairs = [kind(tally) for _ in range(min(games, most))]
        for pair in pairs:
            await pair.sit_down(server)
        for pair in pairs:
            pair.move()
        figures = await measure(server, len(pairs), seconds, tally)
        for pair in pairs:
            pair.stop()
        return figures

    return play


Door = Callable[[Measured, int, float], Awaitable[Figures]]

DOORS: dict[str, Door] = {
    "native, WebSocket": measure_moves,
    "native, TCP": native_over(LineWire),
    "native, UDP": native_over(DatagramWire),
    "line protocol, TCP": note_over(LineWire),
    "line protocol, UDP": note_over(DatagramWire),
    "REST API": over_http(ApiPair, most=1000),
    # Hashing passwords takes time, so there are few accounts: a few pairs saturate the server too.
    "rooms API": over_http(RoomPair, most=20),
}


async def compare_doors(games: int, seconds: float) -> None:
    """Print the figures of each protocol, starting with the native WebSocket."""
    print(f"\nby door, {games} games in flight")
    print(f"{'':24}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'server':>9}{'generator':>11}{'of native':>11}")
    native = 0.0
    for name, play in DOORS.items():
        with noughts_server() as server:
            figures = await play(server, games, seconds)
        native = native or figures.per_second
        print(
            f"{name:24}{figures.per_second:10,.0f}{figures.p50_ms:9.2f}{figures.p99_ms:9.2f}"
            f"{figures.server_load:9.0%}{figures.generator_load:11.0%}{figures.per_second / native:11.2f}",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.doors", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each measurement takes")
    parser.add_argument("--games", type=int, default=100, help="games in flight")
    arguments = parser.parse_args()
    uvloop.run(compare_doors(arguments.games, arguments.seconds))
