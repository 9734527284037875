"""Queries about games and players on every store."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import Connection, Row

from noughts.games.application import apply
from noughts.messages import events as e
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.setup import ClockSetting, Setup
from noughts.storage import games as stored
from noughts.storage import players, tokens
from noughts.storage.journal import Database, Write
from noughts.storage.tables import games
from tests.storage.writing import (
    NOW_MS,
    go_on,
    must_store,
    new_id,
    new_player,
    next_change,
    open_game,
    play,
)

# A few of the 200 that `bench/names.py` runs.
RACES = 10


async def listed(database: Database, *among: GameId) -> list[GameId]:
    """Return the lobby, limited to these games."""
    rows = await database.read(stored.lobby, 10_000, 5)
    return [row.id for row in rows if row.id in among]


async def test_the_lobby_lists_public_games_with_a_free_seat_by_age(database: Database) -> None:
    young = await open_game(database, at_ms=NOW_MS + 9)
    old = await open_game(database, at_ms=NOW_MS - 9)
    private = await open_game(database, setup=Setup(visibility="private"))
    invited = await open_game(database, setup=Setup(opponent=new_player()))
    full = await play(database, new_player(), new_player())
    over = await go_on(database, await open_game(database), None, e.GameFinished(None, "aborted"))
    among = [game.id for game in (young, old, private, invited, full, over)]
    assert await listed(database, *among) == [old.id, young.id]


async def test_a_game_is_listed_again_when_a_player_gives_up_the_seat(database: Database) -> None:
    game = await play(database, new_player(), new_player())
    assert await listed(database, game.id) == []
    await go_on(database, game, game.o, e.PlayerLeft("O"))
    assert await listed(database, game.id) == [game.id]


async def test_the_lobby_lists_a_limited_number_of_games(database: Database) -> None:
    for _ in range(3):
        await open_game(database)
    first = await database.read(stored.lobby, 2, 5)
    assert len(first) == 2
    [third] = await database.read(stored.lobby, 1, 5, (first[-1].created_ms, first[-1].id))
    assert (third.created_ms, third.id) > (first[-1].created_ms, first[-1].id)


async def test_the_lobby_lists_few_games_of_one_player(database: Database) -> None:
    player = new_player()
    made = [await open_game(database, player, at_ms=NOW_MS + number) for number in range(8)]
    assert await listed(database, *(game.id for game in made)) == [game.id for game in made[:5]]


async def test_a_lobby_row_shows_variant_clock_and_rounds(database: Database) -> None:
    player, name = new_player(), new_id("стол ")
    game = await open_game(database, player, Setup("gomoku", 3, ClockSetting(60, 1), name=name), "O")
    row = next(row for row in await database.read(stored.lobby, 10_000, 5) if row.id == game.id)
    assert (row.variant, row.rounds, row.clock) == ("gomoku", 3, '{"baseSeconds":60,"incrementSeconds":1}')
    assert (row.name, row.creator_id, row.x_id, row.o_id, row.created_ms) == (name, player, None, player, NOW_MS)


async def test_lists_running_public_games_with_the_newest_first(database: Database) -> None:
    early = await play(database, new_player(), new_player())
    late = await play(database, new_player(), new_player())
    waiting = await open_game(database)
    over = await go_on(database, await play(database, new_player(), new_player()), None, e.GameFinished(None, "full"))
    rows = await database.read(stored.playing, 10_000)
    among = {game.id for game in (early, late, waiting, over)}
    found = [row.id for row in rows if row.id in among]
    assert set(found) == {early.id, late.id}
    assert [row.changed_ms for row in rows] == sorted((row.changed_ms for row in rows), reverse=True)
    assert len(await database.read(stored.playing, 1)) == 1


async def test_lists_the_games_of_a_player(database: Database) -> None:
    ann, bob = new_player(), new_player()
    first = await open_game(database, ann, at_ms=NOW_MS)
    second = await open_game(database, ann, at_ms=NOW_MS + 50_000)
    over = await go_on(database, await play(database, bob, ann), bob, e.GameFinished("O", "resigned"))
    await play(database, bob, new_player())

    async def of(player: PlayerId, *, finished: bool, most: int = 10) -> list[GameId]:
        def query(connection: Connection) -> list[GameId]:
            return stored.games_of(connection, player, finished=finished, most=most)

        return await database.read(query)

    assert await of(ann, finished=False) == [second.id, first.id]
    assert await of(ann, finished=False, most=1) == [second.id]
    assert await of(ann, finished=True) == [over.id]
    assert await database.read(stored.count_unfinished, ann) == (2, 0)
    assert await database.read(stored.count_unfinished, new_player()) == (0, 0)


async def test_the_row_of_a_finished_game_has_its_result(database: Database) -> None:
    game = await play(database, new_player(), new_player(), (0, 3, 1, 4))
    ending = (e.MoveMade(2, "X"), e.RoundFinished("X", "line", (0, 1, 2)), e.GameFinished("X", "line"))
    game = await go_on(database, game, game.x, *ending)

    def row_of(connection: Connection) -> Row[Any]:
        return connection.execute(games.select().where(games.c.id == game.id)).one()

    row = await database.read(row_of)
    assert (row.status, row.winner, row.reason) == ("finished", "X", "line")
    assert row.finished_ms == row.changed_ms == game.changed_ms


@pytest.mark.parametrize(
    ("name", "asked"), [("Ann's", "ANN'S"), ("Straße", "STRASSE"), ("Ωμέγα", "ωμέγα"), ("стол 🐈", "Стол 🐈")]
)
async def test_a_game_is_found_by_its_name_in_any_case(database: Database, name: str, asked: str) -> None:
    suffix = new_id(" ")
    game = await open_game(database, setup=Setup(name=name + suffix))
    assert await database.read(stored.open_game_named, asked + suffix) == game.id
    assert await database.read(stored.open_game_named, asked) is None


async def test_stores_the_longest_name_completely(database: Database) -> None:
    name = "ß" * 36 + new_id("g")[:4].rjust(4)
    assert len(name) == 40
    game = await open_game(database, setup=Setup(name=name))
    assert (await database.read(stored.changes_of, game.id))[0].events[0] == e.GameCreated(
        game.setup, game.creator, "X"
    )
    assert await database.read(stored.open_game_named, name) == game.id


async def test_finds_the_game_that_a_command_created(database: Database) -> None:
    ann, bob = new_player(), new_player()
    game = await open_game(database, ann, creation_id="pair-1")
    assert await database.read(stored.entered_by, ann, "pair-1") == (game.id, 1)
    joined = next_change(game, bob, e.PlayerJoined(bob, "O"), command_id="pair-2")
    after = apply(game, joined)
    await must_store(database, Write((joined,), (after,)))
    assert await database.read(stored.entered_by, bob, "pair-2") == (game.id, 2)
    assert await database.read(stored.entered_by, bob, "pair-1") is None
    await go_on(database, after, bob, e.GameFinished("X", "resigned"))
    assert await database.read(stored.entered_by, bob, "pair-2") is None


async def test_reads_the_newest_versions_of_many_games(database: Database) -> None:
    game = await play(database, new_player(), new_player(), (4,))
    other = await open_game(database)
    asked = [game.id, other.id, GameId("none")]
    assert await database.read(stored.versions_of, asked) == {game.id: 3, other.id: 1}
    assert await database.read(stored.versions_of, []) == {}


async def test_only_running_games_have_clocks_to_watch(database: Database) -> None:
    clocked = Setup(clock=ClockSetting(days_per_move=2))
    waiting, going = await open_game(database, setup=clocked), await open_game(database, setup=clocked)
    player = new_player()
    await go_on(database, going, player, e.PlayerJoined(player, "O"))
    plain = await play(database, new_player(), new_player())
    found = await database.read(stored.clocked_games)
    assert [game.id for game in (waiting, going, plain) if game.id in found] == [going.id]


async def test_finds_a_guest_by_token(database: Database) -> None:
    card, hashed = PlayerCard(id=new_player(), name="Ünï 🐈"), new_id("hash")
    await database.write(players.add_guest, card, hashed, NOW_MS)
    assert await database.read(tokens.holder_of, hashed) == tokens.Holder(card, None, NOW_MS)
    assert await database.read(tokens.holder_of, hashed + "x") is None
    assert await database.read(tokens.holder_of, "") is None


async def test_one_of_50_concurrent_registrations_gets_the_name(database: Database) -> None:
    for _ in range(RACES):
        # Names that differ only by case or by look-alike letters are the same.
        name = new_id("o")[-12:]
        cards = [PlayerCard(id=new_player(), name=name.replace("o", "oO0"[n % 3]), kind="account") for n in range(50)]
        asked = (database.write(players.add_account, players.NewAccount(card, card.name, ""), NOW_MS) for card in cards)
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert sorted(type(result).__name__ for result in results) == ["IntegrityError"] * 49 + ["NoneType"]
        assert len(await database.read(players.cards_of, [card.id for card in cards])) == 1


async def test_returns_the_cards_of_existing_players(database: Database) -> None:
    cards = {card.id: card for card in (PlayerCard(id=new_player(), name=f"N{n}") for n in range(3))}
    for card in cards.values():
        await database.write(players.add_guest, card, new_id("hash"), NOW_MS)
    assert await database.read(players.cards_of, {*cards, PlayerId("nobody")}) == cards
    assert await database.read(players.cards_of, []) == {}


async def test_the_longest_display_name_fits(database: Database) -> None:
    card = PlayerCard(id=new_player(), name="Ж" * 40)
    await database.write(players.add_guest, card, new_id("hash"), NOW_MS)
    assert await database.read(players.cards_of, [card.id]) == {card.id: card}


async def test_finds_the_games_in_which_the_computer_may_have_to_act(database: Database) -> None:
    computer = PlayerId("computer-5")
    started = await play(database, new_player(), computer)
    asked = await play(database, new_player(), computer, cells=(4,))
    answered = await play(database, new_player(), computer, cells=(4, 0))
    # After a round that the computer has won, it may have to start the next.
    next_round = await go_on(
        database, answered, computer, e.MoveMade(1, "X"), e.RoundFinished("O", "line"), e.RoundStarted()
    )
    waiting = await play(database, computer, new_player(), cells=(4,))
    among_people = await play(database, new_player(), new_player(), cells=(4,))
    over = await go_on(database, await play(database, computer, new_player()), None, e.GameFinished("X", "time"))
    among = {game.id for game in (started, asked, next_round, waiting, among_people, over)}

    async def found(before_ms: int) -> set[GameId]:
        return among & set(await database.read(stored.games_with_the_computer, before_ms))

    assert await found(NOW_MS + 1_000_000) == {started.id, asked.id, next_round.id}
    assert await found(asked.changed_ms) == {started.id}


async def test_slow_games_do_not_count_as_live(database: Database) -> None:
    ann = new_player()
    clocks = {"untimed": None, "realtime": ClockSetting(60), "slow": ClockSetting(days_per_move=3)}
    made = {}
    for pace, clock in clocks.items():
        bob = new_player()
        game = await open_game(database, ann, Setup(clock=clock))
        made[pace] = await go_on(database, game, bob, e.PlayerJoined(bob, "O"))
    assert await database.read(stored.count_unfinished, ann) == (3, 1)
    live = await database.read(stored.live_games_of, ann, 10)
    assert set(live) == {made["untimed"].id, made["realtime"].id}
