"""Idle games on virtual time: players are reminded, then games are cancelled or removed. Downtime doesn't count."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import Connection, func, select

from noughts.app import Application
from noughts.client import Client, CommandRefused
from noughts.client.api import Api
from noughts.games.application import created
from noughts.messages import events as e
from noughts.messages.board_state import BoardState
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.notice_kinds import NoticeKind
from noughts.messages.setup import ClockSetting, Setup
from noughts.server.tables.table_cache import MOST_IDLE
from noughts.storage.journal import event_row
from noughts.storage.settings import change_settings
from noughts.storage.tables import events, games, notices
from noughts.storage.tables import players as players_table
from tests.proving import sample
from tests.server.virtual import START_MS, Time, server_at
from tests.servers import ValkeyServer


class Two:
    """Ann and Bob, who play over HTTP without a connection."""

    def __init__(self, ann: Api, bob: Api) -> None:
        self.ann = ann
        self.bob = bob

    async def game(self, *cells: int, **how: Any) -> str:
        """Return a game with these moves."""
        state = await self.ann.create(**how)
        await self.bob.join(state.game)
        for index, cell in enumerate(cells):
            await (self.ann if index % 2 == 0 else self.bob).move(state.game, cell)
        to_move = self.bob if len(cells) % 2 else self.ann
        while state.game not in [notice.game for notice in (await to_move.inbox()).notices]:
            # The notice about the turn arrives a moment later.
            pass
        return state.game

    async def kinds(self) -> tuple[list[NoticeKind], list[NoticeKind]]:
        """Return the kinds of each player's notices, without those about turns."""
        return await _kinds(self.ann), await _kinds(self.bob)


async def _kinds(person: Api) -> list[NoticeKind]:
    return [notice.kind for notice in (await person.inbox()).notices if notice.kind != "turn"]


@pytest_asyncio.fixture
async def two(server: Application) -> AsyncIterator[Two]:
    async with Api(server.address) as ann, Api(server.address) as bob:
        await ann.be_guest("Ann")
        await bob.be_guest("Bob")
        yield Two(ann, bob)


async def test_cancels_an_untimed_game_after_7_days_with_reminders_first(
    server: Application, two: Two, time: Time
) -> None:
    game = await two.game(4, 0)
    sweep = server.server.idle_games.sweep
    time.pass_days(1.9)
    assert await sweep() == {}
    # The reminder goes to the player to move.
    time.pass_days(0.2)
    assert await sweep() == {"reminded_of_turn": 1}
    assert await sweep() == {}
    assert await two.kinds() == (["waiting"], [])
    time.pass_days(3.8)
    assert await sweep() == {}
    time.pass_days(0.2)
    assert await sweep() == {"reminded": 1}
    assert await two.kinds() == (["cancelling"], ["cancelling"])
    assert await sweep() == {}
    time.pass_days(0.9)
    assert await sweep() == {}
    time.pass_days(0.1)
    assert await sweep() == {"cancelled": 1}
    state = await two.ann.game(game)
    assert state.result is not None
    assert (state.result.winner, state.result.reason) == (None, "cancelled")
    assert await two.kinds() == (["cancelled"], ["cancelled"])
    assert await sweep() == {}


async def test_a_move_restarts_the_countdown(server: Application, two: Two, time: Time) -> None:
    game = await two.game(4, 0)
    time.pass_days(6.5)
    assert await server.server.idle_games.sweep() == {"reminded": 1}
    await two.ann.move(game, 1)
    time.pass_days(5)
    assert await server.server.idle_games.sweep() == {"reminded_of_turn": 1}
    assert (await two.ann.game(game)).result is None


async def test_does_not_repeat_a_dismissed_notice(server: Application, two: Two, time: Time) -> None:
    game = await two.game(4, 0)
    time.pass_days(3)
    assert await server.server.idle_games.sweep() == {"reminded_of_turn": 1}
    await two.ann.dismiss(game)
    assert await server.server.idle_games.sweep() == {}
    assert await two.kinds() == ([], [])


@pytest.mark.parametrize("moves", [(), (4,)])
async def test_removes_games_without_moves_after_3_days(
    server: Application, two: Two, time: Time, moves: tuple[int, ...]
) -> None:
    game = await two.game(*moves)
    alone = (await two.ann.create(name="alone")).game
    time.pass_days(2.9)
    swept = await server.server.idle_games.sweep()
    assert (swept["removed"], swept["cancelled"]) == (0, 0)
    time.pass_days(0.1)
    swept = await server.server.idle_games.sweep()
    assert (swept["removed"], swept["cancelled"]) == (1 if moves else 2, 0)
    left = {state.game for state in await two.ann.my_games()}
    assert left == ({game} if moves else set())
    assert alone not in left
    # Its name is free again.
    await two.bob.create(name="alone")


async def test_a_player_can_set_a_shorter_limit(server: Application, two: Two, time: Time) -> None:
    await two.game(4, 0)
    bob = await two.bob.me()
    await server.database.write(change_settings, bob.id, {"idle_days": 1})
    time.pass_days(0.5)
    time.pass_seconds(1)
    assert await server.server.idle_games.sweep() == {"reminded": 1}
    time.pass_days(0.4)
    assert await server.server.idle_games.sweep() == {}
    time.pass_days(0.1)
    assert await server.server.idle_games.sweep() == {"cancelled": 1}
    # A longer limit than the server's has no effect.
    await two.game(4, 0)
    await server.database.write(change_settings, bob.id, {"idle_days": 30})
    time.pass_days(6.1)
    assert await server.server.idle_games.sweep() == {"reminded": 1}


async def test_cancels_no_game_without_a_reminder_first(server: Application, two: Two, time: Time) -> None:
    game = await two.game(4, 0)
    time.pass_days(20)
    assert await server.server.idle_games.sweep() == {"reminded": 1}
    assert await server.server.idle_games.sweep() == {}
    assert (await two.ann.game(game)).result is None
    time.pass_days(1)
    assert await server.server.idle_games.sweep() == {"cancelled": 1}


async def test_games_with_a_slow_clock_are_not_cancelled_while_it_runs(
    server: Application, two: Two, time: Time
) -> None:
    await two.game(4, 0, clock={"daysPerMove": 14})
    time.pass_days(2.1)
    assert await server.server.idle_games.sweep() == {"reminded_of_turn": 1}
    time.pass_days(7)
    assert await server.server.idle_games.sweep() == {}
    # Before both have moved it does not run.
    await two.game(4, clock={"daysPerMove": 14})
    time.pass_days(6.5)
    assert await server.server.idle_games.sweep() == {"reminded": 1}


async def test_downtime_does_not_count(time: Time, tmp_path: Path) -> None:
    async with server_at(time, tmp_path) as server, Api(server.address) as ann, Api(server.address) as bob:
        tokens = [(await person.be_guest()).token for person in (ann, bob)]
        game = await Two(ann, bob).game(4, 0)
        unplayed = await Two(ann, bob).game()
        time.pass_days(1)
        await server.server.uptime.beat()
    for _ in range(3):
        time.pass_days(10)
        async with server_at(time, tmp_path) as server:
            assert await server.server.idle_games.sweep() == {}
    time.pass_days(10)
    async with server_at(time, tmp_path) as server, Api(server.address, tokens[0]) as ann:
        assert {state.game for state in await ann.my_games()} == {game, unplayed}
        # A day was used up before, so two and five are left.
        time.pass_days(1.9)
        assert (await server.server.idle_games.sweep())["removed"] == 0
        time.pass_days(0.1)
        assert (await server.server.idle_games.sweep())["removed"] == 1
        time.pass_days(3)
        assert (await server.server.idle_games.sweep())["reminded"] == 1
        # Downtime doesn't count for the day after the reminder either.
        await server.server.uptime.beat()
    time.pass_days(10)
    async with server_at(time, tmp_path) as server, Api(server.address, tokens[0]) as ann:
        time.pass_days(0.9)
        assert (await server.server.idle_games.sweep())["cancelled"] == 0
        time.pass_days(0.1)
        assert (await server.server.idle_games.sweep())["cancelled"] == 1


async def test_two_nodes_cancel_a_game_once(postgres_url: str, valkey: ValkeyServer, time: Time) -> None:
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    async with (
        server_at(time, **how) as first,
        server_at(time, **how) as second,
        Api(first.address) as ann,
        Api(second.address) as bob,
    ):
        await ann.be_guest()
        await bob.be_guest()
        for _ in range(10):
            await Two(ann, bob).game(4, 0)
            await Two(ann, bob).game()
        total: Counter[str] = Counter()
        for days in (3, 3.5, 1):
            time.pass_days(days)
            for deeds in await asyncio.gather(first.server.idle_games.sweep(), second.server.idle_games.sweep()):
                total.update(deeds)
        # Each player gets one notice; either node may have sent it.
        assert (total["removed"], total["reminded_of_turn"], total["cancelled"]) == (10, 10, 10)
        assert 10 <= total["reminded"] <= 20
        states = [await ann.game(state.game) for state in await ann.my_games(finished=True)]
        assert [state.result.reason for state in states if state.result] == ["cancelled"] * 10
        assert all(state.version == 5 for state in states)
        assert {notice.kind for notice in (await bob.inbox()).notices} == {"cancelled"}


MANY = sample(200, 5_000)


def abandon(connection: Connection, count: int) -> None:
    """Store this many abandoned games: half with one move, half without any."""
    stored, listed, people = [], [], []
    for number in range(count):
        players = PlayerId(f"p{2 * number}"), PlayerId(f"p{2 * number + 1}")
        people += [{"id": player, "kind": "guest", "display_name": player, "created_ms": 0, "seen_ms": START_MS}
                   for player in players]  # fmt: skip
        game = GameId(f"left{number}")
        first = Change(game, 1, START_MS, players[0], None, (e.GameCreated(Setup(), players[0], "X"),))
        joined = Change(game, 2, START_MS, players[1], None, (e.PlayerJoined(players[1], "O"),))
        changes = [first, joined]
        if number % 2:
            changes.append(Change(game, 3, START_MS, players[0], None, (e.MoveMade(4, "X"),)))
        stored += [dict(zip(events.c.keys(), event_row(change), strict=True)) for change in changes]
        opened = created(first)
        listed.append(
            {"id": game, "status": "playing", "variant": "classic", "rounds": 1, "visibility": "public",
             "creator_id": players[0], "x_id": players[0], "o_id": players[1], "created_ms": opened.created_ms,
             "changed_ms": opened.changed_ms, "computer": False, "rated": False}
        )  # fmt: skip
    columns = set(games.c.keys())
    connection.execute(players_table.insert(), people)
    connection.execute(events.insert(), stored)
    connection.execute(games.insert(), [{k: v for k, v in row.items() if k in columns} for row in listed])


@pytest.mark.proof
@pytest.mark.timeout(600)
async def test_cleans_up_thousands_of_abandoned_games(server: Application, time: Time) -> None:
    await server.database.write(abandon, MANY)
    sweep = server.server.idle_games.sweep
    time.pass_days(6.1)
    assert await sweep() == {"removed": MANY // 2, "reminded": MANY // 2}
    time.pass_days(1)
    assert await sweep() == {"cancelled": MANY // 2}
    await server.server.games.erase_deleted()
    assert len(server.services.tables) <= MOST_IDLE
    assert len(server.services.clocks) == len(server.server.agreed_absence) == 0

    def rows(connection: Connection) -> Any:
        counts = connection.execute(select(games.c.status, func.count()).group_by(games.c.status))
        status = {row[0]: row[1] for row in counts}
        return status, connection.scalar(select(func.count()).select_from(notices).where(notices.c.kind != "cancelled"))

    assert await server.database.read(rows) == ({"finished": MANY // 2}, 0)
    async with Api(server.address) as api:
        state: BoardState = await api.game("left1")
        assert state.result is not None
        assert state.result.reason == "cancelled"
    # A month later the notices are gone too.
    time.pass_days(31)
    await sweep()
    assert await server.database.read(lambda c: c.scalar(select(func.count()).select_from(notices))) == 0


async def test_limits_a_player_to_ten_real_time_games(server: Application) -> None:
    async with Client(server.address) as ann, Client(server.address) as bob:
        clock = ClockSetting(base_seconds=60)
        mine = [await ann.create(clock=clock) for _ in range(10)]
        with pytest.raises(CommandRefused, match="too_many_games"):
            await ann.create(clock=clock)
        with pytest.raises(CommandRefused, match="too_many_games"):
            await ann.pair(clock=clock)
        theirs = await bob.create(clock=clock)
        with pytest.raises(CommandRefused, match="too_many_games"):
            await ann.join(theirs.id)
        # Slow games don't count, and when a real-time game ends, one more is allowed.
        await ann.create(clock=ClockSetting(days_per_move=3))
        await ann.create()
        await mine[0].abort()
        await ann.join(theirs.id)
