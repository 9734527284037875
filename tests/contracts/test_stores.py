"""The journal's contract, for every database: all or nothing, one row for each version, the right outcome reported."""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import DBAPIError

from noughts.games.application import apply, created, replay
from noughts.messages import events as e
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.setup import ClockSetting, Setup
from noughts.storage import games as stored
from noughts.storage import players
from noughts.storage.journal import Database, Fate, RefusedCommand, Write
from noughts.storage.tables import events
from tests.storage.stores import NewDatabase
from tests.storage.writing import (
    NOW_MS,
    go_on,
    move,
    must_store,
    new_id,
    new_player,
    next_change,
    open_game,
    opening,
    play,
    store,
)


async def versions(database: Database, game: GameId) -> list[int]:
    return [change.version for change in await database.read(stored.changes_of, game)]


async def test_a_stored_game_is_read_back_the_same(database: Database) -> None:
    game = await play(database, new_player(), new_player(), (4, 0, 8))
    changes = await database.read(stored.changes_of, game.id)
    assert [change.version for change in changes] == [1, 2, 3, 4, 5]
    assert replay(changes) == game
    assert await database.read(stored.changes_of, game.id, 3) == changes[3:]
    assert await database.read(stored.changes_of, GameId("none")) == []


async def test_reads_back_every_field_of_a_change(database: Database) -> None:
    setup = Setup("ultimate", 5, ClockSetting(180, 2), "private", "Ann's — стол 🐈", new_player())
    change = opening(new_player(), setup, "O", at_ms=2**45, command_id="!" + "~" * 63)
    await must_store(database, Write((change,), (created(change),), change.command_id))
    assert await database.read(stored.changes_of, change.game) == [change]


async def test_a_version_is_written_once(database: Database) -> None:
    game = GameId(new_id("g"))
    await must_store(database, move(game, 1, command_id="first"))
    assert await store(database, move(game, 1, command_id="second")) == [Fate.CONFLICT]
    assert [change.command_id for change in await database.read(stored.changes_of, game)] == ["first"]


@pytest.mark.parametrize("plain", [True, False])
async def test_a_conflicting_write_does_not_affect_the_rest_of_its_batch(database: Database, plain: bool) -> None:
    taken = await open_game(database)
    await must_store(database, move(taken.id, 2))
    lost = next_change(taken, None, e.MoveMade(0, "X"))
    write = Write((lost,)) if plain else Write((lost,), (apply(taken, lost),))
    others = [GameId(new_id("g")) for _ in range(20)]
    fates = await store(database, *(move(g, 1) for g in others[:10]), write, *(move(g, 1) for g in others[10:]))
    assert fates == [Fate.STORED] * 10 + [Fate.CONFLICT] + [Fate.STORED] * 10
    assert await database.read(stored.versions_of, [*others, taken.id]) == {**dict.fromkeys(others, 1), taken.id: 2}


async def test_one_of_two_writes_for_a_version_in_a_batch_wins(database: Database) -> None:
    game = GameId(new_id("g"))
    fates = await store(database, *(move(game, 1, command_id=f"c{n}") for n in range(5)))
    assert fates == [Fate.STORED, *[Fate.CONFLICT] * 4]
    assert [change.command_id for change in await database.read(stored.changes_of, game)] == ["c0"]


async def test_a_write_of_several_changes_is_stored_whole_or_not_at_all(database: Database) -> None:
    first, second = GameId(new_id("g")), GameId(new_id("g"))
    await must_store(database, Write((*move(first, 1).changes, *move(second, 1).changes)))
    third = GameId(new_id("g"))
    both = Write((*move(third, 1).changes, *move(first, 1).changes))
    assert await store(database, both) == [Fate.CONFLICT]
    assert await versions(database, third) == []


async def test_stores_nothing_of_a_conflicting_write(database: Database) -> None:
    game = await open_game(database)
    await must_store(database, move(game.id, 2))
    player = new_player()
    joined = next_change(game, player, e.PlayerJoined(player, "O"))
    refused = RefusedCommand(game.id, player, "c", "stale")
    assert await store(database, Write((joined,), (apply(game, joined),), refused=refused)) == [Fate.CONFLICT]
    assert await database.read(stored.count_unfinished, player) == (0, 0)
    assert await database.read(stored.refusals_of, game.id) == {}


async def test_a_listing_follows_its_game(database: Database) -> None:
    x, o = new_player(), new_player()
    game = await open_game(database, x, Setup(clock=ClockSetting(60)))
    assert await database.read(stored.count_unfinished, o) == (0, 0)
    game = await go_on(database, game, o, e.PlayerJoined(o, "O"))
    assert await database.read(stored.count_unfinished, o) == (1, 1)
    assert game.id in await database.read(stored.clocked_games)
    game = await go_on(database, game, o, e.GameFinished("X", "resigned"))
    assert await database.read(stored.count_unfinished, o) == (0, 0)
    assert game.id not in await database.read(stored.clocked_games)


async def test_a_name_belongs_to_one_open_game(database: Database) -> None:
    name = new_id("Стол №")
    game = await open_game(database, setup=Setup(name=name))
    again = opening(new_player(), Setup(name=name.upper()))
    assert await store(database, Write((again,), (created(again),))) == [Fate.CONFLICT]
    assert await versions(database, again.game) == []
    player = new_player()
    await go_on(database, game, player, e.PlayerJoined(player, "O"))
    # The first game is no longer open, so its name is free.
    await must_store(database, Write((again,), (created(again),)))
    assert await database.read(stored.open_game_named, name) == again.game


async def test_a_name_is_assigned_once_within_a_batch(database: Database) -> None:
    name = new_id("table ")
    changes = [opening(new_player(), Setup(name=name)) for _ in range(5)]
    fates = await store(database, *(Write((change,), (created(change),)) for change in changes))
    assert sorted(fate.value for fate in fates) == ["conflict"] * 4 + ["stored"]


async def test_one_command_creates_one_game(database: Database) -> None:
    player = new_player()
    game = await open_game(database, player, creation_id="make-1")
    again = opening(player, command_id="make-1")
    assert await store(database, Write((again,), (created(again),), "make-1")) == [Fate.CONFLICT]
    assert await database.read(stored.creation_of, player, "make-1") == game.id
    # Another player may use the same command id, and without an id a game is always new.
    assert (await open_game(database, creation_id="make-1")).id != game.id
    assert (await open_game(database, player)).id != (await open_game(database, player)).id


async def test_refusals_are_remembered(database: Database) -> None:
    game, player = await open_game(database), new_player()
    refused = RefusedCommand(game.id, player, "m-1", "not_your_turn")
    assert await store(database, Write((), refused=refused)) == [Fate.STORED]
    assert await store(database, Write((), refused=refused)) == [Fate.CONFLICT]
    both = Write((next_change(game, None, e.GameStarted()),), refused=RefusedCommand(game.id, player, "m-2", "stale"))
    assert await store(database, both) == [Fate.STORED]
    assert await database.read(stored.refusals_of, game.id) == {
        (player, "m-1"): "not_your_turn",
        (player, "m-2"): "stale",
    }


async def test_hundreds_of_concurrent_writes_all_get_the_right_outcome(database: Database) -> None:
    games = [GameId(new_id("g")) for _ in range(300)]
    opened = [opening(new_player()) for _ in range(40)]
    listed = [Write((change,), (created(change),)) for change in opened]
    rounds = await asyncio.gather(
        *(store(database, *(move(g, v) for g in games)) for v in (1, 2, 1)), store(database, *listed)
    )
    assert rounds[0] == rounds[1] == [Fate.STORED] * 300
    assert rounds[2] == [Fate.CONFLICT] * 300
    assert rounds[3] == [Fate.STORED] * 40
    assert await database.read(stored.versions_of, games) == dict.fromkeys(games, 2)


async def test_a_write_reported_as_stored_can_be_read(database: Database) -> None:
    seen: list[asyncio.Task[list[int]]] = []
    games = [GameId(new_id("g")) for _ in range(10)]

    def look(game: GameId) -> Callable[[Fate], None]:
        return lambda fate: seen.append(asyncio.ensure_future(versions(database, game)))

    for game in games:
        database.append(move(game, 1), look(game))
    await must_store(database, move(GameId(new_id("g")), 1))
    assert await asyncio.gather(*seen) == [[1]] * 10


async def test_an_error_in_one_callback_does_not_affect_other_writes(database: Database) -> None:
    def fail(fate: Fate) -> None:
        raise RuntimeError("a fault in one game")

    game = GameId(new_id("g"))
    database.append(move(game, 1), fail)
    await must_store(database, move(game, 2))
    assert await versions(database, game) == [1, 2]


async def test_a_write_that_cannot_be_stored_fails_alone(database: Database) -> None:
    # No protocol accepts such text. If one did, the writer must survive it.
    game = GameId(new_id("g"))
    bad = move(game, 1, command_id="\ud800")
    listed = opening(new_player(), Setup(name="\ud800"))
    assert await store(database, bad) == [Fate.UNAVAILABLE]
    assert await store(database, Write((listed,), (created(listed),))) == [Fate.UNAVAILABLE]
    await must_store(database, move(game, 1))


async def test_an_ordinary_write_is_stored_when_it_returns(database: Database) -> None:
    card = PlayerCard(id=new_player(), name="Zoë 🐈 Ωμέγα")
    await database.write(players.add_guest, card, new_id("hash"), NOW_MS)
    assert await database.read(players.cards_of, [card.id]) == {card.id: card}


@pytest.mark.parametrize("fault", ["own", "sql", "twice"])
async def test_a_failed_ordinary_write_stores_nothing_and_does_not_affect_others(
    database: Database, fault: str
) -> None:
    card, game = PlayerCard(id=new_player(), name="Nobody"), GameId(new_id("g"))

    def half(connection: Connection) -> None:
        players.add_guest(connection, card, f"hash of {card.id}", NOW_MS)
        if fault == "own":
            raise LookupError("not this one")
        statement = "INSERT INTO nowhere VALUES (1)" if fault == "sql" else "INSERT INTO tokens SELECT * FROM tokens"
        connection.execute(text(statement))

    failing = asyncio.ensure_future(database.write(half))
    fates = await store(database, *(move(game, version) for version in range(1, 6)))
    with pytest.raises(LookupError if fault == "own" else DBAPIError):
        await failing
    assert fates == [Fate.STORED] * 5
    assert await versions(database, game) == [1, 2, 3, 4, 5]
    assert await database.read(players.cards_of, [card.id]) == {}


async def test_closing_stores_waiting_writes(new_database: NewDatabase) -> None:
    first = new_database()
    await first.open()
    games, fates = [GameId(new_id("g")) for _ in range(200)], list[Fate]()
    for game in games:
        first.append(move(game, 1), fates.append)
    listed = opening(new_player())
    first.append(Write((listed,), (created(listed),)), fates.append)
    await first.close()
    assert fates == [Fate.STORED] * 201
    second = new_database()
    await second.open()
    assert await second.read(stored.versions_of, games) == dict.fromkeys(games, 1)
    assert await versions(second, listed.game) == [1]
    await second.close()


async def test_readers_see_only_complete_commits(database: Database) -> None:
    pairs = [(GameId(new_id("g")), GameId(new_id("g"))) for _ in range(50)]

    def count(connection: Connection, ids: tuple[GameId, GameId]) -> int:
        return connection.scalar(select(func.count()).where(events.c.game_id.in_(ids))) or 0

    async def watch() -> set[int]:
        return {await database.read(count, pair) for pair in pairs for _ in range(2)}

    writes = [Write((*move(a, 1).changes, *move(b, 1).changes)) for a, b in pairs]
    counts, fates = await asyncio.gather(watch(), store(database, *writes))
    assert counts <= {0, 2}
    assert set(fates) == {Fate.STORED}
