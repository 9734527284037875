"""Hostile inputs on every protocol: bytes, JSON, and valid messages in a bad order. Nobody else notices."""

import asyncio
import contextlib
import gc
import json
import random
import resource
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, get_args

import msgspec
import pytest
import pytest_asyncio
import structlog

from noughts.app import Application
from noughts.client import Client, ConnectionLost
from noughts.doors.line.line_messages import LineMessage
from noughts.messages.commands import AnyCommand
from tests.contracts.talkers import WebSocketTalker
from tests.doors.http_talker import HttpTalker, endpoints
from tests.doors.line_talker import DatagramTalker, LineTalker, Silence
from tests.proving import sample, seeded

INPUTS = sample(600, 100_000)
# Generous, because the machine may be busy: an attack that works makes players wait much longer.
PATIENCE_SECONDS = 10
# Growth not caused by these inputs: memory that the interpreter and the allocator keep after the first thousands.
MOST_GROWTH_BYTES = 25 * 1024 * 1024

WORDS: list[Any] = [
    "ann", "", "X", "O", "classic", "ultimate", "checkers", "draw", "\x00", "\u202e", "\ud800", "a" * 300, "g", "é",
    0, 1, 2, 4, 8, 9, -1, 2**31, 2**63, 2**64, 10**40, 1.5, -0.0, float("nan"), float("inf"), True, False, None,
    [], {}, [[]], {"type": "Login"}, [1] * 50,
]  # fmt: skip
# Every key of either protocol, including keys added later.
NOTE_KEYS = [field.encode_name for field in msgspec.structs.fields(LineMessage)] + ["type"]
COMMANDS = get_args(AnyCommand)
TYPES = [command.__name__ for command in COMMANDS] + ["Nonsense"]
TYPE_KEYS = sorted({field.encode_name for command in COMMANDS for field in msgspec.structs.fields(command)})


class Chaos:
    """Endless hostile inputs, the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(seed)
        self.games: list[str] = ["g", "x" * 64]

    def input(self) -> bytes:
        make = self._chance.choice(
            (self._bytes, self._note, self._native, self._broken, self._first, self._move, self._move, self._command)
        )
        data = make()
        return data + b"\n" if self._chance.random() < 0.8 else data

    def _bytes(self) -> bytes:
        return self._chance.randbytes(self._chance.choice((0, 1, 5, 50, 500, 5000)))

    def _note(self) -> bytes:
        return _dumped(self._fields(NOTE_KEYS))

    def _native(self) -> bytes:
        return _dumped({"type": self._chance.choice(TYPES), **self._fields(TYPE_KEYS)})

    def _first(self) -> bytes:
        return _dumped(self._chance.choice(({}, {"username": "ann"}, {"acks": True}, {"resume": True})))

    def _move(self) -> bytes:
        place = {"gameId": self._chance.choice(self.games), "playerId": self._chance.choice((1, 2))}
        done = self._chance.choice(({"position": self._chance.randrange(-1, 10)}, {"playAgain": True}, {"seq": 1}))
        return _dumped(place | done)

    def _command(self) -> bytes:
        command = {"type": self._chance.choice(TYPES), "game": self._chance.choice(self.games)}
        more = self._chance.choice(
            ({}, {"position": self._chance.randrange(-1, 10)}, {"value": True}, {"what": "draw"})
        )
        return _dumped(command | more)

    def _fields(self, keys: list[str]) -> dict[str, Any]:
        fields = {key: self._chance.choice(WORDS) for key in self._chance.sample(keys, self._chance.randrange(5))}
        for key in ("gameId", "game"):
            if key in fields and self._chance.random() < 0.8:
                fields[key] = self._chance.choice(self.games)
        if "position" in fields and self._chance.random() < 0.8:
            fields["position"] = self._chance.randrange(-1, 10)
        return fields

    def _broken(self) -> bytes:
        data = bytearray(self._note() if self._chance.random() < 0.5 else self._native())
        match self._chance.randrange(4):
            case 0:
                del data[self._chance.randrange(len(data)) :]
            case 1:
                data[self._chance.randrange(len(data))] = self._chance.randrange(256)
            case 2:
                data = data * self._chance.randrange(2, 20)
            case _:
                data = bytearray(b'{"a":' * self._chance.choice((10, 600)))
        return bytes(data)


def _dumped(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields).encode()


class Bystanders:
    """Two players who play game after game meanwhile, and measure how long a move takes."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self.moves = 0
        self.slowest_seconds = 0.0

    async def play(self) -> None:
        url = self._application.address
        async with Client(url, name="Xenia") as xenia, Client(url, name="Otto") as otto:
            while True:
                x = await xenia.create(visibility="private")
                o = await otto.join(x.id)
                for number, cell in enumerate((0, 1, 2, 4, 3, 5, 7, 6, 8)):
                    mover, other = (x, o) if number % 2 == 0 else (o, x)
                    began = asyncio.get_running_loop().time()
                    await mover.move(cell)
                    await other.until(lambda state, ply=number + 1: state.ply == ply)  # type: ignore[misc]
                    self.slowest_seconds = max(self.slowest_seconds, asyncio.get_running_loop().time() - began)
                    self.moves += 1
                await asyncio.sleep(0.001)


@pytest_asyncio.fixture
async def bystanders(application: Application) -> AsyncIterator[Bystanders]:
    """A game that runs during the test."""
    bystanders = Bystanders(application)
    playing = asyncio.ensure_future(bystanders.play())
    yield bystanders
    assert not playing.done(), playing.exception()
    playing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing


Talker = LineTalker | DatagramTalker | WebSocketTalker | HttpTalker


async def attack(
    connect: Callable[[], Awaitable[Talker]], chaos: Chaos, inputs: int, per_connection: int, pause_every: int
) -> None:
    """Send this many inputs over many connections; read the answers only to attack their games."""
    sent = 0
    while sent < inputs:
        talker = await connect()
        said_all = asyncio.Event()
        reading = asyncio.ensure_future(_learn(talker, chaos, said_all))
        with contextlib.suppress(ConnectionError, ConnectionLost):
            for number in range(per_connection):
                await talker.send(chaos.input())
                sent += 1
                if number % pause_every == 0:
                    await asyncio.sleep(0.001)
        said_all.set()
        with contextlib.suppress(ConnectionError):
            await reading
        await talker.hang_up()


async def _learn(talker: Talker, chaos: Chaos, said_all: asyncio.Event) -> None:
    """Read the answers, and use the games in them for the next inputs."""
    while True:
        try:
            message = await talker.hear(0.02)
        except (Silence, TimeoutError):
            if said_all.is_set():
                return
            continue
        game = message.get("gameId") or message.get("game")
        if isinstance(game, str):
            chaos.games = [*chaos.games[-8:], game]


def memory_bytes() -> int:
    gc.collect()
    with open("/proc/self/statm") as statm:  # noqa: PTH123 - a file of the kernel's
        return int(statm.read().split()[1]) * resource.getpagesize()


@pytest.mark.proof
@pytest.mark.timeout(600)
@pytest.mark.parametrize("door", ["line", "datagram", "websocket", "http"])
async def test_hostile_inputs_do_not_affect_other_players(
    application: Application, bystanders: Bystanders, door: str
) -> None:
    seeds = random.Random(seeded(door))
    calls = await endpoints(application.address)
    async with Client(application.address, name="Mallory") as mallory:
        token = mallory.token or ""
    connects: dict[str, Callable[[], Awaitable[Talker]]] = {
        "line": lambda: LineTalker.connect(application.line_address),
        "datagram": lambda: DatagramTalker.connect(application.line_address),
        "websocket": lambda: WebSocketTalker.connect(application.address),
        "http": lambda: HttpTalker.connect(application.address, calls, token, seeds.getrandbits(32)),
    }
    connect, chaos = connects[door], Chaos(seeded(door))
    # Errors that the event loop would only log.
    faults: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    with structlog.testing.capture_logs() as logs:
        await attack(connect, chaos, INPUTS // 4, 100, 10)
        before = memory_bytes()
        moves = bystanders.moves
        await attack(connect, chaos, INPUTS - INPUTS // 4, 100, 10)
    assert memory_bytes() - before < MOST_GROWTH_BYTES
    assert bystanders.moves > moves + INPUTS // 400
    assert bystanders.slowest_seconds < PATIENCE_SECONDS
    assert [entry for entry in logs if entry["log_level"] in ("error", "critical")] == []
    assert faults == []
