"""Queries over invitations. A token is stored only as its hash, and is good for one guest."""

from msgspec import Struct
from sqlalchemy import Connection, and_, func, or_, select

from noughts.messages.ids import GameId, PlayerId
from noughts.storage.tables import invites


class Invitation(Struct, frozen=True):
    """An invitation to a game that can still be used, or was by this player."""

    game: GameId
    by: PlayerId
    used_by: PlayerId | None


def add_invite(
    connection: Connection, token_hash: str, game: GameId, by: PlayerId, now_ms: int, expires_ms: int, most: int
) -> bool:
    """Add an invitation to this game. Return False when it has too many that can still be used."""
    alive = select(func.count()).where(invites.c.game_id == game, invites.c.expires_ms > now_ms)
    if (connection.scalar(alive) or 0) >= most:
        return False
    row = {"hash": token_hash, "game_id": game, "created_by": by, "created_ms": now_ms, "expires_ms": expires_ms}
    connection.execute(invites.insert().values(row))
    return True


def invitation(connection: Connection, token_hash: str, now_ms: int) -> Invitation | None:
    """Return the invitation of this token, if its time is not over."""
    alive = and_(invites.c.hash == token_hash, invites.c.expires_ms > now_ms)
    row = connection.execute(select(invites).where(alive)).first()
    return None if row is None else Invitation(row.game_id, row.created_by, row.used_by)


def use_invite(connection: Connection, token_hash: str, player: PlayerId, now_ms: int) -> bool:
    """Use this invitation for this player. Return False when another player has used it."""
    free = or_(invites.c.used_by.is_(None), invites.c.used_by == player)
    query = invites.update().where(invites.c.hash == token_hash, free).values(used_by=player, used_ms=now_ms)
    return connection.execute(query).rowcount == 1


def give_back_invite(connection: Connection, token_hash: str, player: PlayerId) -> None:
    """Release the invitation for another use: the join failed."""
    mine = and_(invites.c.hash == token_hash, invites.c.used_by == player)
    connection.execute(invites.update().where(mine).values(used_by=None, used_ms=None))


def sweep_invites(connection: Connection, now_ms: int) -> int:
    """Remove expired invitations; return how many."""
    return connection.execute(invites.delete().where(invites.c.expires_ms <= now_ms)).rowcount
