"""Two players of the native protocol in one game. Every state is compared with the rules."""

import asyncio
from typing import Any

import msgspec
from msgspec import Struct, field

from noughts.client.complete_games import Cells, Expected, expected_after
from noughts.client.errors import ConnectionLost
from noughts.client.socket import Socket, open_socket
from noughts.client.verification import TOO_MANY, Difference, LimitsTooLow


class _Result(Struct, rename="camel"):
    winner: str | None
    reason: str
    line: tuple[int, ...] = ()


class _LastMove(Struct, kw_only=True):
    cell: int = field(name="position")
    seat: str


class _Heard(Struct, rename="camel"):
    """The parts of a message that are compared."""

    type: str
    game: str = ""
    value: bool = True
    code: str = ""
    reason: str = ""
    wait_seconds: float = 0.0
    cells: str = ""
    ply: int = 0
    turn: str | None = None
    phase: str = ""
    last_move: _LastMove | None = None
    result: Any = None


_decode = msgspec.json.Decoder(_Heard).decode


class _Player:
    """One connection. Received messages wait until they are taken."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._heard: asyncio.Queue[_Heard | None] = asyncio.Queue()
        self._socket: Socket | None = None

    async def open(self) -> None:
        self._socket = await open_socket(
            self._url, lambda data: self._heard.put_nowait(_decode(data)), lambda: self._heard.put_nowait(None)
        )
        await self.ask("PlayAsGuest")

    async def ask(self, kind: str, **fields: Any) -> _Heard:
        """Send this command, wait for the answer, and retry when the server asks to wait. Raises `Difference`."""
        while True:
            self.send(kind, **fields)
            answer = await self.receive("ActionSuccess")
            if answer.value:
                return answer
            if answer.code != TOO_MANY:
                raise Difference(f"{kind} was refused: {answer.reason}")
            await asyncio.sleep(max(answer.wait_seconds, 0.1))

    def send(self, kind: str, **fields: Any) -> None:
        assert self._socket is not None
        self._socket.send(msgspec.json.encode({"type": kind, **fields}))

    async def receive(self, kind: str) -> _Heard:
        """Return the next message of this kind, or a refusal if one comes first. Other messages are skipped."""
        while True:
            heard = await self._heard.get()
            if heard is None:
                raise ConnectionLost("the server closed the connection")
            if heard.type == kind or not heard.value:
                return heard

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()


class NativePair:
    """Two clients over WebSocket. They start each new game as a rematch, so their seats change each time."""

    def __init__(self, url: str) -> None:
        self._players = (_Player(url), _Player(url))
        self._game = ""

    async def open(self) -> None:
        for player in self._players:
            await player.open()

    async def play(self, cells: Cells) -> None:
        await self._sit_down(cells)
        for ply, cell in enumerate(cells):
            expected = expected_after(cells[: ply + 1])
            await self._move(cells, ply, cell)
            # Check the player who moved first: only that player is notified when a move is refused.
            for number in (ply % 2, 1 - ply % 2):
                state = await self._state(self._players[number], cells, ply)
                self._compare(cells, ply, state, expected, "XO"[number])
        for seat, player in zip("XO", self._players, strict=True):
            over = (await player.receive("GameOver")).result
            wanted = "Tie" if expected.winner is None else "Win" if expected.winner == seat else "Lose"
            if over != wanted:
                raise Difference(f"{_named(cells)}: {seat} is told {over}, and should receive {wanted}")

    async def _sit_down(self, cells: Cells) -> None:
        x, o = self._players
        if not self._game:
            self._game = (await x.ask("CreateGame", visibility="private")).game
            await o.ask("JoinGame", name=self._game)
            await self._start()
            return
        for player in self._players:
            player.send("PlayAgain", **self._which(), value=True)
        self._players = (o, x)
        games = set(await asyncio.gather(*map(self._next_game, self._players)))
        if len(games) != 1:
            raise Difference(f"{_named(cells)}: the two who play again are not in one game")
        (self._game,) = games

    async def _start(self) -> None:
        """Wait until both are at the table; skip states from before the first move."""

    async def _next_game(self, player: _Player) -> str:
        while True:
            heard = await player.receive("BoardState")
            if heard.type == "BoardState" and heard.phase == "playing":
                return heard.game
            if not heard.value:
                raise _objection(heard, "play again")

    def _which(self, **fields: Any) -> dict[str, Any]:
        """Return the fields that tell a command which game is meant."""
        return {"game": self._game, **fields}

    async def _move(self, cells: Cells, ply: int, cell: int) -> None:
        self._players[ply % 2].send("MakeMove", **self._which(ply=ply), position=cell)

    async def _state(self, player: _Player, cells: Cells, ply: int) -> _Heard:
        while True:
            heard = await player.receive("BoardState")
            if heard.type == "BoardState":
                if heard.ply == 0:
                    continue
                return heard
            raise _objection(heard, f"{_named(cells)}: move {ply + 1}")

    def _compare(self, cells: Cells, ply: int, state: _Heard, expected: Expected, to: str) -> None:
        result = None if state.result is None else msgspec.convert(state.result, _Result)
        said = (
            state.game, state.ply, state.cells, state.turn, state.phase,
            None if state.last_move is None else (state.last_move.cell, state.last_move.seat),
            None if result is None else (result.winner, result.reason),
        )  # fmt: skip
        turn = None if expected.is_over else "XO"[(ply + 1) % 2]
        phase = "finished" if expected.is_over else "playing"
        ending = (expected.winner, "line" if expected.winner else "full") if expected.is_over else None
        wanted = (self._game, ply + 1, expected.cells, turn, phase, (cells[ply], "XO"[ply % 2]), ending)
        if said != wanted:
            raise Difference(f"{_named(cells)}, after move {ply + 1}, {to} is shown {said}, and should be {wanted}")
        if result is not None and result.winner is not None and not set(result.line) <= set().union(*expected.lines):
            raise Difference(f"{_named(cells)}: the line shown is {result.line}, and should be of {expected.lines}")

    async def close(self) -> None:
        for player in self._players:
            player.close()


class MessagesPair(NativePair):
    """Two clients that use only the basic native protocol: one game at a time, never named, begun with `StartGame`."""

    async def _start(self) -> None:
        await self._players[0].ask("StartGame")

    def _which(self, **fields: Any) -> dict[str, Any]:
        return {}


def _objection(heard: _Heard, what: str) -> Exception:
    return LimitsTooLow(heard.reason) if heard.code == TOO_MANY else Difference(f"{what} was refused: {heard.reason}")


def _named(cells: Cells) -> str:
    return f"game {'-'.join(map(str, cells))}"
