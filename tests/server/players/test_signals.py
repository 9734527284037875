"""Signals after games: computed in the background, shown as hints with evidence, without automatic action."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import Connection, Row, select

from noughts.app import Application
from noughts.messages.ids import GameId, PlayerId
from noughts.server.players import signal_hints
from noughts.server.players.signal_hints import hints_about
from noughts.storage.moderation import set_role
from noughts.storage.signals import GameSignal, add_signals, signals_of, sweep_signals
from noughts.storage.tables import game_signals
from tests.doors.people import Person
from tests.server.virtual import START_MS, Time, server_at
from tests.waiting import until

EVE, BOB = PlayerId("eve"), PlayerId("bob")


def signal(player: PlayerId, n: int, **fields: object) -> GameSignal:
    facts = {"variant": "gomoku", "rating": 1500.0, "moves": 10, "engine_moves": 5, "accuracy": 0.7}
    facts |= {"same_address": False, "at_ms": START_MS + n, **fields}
    return GameSignal(game_id=GameId(f"game{n}"), player_id=player, **facts)  # type: ignore[arg-type]


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Application]:
    async with server_at(Time(), tmp_path, engine_processes=1) as server:
        yield server


async def kinds(server: Application, *signals: GameSignal) -> list[str]:
    database = server.services.database
    await database.write(lambda connection: connection.execute(game_signals.delete()))
    await database.write(add_signals, signals)
    return [hint.kind for hint in await database.read(hints_about, EVE)]


async def test_playing_nearly_always_the_engines_move_gives_a_hint(server: Application) -> None:
    often = [signal(EVE, n, engine_moves=10) for n in range(3)]
    assert await kinds(server, *often) == ["engine_moves"]
    assert await kinds(server, *often[:2]) == [], "too few moves"
    assert await kinds(server, *often[:2], signal(EVE, 2, engine_moves=8)) == [], "too few of them"


async def test_accuracy_far_above_players_of_the_same_rating_gives_a_hint(
    server: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signal_hints, "FEWEST_GAMES_OF_OTHERS", 2)
    eve = [signal(EVE, n, accuracy=0.9) for n in range(3)]
    assert await kinds(server, *eve, *(signal(BOB, n) for n in range(2))) == ["accuracy"]
    assert await kinds(server, *eve, signal(BOB, 0)) == [], "too few others"
    assert await kinds(server, *eve, *(signal(BOB, n, accuracy=0.8) for n in range(2))) == [], "not far above"
    assert await kinds(server, *eve, *(signal(BOB, n, rating=1900.0) for n in range(2))) == [], "another level"


async def test_one_address_in_both_seats_gives_a_hint_that_hides_the_address(server: Application) -> None:
    async with Person(server.address) as eve, Person(server.address) as bob:
        await eve.register("eve")
        await bob.register("bob")
        await server.services.database.write(set_role, bob.id, "moderator")
        stored = {}
        for name, addresses in {"one": ("192.0.2.7", "192.0.2.7"), "two": ("192.0.2.7", "192.0.2.8")}.items():
            for who, address in zip((eve, bob), addresses, strict=True):
                server.services.signals.seen(PlayerId(who.id), address)
            game = (await eve.post("games"))["game"]
            await bob.post("join", name=game)
            for turn, cell in enumerate([4, 0, 1, 3, 7]):
                await (eve, bob)[turn % 2].post(f"games/{game}/moves", position=cell)
            await server.services.signals.idle()
            stored[name] = await server.services.database.read(_of_game, game)
        assert stored == {"one": [True, True], "two": []}
        (row,) = await server.services.database.read(signals_of, PlayerId(eve.id), 10)
        assert "192.0.2" not in str(row)
        shown = await bob.get("moderation/players/eve")
        assert [(hint["kind"], hint["share"]) for hint in shown["hints"]] == [("one_address", 1.0)]
        assert shown["sanctions"] == []


async def test_rates_moves_on_large_boards_only_if_there_are_moderators(server: Application) -> None:
    async with Person(server.address) as eve, Person(server.address) as bob:
        await eve.register("eve")
        await bob.register("bob")
        # Until the engine is ready its ratings are too weak, and nothing is stored.
        server.services.engine_pool.start()
        await until(lambda: server.services.engine_pool.is_ready, timeout=100)
        for is_watched in (False, True):
            if is_watched:
                await server.services.database.write(set_role, bob.id, "moderator")
            game = (await eve.post("games", variant="9x9"))["game"]
            await bob.post("join", name=game)
            for turn, cell in enumerate([40, 0, 41, 1, 42, 2, 43, 8, 44]):
                await (eve, bob)[turn % 2].post(f"games/{game}/moves", position=cell)
            await server.services.signals.idle()
            rows = {row.player_id: row for row in await server.services.database.read(_rows, game)}
            if not is_watched:
                assert rows == {}
        assert rows[eve.id].moves >= rows[eve.id].engine_moves > 0
        assert rows[eve.id].accuracy > rows[bob.id].accuracy


async def test_signals_are_removed_after_a_while(server: Application) -> None:
    await kinds(server, signal(EVE, 0), signal(EVE, 5))
    assert await server.services.database.write(sweep_signals, START_MS + 5) == 1
    assert len(await server.services.database.read(signals_of, EVE, 10)) == 1


def _rows(connection: Connection, game: GameId) -> list[Row[Any]]:
    return list(connection.execute(select(game_signals).where(game_signals.c.game_id == game)))


def _of_game(connection: Connection, game: GameId) -> list[bool]:
    return list(connection.scalars(select(game_signals.c.same_address).where(game_signals.c.game_id == game)))
