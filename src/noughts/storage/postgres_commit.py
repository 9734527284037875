"""Commits on PostgreSQL, over the driver alone: SQLAlchemy would double the processor time of every end of a game."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

from sqlalchemy.util import await_only, greenlet_spawn

from noughts.messages.events import Change
from noughts.storage.games import store
from noughts.storage.journal import EVENT_COLUMNS, Fate, Replaced, Write, event_row

# Rows that lost a race are not returned. If the store was restored meanwhile, no row is returned.
_INSERT = f"""
    INSERT INTO events ({", ".join(EVENT_COLUMNS)})
    SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bool[])
    WHERE (SELECT restored_ms FROM installation) = $8
    ON CONFLICT DO NOTHING RETURNING game_id, version
"""
# Holds off any restore until the transaction is over.
_RESTORED_AT = "SELECT restored_ms FROM installation FOR SHARE"
_PARAMETER = re.compile(r":(\w+)")


async def store_changes(connection: Any, changes: Sequence[Change], restored_ms: int | None) -> list[Fate]:
    """Store one change of each of many games by one statement, and return the fate of each."""
    columns = list(zip(*map(event_row, changes), strict=True))
    stored = {tuple(row) for row in await connection.fetch(_INSERT, *columns, restored_ms)}
    return [_fate_of((change.game, change.version), stored) for change in changes]


async def store_write(connection: Any, write: Write, restored_ms: int | None) -> None:
    """Store a write in a transaction. Raises `IntegrityConstraintViolationError` when another was first."""
    async with connection.transaction():
        if restored_ms is not None and await connection.fetchval(_RESTORED_AT) != restored_ms:
            raise Replaced("the database was restored from a backup")
        await greenlet_spawn(store, partial(_execute, connection), write)


def _fate_of(key: tuple[str, int], stored: set[Any]) -> Fate:
    """Return the fate of a write. If several in a batch have the same key, the first one stored it."""
    if key not in stored:
        return Fate.CONFLICT
    stored.remove(key)
    return Fate.STORED


class _Rows(list[Any]):
    """The rows of a result, as `store` reads them."""

    def fetchall(self) -> list[Any]:
        return self


def _execute(connection: Any, statement: str, parameters: Mapping[str, Any]) -> _Rows:
    text, names = _numbered(statement)
    return _Rows(await_only(connection.fetch(text, *(parameters[name] for name in names))))


@cache
def _numbered(statement: str) -> tuple[str, tuple[str, ...]]:
    """Return a statement with the driver's numbered parameters for its named ones, and their names in order."""
    numbers: dict[str, int] = {}
    text = _PARAMETER.sub(lambda found: f"${numbers.setdefault(found[1], len(numbers) + 1)}", statement)
    return text, tuple(numbers)
