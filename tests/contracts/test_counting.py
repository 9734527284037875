"""Records and ratings on every store: written with the game's end, exactly once, and the same after a rebuild."""

import asyncio
import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import Connection, select, text

from noughts.games.application import apply, created
from noughts.games.decision import Context
from noughts.games.decisions import decide
from noughts.games.game import Game
from noughts.games.orders import DecidedCommand, DeleteGame, EndOnTime, TakeSeat
from noughts.messages import commands as c
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.messages.setup import ClockSetting, Setup
from noughts.rules import VARIANTS
from noughts.storage import rebuilding
from noughts.storage.games import erase_deleted
from noughts.storage.journal import Database, Write
from noughts.storage.profiles import finished_games_of
from noughts.storage.rebuilding import Rebuilt
from noughts.storage.tables import games, rating_changes, ratings, records, rivals, streaks
from tests.contracts import recount
from tests.proving import SEED, sample
from tests.storage.stores import NewDatabase
from tests.storage.writing import NOW_MS, must_store, new_id, new_player, open_game, opening

BLITZ = ClockSetting(base_seconds=180)
RATED = Setup(variant="gomoku", clock=BLITZ, rated=True)
CLASSIC = Setup()
COMPUTER = PlayerId("computer-3")


def no_progress(done: int, total: int) -> None:
    pass


async def check_rebuilt(database: Database) -> None:
    """Check that the stored rows match the events."""
    _, wrong = await database.snapshot(rebuilding.differences, no_progress)
    assert wrong == {}


class Live:
    """A stored game, played by the real rules at times that the test chooses."""

    def __init__(self, database: Database, game: Game) -> None:
        self.database = database
        self.game = game
        self.now_ms = game.changed_ms

    @classmethod
    async def start(
        cls, database: Database, x: PlayerId, o: PlayerId, setup: Setup = CLASSIC, at_ms: int = NOW_MS
    ) -> "Live":
        live = cls(database, await open_game(database, x, setup, at_ms=at_ms))
        await live.say(o, TakeSeat())
        return live

    async def say(self, player: PlayerId | None, command: DecidedCommand, later_ms: int = 1000) -> bool:
        """Decide and store a command. Return False if it is refused."""
        write = self.write_of(player, command, later_ms)
        if write is None:
            return False
        await must_store(self.database, write)
        self.game = apply(self.game, write.changes[0])
        return True

    def write_of(self, player: PlayerId | None, command: DecidedCommand, later_ms: int = 1000) -> Write | None:
        self.now_ms += later_ms
        decision = decide(self.game, command, Context(player, self.now_ms, lambda: GameId(new_id("r"))))
        if isinstance(decision, Refusal) or not decision:
            return None
        change = Change(self.game.id, self.game.version + 1, self.now_ms, player, None, decision)
        return Write((change,), (apply(self.game, change),))


async def rows_of(database: Database, table: Any, **where: Any) -> list[dict[str, Any]]:
    def query(connection: Connection) -> list[dict[str, Any]]:
        conditions = [table.c[name] == value for name, value in where.items()]
        return [dict(row._mapping) for row in connection.execute(select(table).where(*conditions))]

    return await database.read(query)


async def resigned(
    database: Database, winner: PlayerId, loser: PlayerId, setup: Setup = CLASSIC, at_ms: int = NOW_MS
) -> Live:
    live = await Live.start(database, winner, loser, setup, at_ms)
    assert await live.say(loser, c.Resign())
    return live


async def test_a_finished_game_is_in_every_record(database: Database) -> None:
    ann, bob = new_player(), new_player()
    await resigned(database, ann, bob)
    [record] = await rows_of(database, records, player_id=ann)
    assert record == {
        "player_id": ann, "variant": "classic", "speed": "untimed", "seat": "X", "against": "people",
        "played": 1, "won": 1, "lost": 0, "drawn": 0, "played_ms": 1000,
    }  # fmt: skip
    [rival] = await rows_of(database, rivals, player_id=bob)
    assert rival == {"player_id": bob, "opponent_id": ann, "played": 1, "won": 0, "lost": 1, "drawn": 0}
    [streak] = await rows_of(database, streaks, player_id=bob)
    assert streak == {"player_id": bob, "outcome": "lost", "length": 1, "longest_won": 0, "longest_lost": 1}
    assert await rows_of(database, ratings, player_id=ann) == []


async def test_streaks_continue_until_they_break(database: Database) -> None:
    ann, bob = new_player(), new_player()
    for winner in (ann, ann, ann, bob, ann, ann):
        await resigned(database, winner, bob if winner == ann else ann)
    [streak] = await rows_of(database, streaks, player_id=ann)
    assert streak == {"player_id": ann, "outcome": "won", "length": 2, "longest_won": 3, "longest_lost": 1}
    await check_rebuilt(database)


async def test_an_aborted_game_does_not_count(database: Database) -> None:
    ann, bob = new_player(), new_player()
    live = await Live.start(database, ann, bob, RATED)
    assert await live.say(ann, c.Abort())
    for table in (records, rivals, streaks, ratings, rating_changes):
        assert await rows_of(database, table, player_id=ann) == []
    assert (await rows_of(database, games, id=live.game.id))[0]["number"] is None


async def test_a_series_counts_as_one_game_in_both_seats(database: Database) -> None:
    ann, bob = new_player(), new_player()
    live = await Live.start(database, ann, bob, Setup(rounds=2))
    for cell in (0, 3, 1, 4, 2, 0, 3, 1, 4, 2):
        assert live.game.turn is not None
        assert await live.say(live.game.player_at(live.game.turn), c.MakeMove(cell=cell))
    assert live.game.result is not None
    [record] = await rows_of(database, records, player_id=ann)
    assert (record["seat"], record["played"], record["drawn"]) == ("both", 1, 1)


async def test_games_against_the_computer_are_counted_separately(database: Database) -> None:
    ann = new_player()
    await resigned(database, ann, COMPUTER)
    [record] = await rows_of(database, records, player_id=ann)
    assert (record["against"], record["won"]) == ("computer", 1)
    assert await rows_of(database, streaks, player_id=ann) == []
    assert await rows_of(database, records, player_id=COMPUTER) == []
    [rival] = await rows_of(database, rivals, player_id=ann)
    assert rival["opponent_id"] == COMPUTER


async def test_a_finished_room_still_counts_after_it_is_deleted(database: Database) -> None:
    ann, bob = new_player(), new_player()
    room = await resigned(database, ann, bob, Setup(door="rooms"))
    before = [await rows_of(database, table, player_id=ann) for table in (records, rivals, streaks)]
    assert await room.say(bob, DeleteGame())
    await database.write(erase_deleted, 2 * NOW_MS)
    assert [await rows_of(database, table, player_id=ann) for table in (records, rivals, streaks)] == before
    await check_rebuilt(database)
    # Nobody can see it any more.
    assert (await database.read(finished_games_of, ann, None, ann)).games == []


async def test_an_unfinished_room_leaves_nothing_when_it_is_deleted(database: Database) -> None:
    ann, bob = new_player(), new_player()
    room = await Live.start(database, ann, bob, Setup(door="rooms"))
    assert await room.say(bob, DeleteGame())
    await database.write(erase_deleted, 2 * NOW_MS)
    assert await rows_of(database, games, id=room.game.id) == []
    for table in (records, rivals, streaks):
        assert await rows_of(database, table, player_id=ann) == []


async def test_a_rated_game_changes_both_ratings_and_stores_the_changes(database: Database) -> None:
    ann, bob = new_player(), new_player()
    live = await resigned(database, ann, bob, RATED)
    [mine] = await rows_of(database, ratings, player_id=ann)
    [theirs] = await rows_of(database, ratings, player_id=bob)
    assert mine["rating"] > 1500 > theirs["rating"]
    assert (mine["variant"], mine["speed"], mine["games"], mine["rated_ms"]) == ("gomoku", "blitz", 1, live.now_ms)
    [change] = await rows_of(database, rating_changes, player_id=ann)
    assert (change["game_id"], change["before"], change["after"]) == (live.game.id, 1500, mine["rating"])


async def test_one_batch_can_end_several_games_of_one_player(database: Database) -> None:
    ann = new_player()
    lives = [await Live.start(database, ann, new_player(), RATED) for _ in range(20)]
    writes = [live.write_of(live.game.o, c.Resign()) for live in lives]
    await must_store(database, *(write for write in writes if write is not None))
    await check_chain(database, ann, 20)
    await check_rebuilt(database)


async def check_chain(database: Database, player: PlayerId, length: int) -> None:
    """Check that every rated game began where the previous one ended."""
    changes = sorted(await rows_of(database, rating_changes, player_id=player), key=lambda row: int(row["number"]))
    assert len({row["number"] for row in changes}) == len(changes) == length
    for before, after in pairwise(changes):
        assert after["before"] == before["after"]
    [rating] = await rows_of(database, ratings, player_id=player)
    assert (rating["rating"], rating["games"]) == (changes[-1]["after"], length)
    [streak] = await rows_of(database, streaks, player_id=player)
    assert streak["length"] == length


async def test_two_nodes_end_games_of_the_same_players_at_once(new_database: NewDatabase, database: Database) -> None:
    """Check two concurrent writers on PostgreSQL. SQLite has only one."""
    nodes = [database]
    if type(database).__name__ == "PostgresDatabase":
        nodes.append(new_database())
        await nodes[1].open()
    try:
        ann, bob = new_player(), new_player()
        others = [new_player() for _ in range(3)]
        lives = []
        for number in range(90):
            # The same two players in either seat, and others in between: every order in which rows could be locked.
            x, o = ((ann, bob), (bob, ann), (ann, others[number % 3]))[number % 3]
            lives.append(await Live.start(nodes[number % len(nodes)], x, o, RATED))
        endings = [(live, live.write_of(bob if bob in (live.game.x, live.game.o) else live.game.o, c.Resign()))
                   for live in lives]  # fmt: skip
        await asyncio.gather(*(must_store(live.database, write) for live, write in endings if write is not None))
        await check_chain(database, ann, 90)
        await check_rebuilt(database)
    finally:
        for node in nodes[1:]:
            await node.close()


async def test_a_game_end_written_twice_counts_once(database: Database) -> None:
    ann, bob = new_player(), new_player()
    live = await Live.start(database, ann, bob, RATED)
    write = live.write_of(bob, c.Resign())
    assert write is not None
    await must_store(database, write)
    fates = await asyncio.gather(*(must_store(database, write) for _ in range(3)), return_exceptions=True)
    assert all(isinstance(fate, AssertionError) for fate in fates)
    [record] = await rows_of(database, records, player_id=ann)
    assert record["played"] == 1
    await check_chain(database, ann, 1)


# Random histories.

SETUPS = (
    CLASSIC,
    Setup(rounds=3),
    Setup(variant="wild", clock=ClockSetting(days_per_move=1)),
    Setup(variant="misere", rounds=2, clock=BLITZ, rated=True),
    Setup(variant="classic", rounds=2, clock=BLITZ, rated=True),
    Setup(variant="mnk-3x4-3", clock=ClockSetting(base_seconds=30)),
)


async def play_anyhow(database: Database, chance: random.Random, people: list[PlayerId], at_ms: int) -> None:
    """Play a random game with all kinds of events: every kind of end, takebacks, agreed draws, deletions."""
    setup = chance.choice(SETUPS)
    x, o = chance.sample(people, 2)
    if not setup.rated and chance.random() < 0.2:
        o = COMPUTER
    live = await Live.start(database, x, o, setup, at_ms)
    for _ in range(60):
        if live.game.result is not None:
            break
        await say_anything(live, chance)
    if chance.random() < 0.2:
        await live.say(live.game.x, DeleteGame())
    for player in (live.game.x, live.game.o):
        # Changes after the end change the version and the time, but no record.
        await live.say(player, c.PlayAgain(value=chance.random() < 0.5))


async def say_anything(live: Live, chance: random.Random) -> None:
    game, what = live.game, chance.random()
    player = chance.choice([game.x, game.o])
    later_ms = chance.choice([10, 1000, 40_000])
    if what < 0.03:
        await live.say(player, c.Resign() if chance.random() < 0.5 else c.Abort(), later_ms)
    elif what < 0.06:
        await live.say(None, EndOnTime(), 200_000)
    elif what < 0.2:
        await live.say(player, c.Offer(what=chance.choice(["draw", "takeback", "takeback"])), later_ms)
    elif what < 0.3:
        await live.say(player, c.AcceptOffer(what=chance.choice(["draw", "takeback"])), later_ms)
    elif game.turn is not None:
        move = chance.choice(game.position.legal_moves())
        await live.say(game.player_at(game.turn), c.MakeMove(cell=move.cell, mark=move.mark), later_ms)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(SEED, SEED + sample(1, 10)))
async def test_rebuilding_random_histories_gives_the_same_numbers(database: Database, seed: int) -> None:
    chance = random.Random(seed)
    people = [new_player() for _ in range(5)]
    for start in range(0, 40, 4):
        await asyncio.gather(*(play_anyhow(database, chance, people, NOW_MS + start * 1000) for _ in range(4)))
    await check_rebuilt(database)
    await check_recounted(database, people)


async def check_recounted(database: Database, people: list[PlayerId]) -> None:
    """Compare the stored rows of these players with an independent count."""
    results = await database.read(recount.finished_games)
    tallies, by_seat = recount.tallies(results), recount.records(results)
    times, runs = recount.times(results), recount.streaks(results)
    advantages = {variant.name: float(variant.first_move_advantage) for variant in VARIANTS}
    rated = recount.ratings(results, advantages)
    for player in people:
        rows = await rows_of(database, records, player_id=player)
        assert sum(row["played"] for row in rows) > 0
        assert sum(row["played_ms"] for row in rows) == times[player]
        sums: Counter[tuple[str, str, str, str]] = Counter()
        for row in rows:
            for outcome in ("won", "lost", "drawn"):
                sums[player, row["variant"], row["seat"], outcome] += row[outcome]
        assert +sums == Counter({key: times for key, times in by_seat.items() if key[0] == player})
        for row in await rows_of(database, rivals, player_id=player):
            counted = [tallies[player, row["opponent_id"], outcome] for outcome in ("won", "lost", "drawn")]
            assert [row["won"], row["lost"], row["drawn"]] == counted
            assert row["played"] == sum(counted)
        [streak] = await rows_of(database, streaks, player_id=player)
        assert tuple(streak[name] for name in ("outcome", "length", "longest_won", "longest_lost")) == runs[player]
        stored = {
            (row["variant"], player): (row["rating"], row["deviation"], row["games"])
            for row in await rows_of(database, ratings, player_id=player)
        }
        assert stored == {key: value for key, value in rated.items() if key[1] == player}


SPOILERS: dict[str, tuple[str, ...]] = {
    "sums": ("UPDATE records SET won = won + 1", "UPDATE rivals SET drawn = 7"),
    "streaks": ("UPDATE streaks SET length = 99, longest_won = 99",),
    "ratings": ("UPDATE ratings SET rating = rating + 1, games = 0", "UPDATE rating_changes SET before = 0"),
    "lost": tuple(f"DELETE FROM {table}" for table in ("records", "rivals", "streaks", "ratings", "rating_changes")),
    "too many": ("INSERT INTO streaks VALUES ('ghost', 'won', 3, 3, 0)", "INSERT INTO rivals VALUES ('a','b',1,1,0,0)"),
    "never counted": ("UPDATE games SET number = NULL",),
}  # fmt: skip


@pytest.mark.parametrize("spoiler", SPOILERS)
async def test_repairs_wrong_rows(database: Database, spoiler: str) -> None:
    ann, bob = new_player(), new_player()
    for winner in (ann, bob, ann):
        await resigned(database, winner, bob if winner == ann else ann, RATED)
    await resigned(database, ann, COMPUTER)
    right = {table.name: await _all(database, table) for table in rebuilding.DERIVED}

    def spoil(connection: Connection) -> None:
        for statement in SPOILERS[spoiler]:
            connection.execute(text(statement))

    await database.write(spoil)
    rebuilt = await rebuilding.rebuild(database, no_progress)
    assert rebuilt.left == 0
    assert rebuilt.repaired > 0 or spoiler == "never counted"
    assert (await rebuilding.rebuild(database, no_progress)).repaired == 0
    if spoiler != "never counted":
        # Uncounted games are numbered by their times, which the tests of a module share.
        assert {table.name: await _all(database, table) for table in rebuilding.DERIVED} == right


async def _all(database: Database, table: Any) -> list[tuple[Any, ...]]:
    return sorted(tuple(row.values()) for row in await rows_of(database, table))


async def test_rebuilds_records_while_games_end(database: Database) -> None:
    """Check that repairs during running games end up right, with no game counted twice or lost."""
    ann, bob = new_player(), new_player()
    await resigned(database, ann, bob, RATED)
    lives = [await Live.start(database, ann, bob, RATED) for _ in range(30)]

    def spoil(connection: Connection) -> None:
        connection.execute(text("UPDATE records SET won = won + 5"))

    async def end_all() -> None:
        for live in lives:
            assert await live.say(bob, c.Resign())

    await database.write(spoil)
    rebuilt, _ = await asyncio.gather(rebuilding.rebuild(database, no_progress), end_all())
    assert isinstance(rebuilt, Rebuilt)
    assert (await rebuilding.rebuild(database, no_progress)).left == 0
    await check_chain(database, ann, 31)
    await check_rebuilt(database)


async def test_unfinished_games_are_not_numbered(database: Database) -> None:
    change = opening(new_player())
    await must_store(database, Write((change,), (created(change),)))
    await database.write(rebuilding.number_uncounted)
    assert (await rows_of(database, games, id=change.game))[0]["number"] is None
