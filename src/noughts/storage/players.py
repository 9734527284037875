"""Queries over players and their tokens."""

from collections.abc import Collection

from sqlalchemy import Connection, select

from noughts.messages.answers import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.storage.tables import players, tokens


def add_guest(connection: Connection, card: PlayerCard, token_hash: str, now_ms: int) -> None:
    """A new guest, and the one token by which it is known."""
    connection.execute(
        players.insert().values(id=card.id, kind="guest", display_name=card.name, created_ms=now_ms, seen_ms=now_ms)
    )
    connection.execute(
        tokens.insert().values(hash=token_hash, player_id=card.id, label="guest", created_ms=now_ms, used_ms=now_ms)
    )


def player_of_token(connection: Connection, token_hash: str) -> PlayerCard | None:
    """Whose token this is."""
    query = (
        select(players.c.id, players.c.display_name, players.c.kind)
        .join(tokens, tokens.c.player_id == players.c.id)
        .where(tokens.c.hash == token_hash)
    )
    row = connection.execute(query).first()
    return None if row is None else PlayerCard(id=row[0], name=row[1], kind=row[2])


def cards_of(connection: Connection, ids: Collection[PlayerId]) -> dict[PlayerId, PlayerCard]:
    """The cards of those of these players who exist."""
    query = select(players.c.id, players.c.display_name, players.c.kind).where(players.c.id.in_(ids))
    return {row[0]: PlayerCard(id=row[0], name=row[1], kind=row[2]) for row in connection.execute(query)}
