"""Waiting players on every store: found by kind of game and through an index."""

from typing import Any

from sqlalchemy import Connection, event, text

from noughts.messages.ids import PlayerId
from noughts.messages.setup import ClockSetting, Setup
from noughts.storage.journal import Database
from noughts.storage.pairing import Kind, own_waiting_game, waiting_games
from tests.storage.writing import new_player, open_game

BLITZ = ClockSetting(base_seconds=171)


async def test_lists_waiting_games_of_a_kind_with_the_oldest_first(database: Database) -> None:
    ann, bob, cleo = new_player(), new_player(), new_player()
    blitz = Setup(variant="wild", clock=BLITZ)
    first, second = [await open_game(database, player, blitz) for player in (ann, bob)]
    for other in (
        Setup(variant="wild"),
        Setup(variant="wild", clock=BLITZ, rounds=3),
        Setup(variant="wild", clock=BLITZ, name="by name"),
        Setup(variant="wild", clock=BLITZ, visibility="private"),
        Setup(variant="wild", clock=BLITZ, opponent=ann),
        Setup(variant="wild", clock=BLITZ, rated=True),
    ):
        await open_game(database, cleo, other)
    kind = Kind("wild", 1, BLITZ)
    found = [(row.id, row.creator_id) for row in await database.read(waiting_games, kind, ())]
    assert found == [(first.id, ann), (second.id, bob)]
    assert [row.id for row in await database.read(waiting_games, kind, (ann,))] == [second.id]
    assert await database.read(own_waiting_game, kind, bob) == second.id
    assert await database.read(own_waiting_game, kind, cleo) is None


async def test_finds_waiting_games_through_the_index(database: Database) -> None:
    def plans(connection: Connection) -> list[str]:
        statements: list[tuple[str, Any]] = []

        def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> None:
            statements.append((statement, parameters))

        if connection.dialect.name == "postgresql":
            # With so few rows the database would read them all.
            connection.execute(text("SET LOCAL enable_seqscan = off"))
            # With so few rows this other index is as good, so drop it. The transaction is not committed.
            connection.execute(text("DROP INDEX ix_games_lobby"))
        event.listen(connection, "before_cursor_execute", note)
        waiting_games(connection, Kind("wild", 1, BLITZ), (PlayerId("p"),))
        event.remove(connection, "before_cursor_execute", note)
        explain = "EXPLAIN QUERY PLAN " if connection.dialect.name == "sqlite" else "EXPLAIN "
        return [str(connection.exec_driver_sql(explain + words, values).all()) for words, values in statements]

    [plan] = await database.read(plans)
    assert "ix_games_pairing" in plan
