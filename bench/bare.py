"""The bare server: classic over the same socket library, with the same messages, rules and rows on disk.

It has no accounts, limits, command ids, seats to defend, clocks, offers, absence or notices, and trusts every player.
So it is an upper bound for a server built from these parts on this machine.
"""

import asyncio
import sqlite3
import sys
import tempfile
import time
from itertools import chain, count
from queue import SimpleQueue
from threading import Thread

import uvloop
from msgspec.structs import replace
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server

from noughts.doors.websocket.frames import text_frame
from noughts.games.application import created
from noughts.games.board import board_state, seated
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.answers import ActionSuccess
from noughts.messages.board_state import LastMove, PlayerCard
from noughts.messages.codec import decode_command, encode_events, encode_message
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.setup import Setup
from noughts.rules import find_variant

ROWS_AT_ONCE = 64
TABLE = (
    "CREATE TABLE events (game_id TEXT, version INTEGER, at_ms INTEGER, player_id TEXT, command_id TEXT, body TEXT,"
    " PRIMARY KEY (game_id, version))"
)
Row = tuple[str, int, int, str, str | None, str]
# A move, and for both recipients the bytes to send once it is on disk.
Made = tuple[Row, "Player", bytes, "Player", bytes]


class Store:
    """One thread that commits everything received since its last commit."""

    def __init__(self, folder: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Made] = []
        self._is_writing = False
        self._batches: SimpleQueue[list[Made]] = SimpleQueue()
        Thread(target=self._write, args=(f"{folder}/bare.db",), daemon=True).start()

    def append(self, made: Made) -> None:
        self._waiting.append(made)
        if not self._is_writing:
            self._is_writing = True
            self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        self._batches.put(self._waiting)
        self._waiting = []

    def _written(self, batch: list[Made]) -> None:
        if self._waiting:
            self._hand_over()
        else:
            self._is_writing = False
        for _, mover, answer, opponent, board in batch:
            mover.send(answer + board)
            opponent.send(board)

    def _write(self, path: str) -> None:
        database = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 4000"):
            database.execute(f"PRAGMA {pragma}")
        database.execute(TABLE)
        while True:
            batch = self._batches.get()
            database.execute("BEGIN IMMEDIATE")
            for start in range(0, len(batch), ROWS_AT_ONCE):
                rows = [made[0] for made in batch[start : start + ROWS_AT_ONCE]]
                database.execute(
                    f"INSERT OR FAIL INTO events VALUES {', '.join(['(?,?,?,?,?,?)'] * len(rows))}", [*chain(*rows)]
                )
            database.execute("COMMIT")
            self._loop.call_soon_threadsafe(self._written, batch)


class Game:
    """Endless rounds of classic between two players, who take turns to move first."""

    def __init__(self, game: GameId, first: "Player") -> None:
        x, o = PlayerId("first"), PlayerId("second")
        opened = created(Change(game, 1, 0, x, None, (e.GameCreated(Setup(rounds=15), x, "X", other=o),)))
        self.state = board_state(
            opened, seated(opened, {one: PlayerCard(id=one, name="Quick Otter") for one in (x, o)})
        )
        self.position = opened.position
        self.players = [first]


class Player(WSListener):
    def __init__(self, store: Store, games: dict[str, Game], name: str) -> None:
        self._store, self._games, self._name = store, games, name

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.send = transport.underlying_transport.write

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is WSMsgType.CLOSE:
            return transport.disconnect()
        command = decode_command(frame.get_payload_as_memoryview())
        match command:
            case c.MakeMove(game=str(game)):
                return self._move(game, self._games[game], command)
            case c.CreateGame():
                name = self._name
                self._games[name] = Game(GameId(name), self)
            case c.JoinGame(name=name):
                self._games[name].players.append(self)
            case _:
                name = ""
        self.send(text_frame(encode_message(ActionSuccess(value=True, re=type(command).__name__, game=GameId(name)))))

    def _move(self, name: str, game: Game, command: c.MakeMove) -> None:
        before = game.state
        assert command.ply == before.ply
        move = game.position.move_at(command.cell, command.mark)
        position = game.position.play(move)
        rounds = before.round
        if position.outcome() is not None:
            position, rounds = find_variant("classic").start(), rounds + 1
        last = LastMove(cell=move.cell, mark=move.mark, seat=move.mark)
        game.position = position
        game.state = replace(before, version=before.version + 1, cells=position.cells, turn=position.to_move,
                             ply=before.ply + 1, round=rounds, last_move=last)  # fmt: skip
        body = encode_events((e.MoveMade(move.cell, move.mark),))
        row = (name, game.state.version, time.time_ns() // 1_000_000, self._name, command.id, body)
        answer = ActionSuccess(value=True, re="MakeMove", id=command.id, game=before.game, version=game.state.version)
        first, second = game.players
        opponent = second if first is self else first
        board = text_frame(encode_message(game.state))
        self._store.append((row, self, text_frame(encode_message(answer)), opponent, board))


async def main() -> None:
    with tempfile.TemporaryDirectory(prefix="noughts-bench-") as folder:
        store, games, numbers = Store(folder), dict[str, Game](), count()
        # As long as the ids of real games and players.
        server = await ws_create_server(lambda _: Player(store, games, f"bare{next(numbers):013}"), "127.0.0.1", 0)
        print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", file=sys.stderr, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main())
