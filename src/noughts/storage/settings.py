"""Queries over players' settings: one row for each setting that differs from its default."""

from typing import Any

import msgspec
from sqlalchemy import Connection, select, text

from noughts.messages.ids import PlayerId
from noughts.messages.settings import PlayerSettings
from noughts.storage.tables import settings

_UPSERT = text("""
    INSERT INTO settings (player_id, key, value) VALUES (:player_id, :key, :value)
    ON CONFLICT (player_id, key) DO UPDATE SET value = excluded.value
""")


def settings_of(connection: Connection, player: PlayerId) -> PlayerSettings:
    """Return all settings of this player."""
    rows = connection.execute(select(settings.c.key, settings.c.value).where(settings.c.player_id == player))
    stored = {row.key: msgspec.json.decode(row.value) for row in rows}
    try:
        return msgspec.convert(stored, PlayerSettings)
    except msgspec.ValidationError:
        # A value that only another version allows must not make the other settings unreadable.
        return msgspec.convert({key: value for key, value in stored.items() if _fits(key, value)}, PlayerSettings)


def change_settings(connection: Connection, player: PlayerId, changes: dict[str, Any]) -> PlayerSettings:
    """Store these settings, by their names in the code; return all settings."""
    names = {field.name: field.encode_name for field in msgspec.structs.fields(PlayerSettings)}
    for name, value in changes.items():
        row = {"player_id": player, "key": names[name], "value": msgspec.json.encode(value).decode()}
        connection.execute(_UPSERT, row)
    return settings_of(connection, player)


def _fits(key: str, value: Any) -> bool:
    try:
        msgspec.convert({key: value}, PlayerSettings)
    except msgspec.ValidationError:
        return False
    return True
