"""A player for each protocol, all with the same methods, for the contract tests of the doors.

Each uses its own protocol over a plain socket or HTTP client. `move` gives the code of the refusal, or None.
"""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from httpx2 import AsyncClient

from noughts.app import Application
from noughts.client import Api, CommandRefused
from noughts.messages.board_state import BoardState
from tests.contracts.talkers import WebSocketTalker
from tests.doors.line_talker import DatagramTalker, Silence, datagrams, line
from tests.doors.rooms_user import RoomsUser

_numbers = itertools.count(1)
GAME_ID_LETTERS = 17


class Talker(Protocol):
    async def say(self, message: dict[str, Any]) -> None: ...

    async def hear(self, timeout: float = 5) -> dict[str, Any]: ...

    async def hang_up(self) -> None: ...


Connect = Callable[[Application], Awaitable[Talker]]


class DoorPlayer:
    """A player on some protocol. `told` collects messages the server sent unasked: moves, the end, players who left."""

    # Whether the server pushes changes, or the player has to poll.
    is_live = True
    has_rematch = True
    variant = "classic"

    def __init__(self, application: Application, connect: Connect | None = None) -> None:
        self.application = application
        self.connect = connect
        self.name = f"player{next(_numbers)}"
        self.game = ""

    async def open(self) -> None: ...

    async def pair(self) -> None:
        """Get matched with anybody."""
        raise NotImplementedError

    async def offer(self) -> str:
        """Open a game as X and return its id."""
        raise NotImplementedError

    async def accept(self, game: str) -> None:
        """Take the free seat of this game."""
        raise NotImplementedError

    async def move(self, cell: int) -> str | None:
        raise NotImplementedError

    async def hear_move(self) -> int:
        """Return the opponent's next move."""
        raise NotImplementedError

    async def hear_end(self) -> str:
        raise NotImplementedError

    async def play_again(self) -> None: ...

    async def hear_new_game(self) -> None: ...

    async def hear_left(self) -> None: ...

    async def hang_up(self) -> None: ...

    async def come_back(self) -> list[int] | None:
        """Reconnect as the same player. Return the taken cells, if the protocol sends them."""
        raise NotImplementedError


class NativePlayer(DoorPlayer):
    """The native protocol, over WebSocket, TCP or UDP."""

    talker: Talker

    async def open(self) -> None:
        assert self.connect is not None
        self.token = ""
        self.state: dict[str, Any] = {}
        self.proof: dict[str, int] = {}
        self.seen = 0
        self.ending = ""
        self.left = False
        self.talker = await self.connect(self.application)
        await self.command("PlayAsGuest", name=self.name)
        await self.until(lambda: bool(self.token))

    async def command(self, kind: str, **fields: Any) -> dict[str, Any]:
        command = {"type": kind, "id": f"c{next(_numbers)}", **fields, **self.proof}
        self.said = command
        await self.talker.say(command)
        while True:
            message = await self.next_message()
            if message["type"] == "ActionSuccess" and message.get("id") == command["id"]:
                return message

    async def next_message(self) -> dict[str, Any]:
        while True:
            message = await self.talker.hear()
            if "type" in message:
                break
            # Over UDP: the server sends a number, and every message carries it to prove that we receive.
            self.proof = {"ack": message["seq"]}
            await self.talker.say({**self.said, **self.proof})
        match message["type"]:
            case "BoardState" if message["game"] == self.game or not self.state or self.state["nextGame"]:
                self.state = message
            case "Welcome":
                self.token = message.get("token", self.token)
            case "GameOver":
                self.ending = message["result"]
            case "ClientDisconnected":
                self.left = True
        return message

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await self.next_message()

    async def enter(self, kind: str, **fields: Any) -> str:
        answer = await self.command(kind, **fields)
        assert answer["value"], answer
        self.game = answer["game"]
        await self.until(lambda: self.state.get("game") == self.game)
        return self.game

    async def pair(self) -> None:
        await self.enter("Pair", seat="X")

    async def offer(self) -> str:
        return await self.enter("CreateGame", visibility="private", variant=self.variant)

    async def accept(self, game: str) -> None:
        await self.enter("JoinGame", name=game)

    async def move(self, cell: int) -> str | None:
        answer = await self.command("MakeMove", game=self.game, position=cell)
        if answer["value"]:
            self.seen += 1
            return None
        return str(answer["code"])

    async def hear_move(self) -> int:
        await self.until(lambda: self.state["ply"] > self.seen)
        self.seen += 1
        return int(self.state["lastMove"]["position"])

    async def hear_end(self) -> str:
        await self.until(lambda: bool(self.ending))
        return self.ending

    async def play_again(self) -> None:
        assert (await self.command("PlayAgain", game=self.game, value=True))["value"]

    async def hear_new_game(self) -> None:
        await self.until(lambda: self.state["game"] != self.game)
        self.game, self.seen, self.ending = self.state["game"], 0, ""

    async def hear_left(self) -> None:
        await self.until(lambda: self.left)

    async def hang_up(self) -> None:
        await self.talker.hang_up()

    async def come_back(self) -> list[int] | None:
        assert self.connect is not None
        self.talker = await self.connect(self.application)
        self.state, self.proof = {}, {}
        assert (await self.command("Login", token=self.token, resume=True))["value"]
        await self.until(lambda: bool(self.state))
        return [cell for cell, mark in enumerate(self.state["cells"]) if mark in "XO"]


class LineProtocolPlayer(DoorPlayer):
    """The line protocol, with the options for reconnecting."""

    talker: Talker

    async def open(self) -> None:
        assert self.connect is not None
        self.token, self.told_id, self.player_id = "", "", 0
        self.told: list[dict[str, Any]] = []
        self.talker = await self.connect(self.application)

    async def enter(self, **fields: Any) -> str:
        await self.say({"username": self.name, "resume": True, **fields})
        reply = await self.next_message("gameId")
        self.token = reply["token"]
        self.take_place(reply)
        return self.game

    def take_place(self, reply: dict[str, Any]) -> None:
        # Over UDP a client's game id ends with a secret.
        self.told_id, self.player_id = reply["gameId"], reply["playerId"]
        self.game = self.told_id[:GAME_ID_LETTERS]

    async def next_message(self, *keys: str) -> dict[str, Any]:
        """Return the next message with one of these keys, and keep the others for later."""
        for number, message in enumerate(self.told):
            if any(key in message for key in keys):
                return self.told.pop(number)
        while True:
            message = await self.hear()
            if "seq" in message:
                await self.talker.say({"ack": message["seq"]})
            if any(key in message for key in keys):
                return message
            self.told.append(message)

    async def say(self, message: dict[str, Any]) -> None:
        self.said = message
        await self.talker.say(message)

    async def hear(self) -> dict[str, Any]:
        if not isinstance(self.talker, DatagramTalker):
            return await self.talker.hear()
        for _ in range(20):
            try:
                return await self.talker.hear(0.3)
            except Silence:
                # As the documentation of UDP says: without an answer, a client repeats its last message.
                await self.talker.say(self.said)
        raise Silence

    async def pair(self) -> None:
        await self.enter()

    async def offer(self) -> str:
        return await (self.enter() if self.variant == "classic" else self.enter(gameType=self.variant))

    async def accept(self, game: str) -> None:
        await self.enter(gameId=game)

    async def move(self, cell: int) -> str | None:
        number = next(_numbers)
        place = {"gameId": self.told_id or self.game, "playerId": self.player_id}
        await self.say({**place, "position": cell, "seq": number})
        while (answer := await self.next_message("ack", "error")).get("code") == "opponent_left":
            pass
        return answer.get("code")

    async def hear_move(self) -> int:
        return int((await self.next_message("position"))["position"])

    async def hear_end(self) -> str:
        return str((await self.next_message("gameOver"))["gameOver"])

    async def play_again(self) -> None:
        place = {"gameId": self.told_id, "playerId": self.player_id}
        await self.say({**place, "playAgain": True, "gameType": "classic"})

    async def hear_new_game(self) -> None:
        reply = await self.next_message("playerId")
        self.take_place(reply)

    async def hear_left(self) -> None:
        assert (await self.next_message("error"))["code"] == "opponent_left"

    async def hang_up(self) -> None:
        await self.talker.hang_up()

    async def come_back(self) -> list[int] | None:
        assert self.connect is not None
        self.talker, self.told = await self.connect(self.application), []
        await self.say({"username": self.name, "token": self.token, "resume": True})
        assert (await self.next_message("games"))["games"] == 1
        game = await self.next_message("moves")
        assert game["gameId"][:GAME_ID_LETTERS] == self.game
        assert (game["playerId"], game["gameType"]) == (self.player_id, "classic")
        self.take_place(game)
        return sorted(game["moves"])


class LookingPlayer(DoorPlayer):
    """A player over HTTP, which has to poll."""

    is_live = False
    PAUSE_SECONDS = 0.01

    async def look_until(self, condition: Callable[[Any], bool]) -> Any:
        async with asyncio.timeout(5):
            while True:
                state = await self.look()
                if condition(state):
                    return state
                await asyncio.sleep(self.PAUSE_SECONDS)

    async def look(self) -> Any:
        raise NotImplementedError


class ApiPlayer(LookingPlayer):
    """Our own REST API."""

    async def open(self) -> None:
        self.api = Api(self.application.address)
        self.me = (await self.api.be_guest(self.name)).player.id
        self.seen = 0

    def _entered(self, state: BoardState) -> str:
        self.game = state.game
        return self.game

    async def pair(self) -> None:
        self._entered(await self.api.pair(seat="X"))

    async def offer(self) -> str:
        return self._entered(await self.api.create(visibility="private", variant=self.variant))

    async def accept(self, game: str) -> None:
        self._entered(await self.api.join(game))

    async def look(self) -> BoardState:
        return await self.api.game(self.game)

    async def move(self, cell: int) -> str | None:
        try:
            await self.api.move(self.game, cell)
        except CommandRefused as refused:
            return refused.code
        self.seen += 1
        return None

    async def hear_move(self) -> int:
        state = await self.look_until(lambda state: state.ply > self.seen)
        self.seen += 1
        return int(state.last_move.cell)

    async def hear_end(self) -> str:
        state = await self.look_until(lambda state: state.result is not None)
        players = {"X": state.players.X.id, "O": state.players.O.id}
        winner = state.result.winner
        return "Tie" if winner is None else "Win" if players[winner] == self.me else "Lose"

    async def play_again(self) -> None:
        await self.api.play_again(self.game)

    async def hear_new_game(self) -> None:
        self.game = (await self.look_until(lambda state: state.next_game is not None)).next_game
        self.seen = 0

    async def hang_up(self) -> None:
        await self.api.__aexit__(None, None, None)

    async def come_back(self) -> list[int] | None:
        token = self.api._http.headers["Authorization"].partition(" ")[2]
        self.api = Api(self.application.address, token)
        (state,) = await self.api.my_games()
        return [cell for cell, mark in enumerate(state.cells) if mark in "XO"]


class RoomPlayer(LookingPlayer):
    """The rooms API: a room and its map."""

    has_rematch = False

    async def open(self) -> None:
        self.http = AsyncClient(base_url=self.application.address)
        self.user = await RoomsUser(self.http).register(self.name)
        self.cells = [""] * 9

    async def offer(self) -> str:
        self.game = await self.user.create(variant=self.variant)
        return self.game

    async def accept(self, game: str) -> None:
        self.game = game
        reply = await self.user.join(game)
        assert reply.status_code == 200, reply.text

    async def look(self) -> Any:
        return await self.user.info(self.game)

    async def move(self, cell: int) -> str | None:
        reply = await self.user.turn(self.game, cell % 3, cell // 3)
        if reply.json()["is_succesful"] == "True":
            self.cells = _cells(reply.json())
            return None
        return "refused"

    async def hear_move(self) -> int:
        info = await self.look_until(lambda info: _cells(info) != self.cells)
        before, self.cells = self.cells, _cells(info)
        (cell,) = [cell for cell in range(9) if before[cell] != self.cells[cell] != ""]
        return cell

    async def hear_end(self) -> str:
        winner = (await self.look_until(lambda info: info["game-ended"] == "True"))["winner"]
        return "Tie" if winner is None else "Win" if winner == self.user.id else "Lose"

    async def hang_up(self) -> None:
        await self.http.aclose()

    async def come_back(self) -> list[int] | None:
        self.http = AsyncClient(base_url=self.application.address)
        user, self.user = self.user, RoomsUser(self.http, self.user.token)
        self.user.id = user.id
        return [cell for cell, mark in enumerate(_cells(await self.look())) if mark]


def _cells(info: Any) -> list[str]:
    return [cell for row in info["map"] for cell in row]


async def websocket(application: Application) -> WebSocketTalker:
    return await WebSocketTalker.connect(application.address)


DOORS: dict[str, Callable[[Application], DoorPlayer]] = {
    "websocket": lambda application: NativePlayer(application, websocket),
    "line": lambda application: NativePlayer(application, line),
    "datagram": lambda application: NativePlayer(application, datagrams),
    "note line": lambda application: LineProtocolPlayer(application, line),
    "note datagram": lambda application: LineProtocolPlayer(application, datagrams),
    "api": ApiPlayer,
    "rooms": RoomPlayer,
}
