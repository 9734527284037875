"""Queries over players and their tokens."""

from collections.abc import Collection
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, or_, select

from noughts.messages.answers import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.storage.tables import players, tokens

# Tokens that a player may have at once; the ones made first end first.
MOST_TOKENS = 50


class NewAccount(Struct, frozen=True):
    """An account to be stored."""

    card: PlayerCard
    username_key: str
    lookalike_key: str
    password_hash: str


def add_guest(connection: Connection, card: PlayerCard, token_hash: str, now_ms: int) -> None:
    """A new guest, and the one token by which it is known."""
    connection.execute(
        players.insert().values(id=card.id, kind="guest", display_name=card.name, created_ms=now_ms, seen_ms=now_ms)
    )
    connection.execute(
        tokens.insert().values(hash=token_hash, player_id=card.id, label="guest", created_ms=now_ms, used_ms=now_ms)
    )


def add_account(connection: Connection, account: NewAccount, now_ms: int) -> None:
    """A new account. Raises `IntegrityError` when somebody was first with its name."""
    connection.execute(
        players.insert().values(
            id=account.card.id,
            kind="account",
            username=account.card.name,
            username_key=account.username_key,
            lookalike_key=account.lookalike_key,
            display_name=account.card.name,
            password_hash=account.password_hash,
            created_ms=now_ms,
            seen_ms=now_ms,
        )
    )


def is_name_taken(connection: Connection, username_key: str, lookalike_key: str) -> bool:
    """Whether an account has this name, or one that looks like it."""
    taken = or_(players.c.username_key == username_key, players.c.lookalike_key == lookalike_key)
    return connection.execute(select(players.c.id).where(taken)).first() is not None


def password_of(connection: Connection, username_key: str) -> tuple[PlayerCard, str] | None:
    """The account of this name and the hash of its password."""
    query = select(*_CARD, players.c.password_hash).where(players.c.username_key == username_key)
    row = connection.execute(query).first()
    return None if row is None or row.password_hash is None else (_card(row), row.password_hash)


def add_token(connection: Connection, player: PlayerId, token_hash: str, label: str, now_ms: int) -> None:
    """One more token of this player."""
    connection.execute(
        tokens.insert().values(hash=token_hash, player_id=player, label=label, created_ms=now_ms, used_ms=now_ms)
    )
    newest = select(tokens.c.hash).where(tokens.c.player_id == player).order_by(tokens.c.created_ms.desc())
    connection.execute(
        tokens.delete().where(tokens.c.player_id == player, tokens.c.hash.not_in(newest.limit(MOST_TOKENS)))
    )


def player_of_token(connection: Connection, token_hash: str) -> PlayerCard | None:
    """Whose token this is."""
    query = select(*_CARD).join(tokens, tokens.c.player_id == players.c.id).where(tokens.c.hash == token_hash)
    row = connection.execute(query).first()
    return None if row is None else _card(row)


def cards_of(connection: Connection, ids: Collection[PlayerId]) -> dict[PlayerId, PlayerCard]:
    """The cards of those of these players who exist."""
    rows = connection.execute(select(*_CARD).where(players.c.id.in_(ids)))
    return {row.id: _card(row) for row in rows}


_CARD = (players.c.id, players.c.display_name, players.c.kind, players.c.picture)


def _card(row: Any) -> PlayerCard:
    return PlayerCard(id=row.id, name=row.display_name, kind=row.kind, picture=row.picture)
