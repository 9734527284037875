"""A player with one or two devices, who repeats each command until it is answered, and reconnects when necessary."""

import asyncio
from random import Random

import msgspec
from msgspec.structs import replace

from noughts.messages import commands as c
from noughts.messages import notice_commands as n
from noughts.messages.answers import ActionSuccess, AnyMessage, Welcome
from noughts.messages.board_state import BoardState, PlayerCard
from noughts.messages.codec import decode_message
from noughts.messages.ids import GameId
from tests.simulation.history import PASSING, History
from tests.simulation.network import Address, Network, Stream
from tests.simulation.node import Node

ASK_AGAIN_SECONDS = 2.0
BEAT_SECONDS = 4.0
GIVE_UP_SECONDS = 9.0

_encode = msgspec.json.encode


class Player:
    """A player with one or two devices."""

    def __init__(self, name: str, nodes: list[Node], network: Network, history: History, chance: Random) -> None:
        self.name = name
        self.nodes = nodes
        self.network = network
        self.history = history
        self.chance = chance
        self.token: str | None = None
        self.card: PlayerCard | None = None
        self.boards: dict[GameId, BoardState] = {}
        self.pending: dict[str, tuple[c.AnyCommand, asyncio.Future[ActionSuccess]]] = {}
        self._count = 0
        self.devices = [Device(self, number) for number in range(chance.choice((1, 1, 2)))]

    def new_id(self) -> str:
        self._count += 1
        return f"{self.name}-{self._count}"

    async def ask(self, command: c.AnyCommand) -> ActionSuccess:
        """Send the command until there is a final answer."""
        command = replace(command, id=self.new_id())
        assert command.id is not None
        assert self.card is not None
        self.history.ask(self.card.id, command)
        while True:
            future: asyncio.Future[ActionSuccess] = asyncio.get_running_loop().create_future()
            self.pending[command.id] = (command, future)
            for device in self.devices:
                if self.network.is_calm or self.chance.random() < 0.8:
                    device.send(command)
            answer = await future
            del self.pending[command.id]
            if answer.value or answer.code not in PASSING:
                return answer
            await asyncio.sleep(0.2 + self.chance.random())

    def hear(self, message: AnyMessage) -> None:
        self.history.hear(message)
        match message:
            case BoardState():
                known = self.boards.get(message.game)
                if known is None or known.version < message.version:
                    self.boards[message.game] = message
            case ActionSuccess(id=str(command_id)) if command_id in self.pending:
                future = self.pending[command_id][1]
                if not future.done():
                    future.set_result(message)
            case Welcome(token=str(token)) if self.token is None:
                self.token, self.card = token, message.player
            case _:
                pass


class Device:
    """A device of a player, which reconnects forever."""

    def __init__(self, player: Player, number: int) -> None:
        self._player = player
        self._network = player.network
        self._chance = player.chance
        self._is_first = number == 0
        self._by_datagrams = self._chance.random() < 0.3
        self._looks_away = self._chance.random() < 0.3
        self._connections = 0
        self.node: Node | None = None
        self.stream: Stream | None = None
        self._address: Address = (player.name, 0)
        self._number: int | None = None
        self._buffer = b""
        self._is_in = False
        self._is_lost = True
        self._heard_at = 0.0
        # The boards that this device received; another device may have received newer ones.
        self.boards: dict[GameId, BoardState] = {}

    async def run(self) -> None:
        """Stay connected forever."""
        player = self._player
        while True:
            await asyncio.sleep(self._chance.random())
            if player.token is None and not self._is_first:
                continue
            if self._connect() and await self._log_in():
                await self._stay()
            self._hang_up()

    def _connect(self) -> bool:
        self._connections += 1
        self._address = (self._player.name, self._connections * 10 + self._is_first)
        self._number, self._buffer, self._is_in, self._is_lost = None, b"", False, False
        self._heard_at = asyncio.get_running_loop().time()
        self.node = self._chance.choice(self._player.nodes)
        if not self._by_datagrams:
            self.stream = self.node.connect(self._address, self)
            return self.stream is not None
        return True

    async def _log_in(self) -> bool:
        for _ in range(6):
            token = self._player.token
            self.send(c.PlayAsGuest(id="hello") if token is None else c.Login(id="hello", token=token, resume=True))
            for _ in range(10):
                await asyncio.sleep(0.1)
                if self._is_in or self._is_lost:
                    return self._is_in and not self._is_lost
        return False

    async def _stay(self) -> None:
        loop = asyncio.get_running_loop()
        self.send(n.ListNotices(follow=True))
        for game in self._player.boards:
            self.send(c.Watch(game=game))
        beaten_at = asked_at = loop.time()
        while not self._is_lost and loop.time() - self._heard_at < GIVE_UP_SECONDS:
            await asyncio.sleep(0.1 + 0.2 * self._chance.random())
            if loop.time() - asked_at > ASK_AGAIN_SECONDS:
                asked_at = loop.time()
                for command, _ in tuple(self._player.pending.values()):
                    self.send(command)
            if loop.time() - beaten_at > BEAT_SECONDS:
                beaten_at = loop.time()
                versions: dict[str, int] = {
                    game: self.boards[game].version if game in self.boards else 0 for game in self._player.boards
                }
                self.send(c.Heartbeat(games=versions, shown=() if self._looks_away else None))

    def _hang_up(self) -> None:
        if self.stream is not None:
            self.stream.hang_up()
        self.stream = None
        self._is_lost = True

    def send(self, command: c.AnyCommand) -> None:
        if self._is_lost or self.node is None:
            return
        data = _encode(command)
        if self._by_datagrams:
            fields = msgspec.json.decode(data)
            self.node.send_datagram(_encode(fields | {"ack": self._number or 0}), self._address, self)
        elif self.stream is not None:
            copies = 1 if self._network.is_calm or self._chance.random() < 0.9 else 2
            self.stream.send((data + b"\n") * copies)

    # Callbacks of the network.

    def heard(self, data: bytes) -> None:
        if self._is_lost:
            return
        self._heard_at = asyncio.get_running_loop().time()
        lines = [data]
        if not self._by_datagrams:
            *lines, self._buffer = (self._buffer + data).split(b"\n")
        for line in lines:
            self._hear(line)

    def lost(self) -> None:
        self._is_lost = True

    def _hear(self, data: bytes) -> None:
        fields = msgspec.json.decode(data)
        if "type" not in fields:
            # Over UDP: the number that proves our address. Messages sent without it are sent again.
            is_new = fields.get("seq", self._number) != self._number
            self._number = fields.get("seq", self._number)
            if is_new and self._is_in:
                # The server has forgotten us.
                self._is_lost = True
            return
        message = decode_message(data)
        if isinstance(message, Welcome):
            if message.token is None or self._player.token is None:
                self._is_in = True
        elif isinstance(message, ActionSuccess) and message.code in ("not_logged_in", "bad_token", "shutting_down"):
            self._is_lost = True
        elif isinstance(message, BoardState):
            known = self.boards.get(message.game)
            if known is None or known.version <= message.version:
                self.boards[message.game] = message
        self._player.hear(message)
