"""Queries over players: guests and accounts."""

from collections.abc import Collection
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, and_, exists, or_, select

from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.messages.usernames import is_username, lookalike_key, username_key
from noughts.storage.pictures import set_picture
from noughts.storage.tables import (
    blocks,
    chat_lines,
    email_links,
    emails,
    follows,
    game_signals,
    games,
    invites,
    moderation_log,
    notices,
    passkeys,
    players,
    provider_logins,
    push_subscriptions,
    ratings,
    recovery_codes,
    sanctions,
    settings,
    tokens,
)

# The name shown in place of a deleted player; clients may translate it, by the card's kind.
DELETED_NAME = "Deleted player"

# Tables whose rows go with their player.
_OF_ONE_PLAYER = (
    tokens,
    recovery_codes,
    passkeys,
    emails,
    email_links,
    provider_logins,
    settings,
    notices,
    push_subscriptions,
    blocks,
    follows,
    sanctions,
    chat_lines,
    game_signals,
)


class NewAccount(Struct, frozen=True):
    """An account to be stored."""

    card: PlayerCard
    username: str
    password_hash: str

    @property
    def columns(self) -> dict[str, Any]:
        return {
            "kind": self.card.kind,
            "username": self.username,
            "username_key": username_key(self.username),
            "lookalike_key": lookalike_key(self.username),
            "display_name": self.card.name,
            "password_hash": self.password_hash,
        }


def add_guest(connection: Connection, card: PlayerCard, token_hash: str, now_ms: int) -> None:
    """Create a guest, with the one token that identifies it."""
    connection.execute(
        players.insert().values(id=card.id, kind="guest", display_name=card.name, created_ms=now_ms, seen_ms=now_ms)
    )
    connection.execute(
        tokens.insert().values(hash=token_hash, player_id=card.id, label="guest", created_ms=now_ms, used_ms=now_ms)
    )


def add_account(connection: Connection, account: NewAccount, now_ms: int) -> None:
    """Create an account. Raises `IntegrityError` when the name is taken."""
    connection.execute(
        players.insert().values(id=account.card.id, **account.columns, created_ms=now_ms, seen_ms=now_ms)
    )


def make_account(connection: Connection, account: NewAccount) -> bool:
    """Turn a guest into an account, which keeps everything. Return False when it is no longer a guest.

    Raises `IntegrityError` when the name is taken.
    """
    guest = and_(players.c.id == account.card.id, players.c.kind == "guest")
    return connection.execute(players.update().where(guest).values(**account.columns)).rowcount == 1


def is_name_taken(connection: Connection, keys: Collection[str]) -> bool:
    """Return whether an account has a name of one of these keys, or one that looks like it."""
    taken = or_(players.c.username_key.in_(keys), players.c.lookalike_key.in_(keys))
    return connection.execute(select(players.c.id).where(taken).limit(1)).first() is not None


def password_of(connection: Connection, username: str) -> tuple[PlayerCard, str] | None:
    """Return the account of this name and the hash of its password."""
    query = select(*CARD, players.c.password_hash).where(players.c.username_key == username_key(username))
    row = connection.execute(query).first()
    return None if row is None or row.password_hash is None else (card_of(row), row.password_hash)


def username_of(connection: Connection, player: PlayerId) -> str | None:
    """Return the name by which this player logs in; a guest has none."""
    return connection.scalar(select(players.c.username).where(players.c.id == player))


def player_named(connection: Connection, name: str) -> PlayerCard | None:
    """Return the player of this id, or the account of this username."""
    row = connection.execute(select(*CARD).where(players.c.id == name)).first()
    if row is None and is_username(name):
        row = connection.execute(select(*CARD).where(players.c.username_key == username_key(name))).first()
    return None if row is None or row.kind == "deleted" else card_of(row)


def set_password(connection: Connection, player: PlayerId, password_hash: str) -> None:
    """Set this password. Links sent by e-mail to set one no longer work."""
    connection.execute(players.update().where(players.c.id == player).values(password_hash=password_hash))
    recovering = (email_links.c.player_id == player, email_links.c.purpose == "recover")
    connection.execute(email_links.delete().where(*recovering))


def set_display_name(connection: Connection, player: PlayerId, name: str) -> None:
    connection.execute(players.update().where(players.c.id == player).values(display_name=name))


def forget_player(connection: Connection, player: PlayerId) -> PlayerCard:
    """Erase all data of this player except the games, which belong to opponents too. This releases the username."""
    set_picture(connection, player, None, None, 0)
    nobody = dict.fromkeys(("username", "username_key", "lookalike_key", "password_hash", "role"))
    connection.execute(
        players.update().where(players.c.id == player).values(kind="deleted", display_name=DELETED_NAME, **nobody)
    )
    # A deleted player has no rank, and later ranks don't count it.
    connection.execute(ratings.update().where(ratings.c.player_id == player).values(kind="deleted"))
    for table in _OF_ONE_PLAYER:
        connection.execute(table.delete().where(table.c.player_id == player))
    connection.execute(moderation_log.update().where(moderation_log.c.about_id == player).values(words=""))
    connection.execute(invites.delete().where(invites.c.created_by == player))
    for table in (blocks, follows):
        connection.execute(table.delete().where(table.c.other_id == player))
    return PlayerCard(id=player, name=DELETED_NAME, kind="deleted")


def sweep_guests(connection: Connection, before_ms: int, most: int) -> int:
    """Remove guests who were not seen since then and never took a seat; return how many."""
    sits = (exists().where(column == players.c.id) for column in (games.c.x_id, games.c.o_id, games.c.creator_id))
    gone = select(players.c.id).where(players.c.kind == "guest", players.c.seen_ms < before_ms, *(~sat for sat in sits))
    ids = list(connection.scalars(gone.order_by(players.c.seen_ms).limit(most)))
    for table in (tokens, follows, sanctions):
        connection.execute(table.delete().where(table.c.player_id.in_(ids)))
    connection.execute(players.delete().where(players.c.id.in_(ids)))
    return len(ids)


def card_by_id(connection: Connection, player: PlayerId) -> PlayerCard | None:
    """Return what everybody may know about this player."""
    return cards_of(connection, [player]).get(player)


def cards_of(connection: Connection, ids: Collection[PlayerId]) -> dict[PlayerId, PlayerCard]:
    """Return the cards of those of these players who exist."""
    rows = connection.execute(select(*CARD).where(players.c.id.in_(ids)))
    return {row.id: card_of(row) for row in rows}


# The columns of which a card is made.
CARD = (players.c.id, players.c.display_name, players.c.kind, players.c.picture)


def card_of(row: Any) -> PlayerCard:
    return PlayerCard(id=row.id, name=row.display_name, kind=row.kind, picture=row.picture)
