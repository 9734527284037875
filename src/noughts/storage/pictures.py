"""Queries over the players' pictures."""

from sqlalchemy import Connection, exists, select, text

from noughts.messages.ids import PlayerId
from noughts.storage.tables import pictures, players

# Equal pictures are stored once, even when two people send them at the same time.
_INSERT = text("INSERT INTO pictures (hash, png, created_ms) VALUES (:hash, :png, :created_ms) ON CONFLICT DO NOTHING")


def set_picture(connection: Connection, player: PlayerId, picture: str | None, png: bytes | None, now_ms: int) -> None:
    """Set this player's picture, or remove it. The old picture is deleted unless another player has the same."""
    if picture is not None and png is not None:
        name = picture_name(picture)
        connection.execute(_INSERT, {"hash": name, "png": png, "created_ms": now_ms})
    old = connection.scalar(select(players.c.picture).where(players.c.id == player))
    connection.execute(players.update().where(players.c.id == player).values(picture=picture))
    if old is not None and old != picture:
        used = exists().where(players.c.picture == old)
        connection.execute(pictures.delete().where(pictures.c.hash == picture_name(old), ~used))


def picture_png(connection: Connection, name: str) -> bytes | None:
    """Return the bytes of the picture of this hash."""
    return connection.scalar(select(pictures.c.png).where(pictures.c.hash == name))


def picture_name(path: str) -> str:
    """Return the hash in the path of an uploaded picture; for a drawn one something that no picture has."""
    return path.rpartition("/")[2].removesuffix(".png")
