"""Writes for tests of the stores: games made by the real rules, with fresh ids so that tests can share a database."""

import asyncio
import itertools
from collections.abc import Iterable

from noughts.games.application import apply, created
from noughts.games.game import Game
from noughts.messages import events as e
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.messages.setup import Setup
from noughts.storage.journal import Database, Fate, Write

_numbers = itertools.count(1)

NOW_MS = 1_700_000_000_000


def new_id(kind: str) -> str:
    """Return an id that no other test of this process uses."""
    return f"{kind}{next(_numbers)}"


def new_player() -> PlayerId:
    return PlayerId(new_id("p"))


def opening(
    player: PlayerId, setup: Setup | None = None, seat: Seat = "X", at_ms: int = NOW_MS, command_id: str | None = None
) -> Change:
    """Return the first change of a new game."""
    return Change(GameId(new_id("g")), 1, at_ms, player, command_id, (e.GameCreated(setup or Setup(), player, seat),))


def next_change(game: Game, player: PlayerId | None, *events: e.AnyEvent, command_id: str | None = None) -> Change:
    """Return the change that follows in this game."""
    return Change(game.id, game.version + 1, game.changed_ms + 1000, player, command_id, events)


def move(game: GameId, version: int, player: PlayerId | None = None, command_id: str | None = None) -> Write:
    """Return a write with a plain move, like nearly all writes."""
    return Write((Change(game, version, NOW_MS + version, player, command_id, (e.MoveMade(version % 9, "X"),)),))


async def store(database: Database, *writes: Write) -> list[Fate]:
    """Append all of these before any is committed, and return the outcome of each."""
    loop = asyncio.get_running_loop()
    fates: list[asyncio.Future[Fate]] = []
    for write in writes:
        fates.append(loop.create_future())
        database.append(write, fates[-1].set_result)
    return list(await asyncio.wait_for(asyncio.gather(*fates), 30))


async def must_store(database: Database, *writes: Write) -> None:
    assert await store(database, *writes) == [Fate.STORED] * len(writes)


async def open_game(
    database: Database,
    player: PlayerId | None = None,
    setup: Setup | None = None,
    seat: Seat = "X",
    at_ms: int = NOW_MS,
    creation_id: str | None = None,
) -> Game:
    """Return a stored, listed game."""
    change = opening(player or new_player(), setup, seat, at_ms, creation_id)
    game = created(change)
    await must_store(database, Write((change,), (game,), creation_id))
    return game


async def go_on(database: Database, game: Game, player: PlayerId | None, *events: e.AnyEvent) -> Game:
    """Return the game after these events, stored and listed."""
    change = next_change(game, player, *events)
    after = apply(game, change)
    await must_store(database, Write((change,), (after,)))
    return after


async def play(database: Database, x: PlayerId, o: PlayerId, cells: Iterable[int] = ()) -> Game:
    """Return a stored game of two, with these moves."""
    game = await go_on(database, await open_game(database, x), o, e.PlayerJoined(o, "O"))
    for cell in cells:
        mark = game.position.to_move
        game = await go_on(database, game, game.player_at(mark), e.MoveMade(cell, mark))
    return game
