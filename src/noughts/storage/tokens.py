"""Queries over tokens: the logins of players, and what they gave to their programs."""

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, func, select

from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.messages.scopes import Role, Scopes
from noughts.storage.players import CARD, card_of, set_password
from noughts.storage.tables import players, tokens

# Logins that a player may have at once; the ones made first end first.
MOST_LOGINS = 50
# Tokens for programs: these are ended by their owner only.
MOST_TOKENS = 20


class Holder(Struct, frozen=True):
    """The token's owner, its purpose, when it was last used, and the owner's role."""

    card: PlayerCard
    scopes: Scopes
    used_ms: int
    role: Role | None = None


def add_token(
    connection: Connection, player: PlayerId, token_hash: str, label: str, now_ms: int, scopes: Scopes = None
) -> bool:
    """Add a login of this player, or an API token. Return False when there are too many API tokens."""
    if scopes is not None:
        mine = select(func.count()).where(tokens.c.player_id == player, tokens.c.scopes.is_not(None))
        if (connection.scalar(mine) or 0) >= MOST_TOKENS:
            return False
    connection.execute(
        tokens.insert().values(
            hash=token_hash,
            player_id=player,
            label=label,
            scopes=None if scopes is None else " ".join(sorted(scopes)),
            created_ms=now_ms,
            used_ms=now_ms,
        )
    )
    logins = (tokens.c.player_id == player, tokens.c.scopes.is_(None))
    newest = select(tokens.c.hash).where(*logins).order_by(tokens.c.created_ms.desc()).limit(MOST_LOGINS)
    connection.execute(tokens.delete().where(*logins, tokens.c.hash.not_in(newest)))
    return True


def holder_of(connection: Connection, token_hash: str) -> Holder | None:
    """Return whose token this is."""
    query = select(*CARD, players.c.role, tokens.c.scopes, tokens.c.used_ms).join(
        tokens, tokens.c.player_id == players.c.id
    )
    row = connection.execute(query.where(tokens.c.hash == token_hash)).first()
    return None if row is None else Holder(card_of(row), scopes_of(row.scopes), row.used_ms, row.role)


def tokens_of(connection: Connection, player: PlayerId) -> Sequence[Row[Any]]:
    """Return all rows of this player, the one used last first."""
    query = select(tokens).where(tokens.c.player_id == player)
    return connection.execute(query.order_by(tokens.c.used_ms.desc(), tokens.c.hash)).all()


def end_tokens(connection: Connection, hashes: Collection[str]) -> int:
    """End these tokens; return how many there were."""
    return connection.execute(tokens.delete().where(tokens.c.hash.in_(hashes))).rowcount


def start_over(
    connection: Connection, player: PlayerId, password_hash: str, new_token: str, label: str, now_ms: int
) -> list[str]:
    """Give this player a new password and one new login in place of all others. Return the hashes of the old ones."""
    set_password(connection, player, password_hash)
    old = [row.hash for row in tokens_of(connection, player)]
    end_tokens(connection, old)
    add_token(connection, player, new_token, label, now_ms)
    return old


def valid_tokens(connection: Connection, hashes: Collection[str]) -> set[str]:
    """Return which of these are still valid."""
    return set(connection.scalars(select(tokens.c.hash).where(tokens.c.hash.in_(hashes))))


def token_used(connection: Connection, token_hash: str, player: PlayerId, now_ms: int) -> None:
    """Record that this player used this token just now."""
    connection.execute(tokens.update().where(tokens.c.hash == token_hash).values(used_ms=now_ms))
    connection.execute(players.update().where(players.c.id == player).values(seen_ms=now_ms))


def scopes_of(stored: str | None) -> Scopes:
    """Return the permissions of a token's row. A scope that this version does not know allows nothing here."""
    return None if stored is None else frozenset(stored.split())  # type: ignore[arg-type]
