"""Two players of the line protocol over TCP: each receives only the other's moves and the end."""

import asyncio
import json
import secrets
from typing import Any

from noughts.client.complete_games import Cells, expected_after
from noughts.client.errors import ConnectionLost
from noughts.client.verification import TOO_MANY, Difference, LimitsTooLow

MOVE_SECONDS = 10.0


class _Player:
    """One connection."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self.number = 0
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        try:
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        except OSError as error:
            raise ConnectionLost(str(error)) from error

    def send(self, **message: Any) -> None:
        assert self._writer is not None
        self._writer.write(json.dumps(message).encode() + b"\n")

    async def receive(self) -> dict[str, Any]:
        line = await self._reader.readline()
        if not line:
            raise ConnectionLost("the server closed the connection")
        message: dict[str, Any] = json.loads(line)
        if message.get("code") == TOO_MANY:
            raise LimitsTooLow(message["error"])
        return message

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


class LinePair:
    """Two clients who ask for each other by name."""

    def __init__(self, host: str, port: int) -> None:
        self._players = (_Player(host, port), _Player(host, port))
        self._game = ""

    async def open(self) -> None:
        name = secrets.token_hex(4)
        names = [f"verify-{name}-{end}" for end in "xo"]
        for number, player in enumerate(self._players):
            await player.open()
            player.send(username=names[number], opponent=names[1 - number])
            self._enter(player, await player.receive())

    def _enter(self, player: _Player, reply: dict[str, Any]) -> None:
        if reply.keys() != {"gameId", "playerId"}:
            raise Difference(f"asked for a game, but the reply is {reply}")
        self._game, player.number = reply["gameId"], reply["playerId"]

    async def play(self, cells: Cells) -> None:
        x, o = sorted(self._players, key=lambda player: player.number)
        name = "-".join(map(str, cells))
        for ply, cell in enumerate(cells):
            mover, other = (x, o) if ply % 2 == 0 else (o, x)
            await self._expect(mover, other, {"position": cell}, f"game {name}, move {ply + 1}")
        winner = expected_after(cells).winner
        for seat, player in (("X", x), ("O", o)):
            ending = "Tie" if winner is None else "Win" if winner == seat else "Lose"
            heard = await player.receive()
            if heard != {"gameOver": ending}:
                raise Difference(f"game {name}: {seat} hears {heard}, and should hear that it is a {ending}")
        for player in self._players:
            player.send(gameId=self._game, playerId=player.number, playAgain=True, gameType="classic")
        for player in self._players:
            self._enter(player, await player.receive())

    async def _expect(self, mover: _Player, other: _Player, message: dict[str, Any], when: str) -> None:
        mover.send(gameId=self._game, playerId=mover.number, **message)
        try:
            heard = await asyncio.wait_for(other.receive(), MOVE_SECONDS)
        except TimeoutError:
            # If so, the player who moved may have received the reason.
            heard = await mover.receive()
        if heard != message:
            raise Difference(f"{when}: the other hears {heard}, and should hear {message}")

    async def close(self) -> None:
        for player in self._players:
            player.close()
