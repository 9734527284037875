"""Players' pages and leaderboards on every store: their content, their paging, and that each uses an index."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from sqlalchemy import Connection, event

from noughts.messages import commands as c
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.messages.setup import ClockSetting, Setup
from noughts.storage import leaderboards, profiles
from noughts.storage.administration import ban
from noughts.storage.journal import Database
from noughts.storage.leaderboards import ACTIVE_MS, MOST_AROUND, MOST_PLACES, Board
from noughts.storage.players import forget_player
from noughts.storage.tables import players, ratings
from tests.contracts.test_counting import COMPUTER, RATED, Live, resigned
from tests.storage.writing import NOW_MS, new_id, new_player

DAY_MS = 86_400_000


async def account(database: Database, name: str, kind: str = "account") -> PlayerCard:
    player = PlayerId(new_id("a"))

    def add(connection: Connection) -> None:
        connection.execute(
            players.insert().values(
                id=player,
                kind=kind,
                username=name,
                username_key=name.lower(),
                lookalike_key=name.lower(),
                display_name=name,
                created_ms=NOW_MS,
                seen_ms=NOW_MS,
            )
        )

    await database.write(add)
    card = await database.read(profiles.player_named, name)
    assert card is not None
    return card


async def test_a_profile_has_all_sums(database: Database) -> None:
    ann, bob = await account(database, new_id("Ann")), await account(database, new_id("Bob"))
    guest = new_player()
    await resigned(database, ann.id, bob.id)
    await resigned(database, ann.id, bob.id)
    await resigned(database, bob.id, ann.id, RATED)
    await resigned(database, ann.id, guest)
    await resigned(database, ann.id, COMPUTER)
    profile = await database.read(profiles.profile_of, ann.id, NOW_MS)
    assert profile is not None
    assert (profile.username, profile.player) == (ann.name, ann)
    assert (profile.sums.played, profile.sums.won, profile.sums.lost) == (4, 3, 1)
    assert {(r.variant, r.speed, r.seat, r.against, r.played) for r in profile.records} == {
        ("classic", "untimed", "X", "people", 3),
        ("classic", "untimed", "X", "computer", 1),
        ("gomoku", "blitz", "O", "people", 1),
    }
    assert profile.streak is not None
    assert (profile.streak.outcome, profile.streak.length, profile.streak.longest_won) == ("won", 1, 2)
    [rating] = profile.ratings
    assert (rating.variant, rating.speed, rating.games, rating.is_provisional) == ("gomoku", "blitz", 1, True)
    assert rating.rating < 1500
    rivals = [(rival.player.id, rival.username, rival.played, rival.won) for rival in profile.rivals]
    assert rivals[0] == (bob.id, bob.name, 3, 2)
    # A guest without stored data has no card; the computer has one.
    assert rivals[1:] == [(COMPUTER, None, 1, 1)]


async def test_only_accounts_have_a_profile(database: Database) -> None:
    assert await database.read(profiles.profile_of, new_player(), NOW_MS) is None
    assert await database.read(profiles.player_named, "nobody-at-all") is None


async def test_a_rating_grows_uncertain_with_time(database: Database) -> None:
    ann, bob = await account(database, new_id("Ann")), new_player()
    for number in range(30):
        await resigned(database, *((ann.id, bob) if number % 2 else (bob, ann.id)), RATED)
    [now] = await database.read(leaderboards.ratings_of, ann.id, NOW_MS)
    [later] = await database.read(leaderboards.ratings_of, ann.id, NOW_MS + 3650 * DAY_MS)
    assert (now.is_provisional, later.is_provisional) == (False, True)
    assert now.rating == later.rating


async def test_lists_finished_games_page_by_page(database: Database) -> None:
    ann = await account(database, new_id("Ann"))
    others = [new_player() for _ in range(3)]
    played = []
    for number in range(2 * profiles.MOST_GAMES + 5):
        # Some games end in the same millisecond, and Ann plays either seat.
        pair = (ann.id, others[number % 3]) if number % 2 else (others[number % 3], ann.id)
        live = await resigned(database, *pair, at_ms=NOW_MS + number // 4 * 1000)
        played.append(live.game.id)
    called_off = await Live.start(database, ann.id, others[0])
    assert await called_off.say(ann.id, c.Abort())
    await Live.start(database, ann.id, others[0])
    pages, key = [], None
    while True:
        page = await database.read(profiles.finished_games_of, ann.id, key, None)
        pages.append(page)
        if page.next is None:
            break
        at_ms, _, game = page.next.partition("-")
        key = (int(at_ms), game)
    assert [len(page.games) for page in pages] == [profiles.MOST_GAMES, profiles.MOST_GAMES, 5]
    shown = [game for page in pages for game in page.games]
    assert {game.game for game in shown} == set(played)
    assert [game.finished_ms for game in shown] == sorted((game.finished_ms for game in shown), reverse=True)


async def test_shows_the_games_of_two_players_against_each_other(database: Database) -> None:
    ann, bob = await account(database, new_id("Ann")), await account(database, new_id("Bob"))
    played = [await resigned(database, ann.id, bob.id, RATED), await resigned(database, bob.id, ann.id)]
    await resigned(database, ann.id, new_player())
    versus = await database.read(profiles.versus, ann, bob, None, None)
    assert (versus.sums.played, versus.sums.won, versus.sums.lost) == (2, 1, 1)
    assert [game.game for game in versus.games] == [live.game.id for live in reversed(played)]
    assert versus.next is None
    told = [(one.variant, one.played, one.won, one.lost, one.drawn) for one in versus.variants]
    assert told == [("classic", 1, 0, 1, 0), (RATED.variant, 1, 1, 0, 0)]
    rated = versus.games[1]
    assert (rated.rated, rated.speed, rated.winner, rated.reason) == (True, "blitz", "X", "resigned")
    changes = {change.player: change.after - change.before for change in rated.rating_changes}
    assert changes[ann.id] > 0 > changes[bob.id]
    nothing = await database.read(profiles.versus, ann, await account(database, new_id("Cleo")), None, None)
    assert (nothing.sums.played, nothing.games) == (0, [])


async def test_lists_the_games_of_two_players_page_by_page(database: Database) -> None:
    ann, bob = await account(database, new_id("Ann")), await account(database, new_id("Bob"))
    for _ in range(profiles.MOST_GAMES + 1):
        await resigned(database, ann.id, bob.id)
    first = await database.read(profiles.versus, ann, bob, None, None)
    assert first.next is not None
    second = await database.read(profiles.versus, ann, bob, int(first.next), None)
    assert (len(first.games), len(second.games), second.next) == (profiles.MOST_GAMES, 1, None)
    assert ([one.played for one in first.variants], second.variants) == ([profiles.MOST_GAMES + 1], [])


async def test_shows_the_history_of_a_rating(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboards, "MOST_POINTS", 3)
    ann, bob = new_player(), new_player()
    lives = [await resigned(database, ann, bob, RATED, NOW_MS + n * DAY_MS) for n in range(5)]
    newest = await database.read(leaderboards.history_of, ann, "gomoku", "blitz", None)
    assert [point.game for point in newest.points] == [live.game.id for live in lives[2:]]
    assert newest.next is not None
    older = await database.read(leaderboards.history_of, ann, "gomoku", "blitz", int(newest.next))
    assert [point.game for point in older.points] == [live.game.id for live in lives[:2]]
    assert older.next is None
    ratings_then = [point.rating for point in (*older.points, *newest.points)]
    assert ratings_then == sorted(ratings_then)


# Leaderboards.


async def rank(database: Database, card: PlayerCard, rating: float, **more: Any) -> None:
    """Put this player on the leaderboard of wild blitz."""
    row = {
        "variant": "wild", "speed": "blitz", "player_id": card.id, "kind": card.kind, "rating": rating,
        "deviation": 60.0, "volatility": 0.06, "games": 40, "rated_ms": NOW_MS, **more,
    }  # fmt: skip

    def add(connection: Connection) -> None:
        connection.execute(ratings.insert().values(row))

    await database.write(add)


async def test_shows_a_leaderboard_page_by_page_and_around_a_player(database: Database) -> None:
    def forget(connection: Connection) -> None:
        connection.execute(ratings.delete().where(ratings.c.variant == "wild"))

    await database.write(forget)
    # Pairs with equal ratings.
    listed = []
    for number in range(MOST_PLACES + 20):
        listed.append(await account(database, new_id("L")))
        await rank(database, listed[-1], 2000.5 - number // 2)
    for more in ({"deviation": 75.1}, {"rated_ms": NOW_MS - ACTIVE_MS - 1}, {"kind": "bot"}, {"speed": "rapid"}):
        await rank(database, await account(database, new_id("U")), 2500, **more)
    board = Board("wild", "blitz", "account", NOW_MS)
    first, key = await database.read(board.page, None)
    assert key is not None
    second, end = await database.read(board.page, key)
    assert end is None
    places = [*first, *second]
    assert [place.rank for place in places] == list(range(1, MOST_PLACES + 21))
    assert {place.player.id for place in places} == {card.id for card in listed}
    assert [place.rating for place in places] == sorted((place.rating for place in places), reverse=True)
    middle = places[30]
    around, _ = await database.read(board.around, middle.player.id)
    assert around == places[30 - MOST_AROUND : 30 + MOST_AROUND + 1]
    top, _ = await database.read(board.around, places[0].player.id)
    assert top == places[: MOST_AROUND + 1]
    last, after_last = await database.read(board.around, places[-1].player.id)
    assert (last, after_last) == (places[-MOST_AROUND - 1 :], None)
    assert await database.read(board.around, new_player()) == ([], None)
    bots, _ = await database.read(Board("wild", "blitz", "bot", NOW_MS).page, None)
    assert [place.rating for place in bots] == [2500]


async def test_deleted_and_banned_players_are_not_ranked(database: Database) -> None:
    def forget_all(connection: Connection) -> None:
        connection.execute(ratings.delete().where(ratings.c.variant == "wild"))

    await database.write(forget_all)
    deleted, banned, *others = [await account(database, new_id("D")) for _ in range(4)]
    for number, card in enumerate((deleted, banned, *others)):
        await rank(database, card, 2000 - number)
    await database.write(forget_player, deleted.id)
    await database.write(ban, banned.id, NOW_MS)
    board = Board("wild", "blitz", "account", NOW_MS)
    places, _ = await database.read(board.page, None)
    assert [(place.rank, place.player.id) for place in places] == [(1, others[0].id), (2, others[1].id)]
    around, _ = await database.read(board.around, others[1].id)
    assert around == places
    assert await database.read(board.around, deleted.id) == ([], None)
    key = (2000.0 - 2, others[0].id)
    assert (await database.read(board.page, key))[0] == places[1:]


async def test_lists_a_player_with_enough_good_results(database: Database) -> None:
    ann, bob = await account(database, new_id("Ann")), await account(database, new_id("Bob"))
    setup = Setup(variant="ultimate", clock=ClockSetting(base_seconds=600), rated=True)
    board = Board("ultimate", "rapid", "account", NOW_MS + DAY_MS)
    games = 0
    while not (await database.read(board.page, None))[0]:
        winner, loser = (ann, bob) if games % 3 else (bob, ann)
        await resigned(database, winner.id, loser.id, setup)
        games += 1
        assert games < 60
    assert games > 10
    places, _ = await database.read(board.page, None)
    assert places[0].player.id in (ann.id, bob.id)
    assert (await database.read(Board("ultimate", "rapid", "account", NOW_MS + 8 * DAY_MS).page, None))[0] == []


# Query plans.


def card(name: str) -> PlayerCard:
    return PlayerCard(id=PlayerId(name), name=name)


QUERIES: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "profile": (profiles.profile_of, (PlayerId("p"), NOW_MS)),
    "named": (profiles.player_named, ("ann",)),
    "games": (profiles.finished_games_of, (PlayerId("p"), None, None)),
    "more games": (profiles.finished_games_of, (PlayerId("p"), (NOW_MS, "g"), PlayerId("v"))),
    "versus": (profiles.versus, (card("p"), card("q"), None, None)),
    "own versus": (profiles.versus, (card("p"), card("q"), 7, PlayerId("p"))),
    "history": (leaderboards.history_of, (PlayerId("p"), "gomoku", "blitz", None)),
    "changes": (leaderboards.changes_by, (["g1", "g2"],)),
    "leaderboard": (Board("wild", "blitz", "account", NOW_MS).page, (None,)),
    "next page": (Board("wild", "blitz", "account", NOW_MS).page, ((1500.0, PlayerId("p")),)),
    "around": (Board("wild", "blitz", "account", NOW_MS).around, (PlayerId("plan"),)),
}


@pytest.mark.parametrize("name", QUERIES)
async def test_every_page_uses_an_index(database: Database, name: str) -> None:
    query, arguments = QUERIES[name]

    def plans(connection: Connection) -> list[str]:
        statements: list[tuple[str, Any]] = []

        def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> None:
            statements.append((statement, parameters))

        event.listen(connection, "before_cursor_execute", note)
        query(connection, *arguments)
        event.remove(connection, "before_cursor_execute", note)
        assert statements
        return [_plan(connection, *statement) for statement in statements]

    made = await database.read(plans)
    if isinstance(getattr(query, "__self__", None), Board):
        # The primary key also begins with variant and speed, but only this index has the order.
        assert all("ix_ratings_leaderboard" in plan or "player_id" in plan for plan in made)
        assert not any("TEMP B-TREE" in plan or "Sort" in plan for plan in made)
    for plan in made:
        # SQLite may scan the few rows of a subquery, but not a table.
        assert not re.search(r"SCAN (games|players|records|rivals|streaks|ratings|rating_changes)\b(?! USING)", plan), (
            plan
        )
        assert "Seq Scan" not in plan, plan


def _plan(connection: Connection, statement: str, parameters: Sequence[Any]) -> str:
    if connection.dialect.name == "sqlite":
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        return "\n".join(str(row[3]) for row in rows)
    # For a few rows PostgreSQL prefers a full scan and a sort. We check that it could use an index.
    for other_way in ("seqscan", "bitmapscan", "sort", "incremental_sort"):
        connection.exec_driver_sql(f"SET LOCAL enable_{other_way} = off")
    rows = connection.exec_driver_sql(f"EXPLAIN {statement}", parameters)
    return "\n".join(str(row[0]) for row in rows)
