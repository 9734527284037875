"""The load: pairs of clients that play classic again and again, each waiting for the other's move.

Every move is what a real client sends, id and ply included. A move's latency is from its sending to the opponent having
the board with it.
"""

import asyncio
import time

import msgspec
from msgspec import Struct

from noughts.client import Socket, open_socket

# A draw, so that every game has all its nine moves.
DRAW = (0, 1, 2, 4, 3, 5, 7, 6, 8)


class Heard(Struct):
    """The fields of a message that a player of known moves needs."""

    type: str
    game: str = ""
    value: bool = True
    code: str = ""
    phase: str = ""
    ply: int = 0
    round: int = 1
    turn: str | None = None
    next_game: str | None = msgspec.field(default=None, name="nextGame")


_decode = msgspec.json.Decoder(Heard).decode


class Tally:
    """The counts of all players in a run."""

    def __init__(self) -> None:
        self.moves = 0
        self.heard = 0
        self.latencies: list[float] = []
        self.refusals = 0
        self.counting = False


class Player:
    """One client of a pair. It plays its half of the nine moves."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._socket: Socket
        self._answers: asyncio.Queue[Heard] = asyncio.Queue()
        self._ids = 0
        self._stopped = False
        self._game = ""
        self._seat = 0
        self.opponent: Player
        self.sent_at = 0.0

    async def connect(self, url: str) -> None:
        self._socket = await open_socket(url, self._heard, lambda: None)

    async def ask(self, text: str) -> Heard:
        """Send a command and wait for the answer, before the game begins."""
        self._socket.send(text.encode())
        while True:
            heard = await self._answers.get()
            if heard.type == "ActionSuccess":
                return heard

    async def wait_for_opponent(self) -> None:
        """Wait until both seats are taken. Otherwise this board would trigger the same move twice."""
        while (await self._answers.get()).phase != "playing":
            pass

    def play(self, game: str, seat: int) -> None:
        self._game, self._seat = game, seat
        if seat == 0:
            self._move(0)

    def stop(self) -> None:
        self._stopped = True
        self._socket.close()

    def _move(self, ply: int) -> None:
        self._ids += 1
        self.sent_at = time.perf_counter()
        text = f'{{"type":"MakeMove","id":"m{self._ids}","game":"{self._game}","ply":{ply},"position":{DRAW[ply % 9]}}}'
        self._socket.send(text.encode())

    def _heard(self, data: bytes) -> None:
        self._tally.heard += 1
        heard = _decode(data)
        if not self._game:
            self._answers.put_nowait(heard)
        elif heard.type == "BoardState" and not self._stopped:
            self._look(heard)
        elif not heard.value:
            self._tally.refusals += 1

    def _look(self, state: Heard) -> None:
        if state.game != self._game:
            # The rematch: the seats are swapped.
            if state.ply == 0:
                self.play(state.game, 1 - self._seat)
        elif state.phase == "finished":
            if state.next_game is None and self._ids:
                self._count()
                self._again()
        else:
            # After each round the seats are swapped, so the player who had O moves first.
            mine = (self._seat + state.round - 1) % 2
            if state.ply % 9 % 2 == mine:
                self._count()
                self._move(state.ply)

    def _count(self) -> None:
        # An accepted move counts when the opponent receives it.
        if self._tally.counting and self.opponent.sent_at:
            self._tally.moves += 1
            self._tally.latencies.append(time.perf_counter() - self.opponent.sent_at)

    def _again(self) -> None:
        self._ids = 0
        self._socket.send(f'{{"type":"PlayAgain","game":"{self._game}","value":true}}'.encode())


class CalmPlayer(Player):
    """Thinks before each move, as people do: for the latency of a server below its limit."""

    PAUSE_SECONDS = 0.1

    def _move(self, ply: int) -> None:
        asyncio.get_running_loop().call_later(self.PAUSE_SECONDS, super()._move, ply)


async def seated_pair(urls: tuple[str, str], tally: Tally, kind: type[Player] = Player) -> tuple[Player, Player, str]:
    """Return two clients at one game, each connected to one of `urls`, and the id of the game."""
    x, o = kind(tally), kind(tally)
    x.opponent, o.opponent = o, x
    for player, url in zip((x, o), urls, strict=True):
        await player.connect(url)
        await player.ask('{"type":"PlayAsGuest"}')
    created = await x.ask('{"type":"CreateGame","visibility":"private","rounds":15}')
    await o.ask(f'{{"type":"JoinGame","name":"{created.game}"}}')
    await x.wait_for_opponent()
    return x, o, created.game
