"""on SQLite, changes are appended to a table without an index, and sorted into the indexed one many at a time"""

from alembic import op

revision = "0012"
down_revision = "0011"

_COLUMNS = "game_id, version, at_ms, player_id, command_id, body"
_VALUES = ", ".join(f"NEW.{name}" for name in _COLUMNS.split(", "))
_SAME = "game_id = {row}.game_id AND version = {row}.version"


def upgrade() -> None:
    # PostgreSQL writes its index in the background, and other processes would have to know of the two tables.
    if op.get_bind().dialect.name != "sqlite":
        return
    op.rename_table("events", "settled_events")
    op.execute(
        "CREATE TABLE fresh_events (game_id VARCHAR(32) NOT NULL, version INTEGER NOT NULL, at_ms BIGINT NOT NULL,"
        " player_id VARCHAR(32), command_id VARCHAR(64), body TEXT NOT NULL)"
    )
    op.execute(
        f"CREATE VIEW events AS SELECT {_COLUMNS} FROM settled_events UNION ALL SELECT {_COLUMNS} FROM fresh_events"
    )
    # For everybody but the journal the view is a table, with the key that it always had.
    op.execute(
        "CREATE TRIGGER events_insert INSTEAD OF INSERT ON events BEGIN"
        " SELECT RAISE(ABORT, 'UNIQUE constraint failed: events.game_id, events.version')"
        f" WHERE EXISTS (SELECT 1 FROM fresh_events WHERE {_SAME.format(row='NEW')});"
        f" INSERT INTO settled_events ({_COLUMNS}) VALUES ({_VALUES}); END"
    )
    op.execute(
        "CREATE TRIGGER events_delete INSTEAD OF DELETE ON events BEGIN"
        f" DELETE FROM settled_events WHERE {_SAME.format(row='OLD')};"
        f" DELETE FROM fresh_events WHERE {_SAME.format(row='OLD')}; END"
    )
