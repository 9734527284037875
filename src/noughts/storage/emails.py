"""Queries over e-mail addresses, and over the links sent there. A link is stored as a hash and works once."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from sqlalchemy import Connection, func, select

from noughts.messages.board_state import PlayerCard
from noughts.messages.emails import email_key
from noughts.messages.ids import PlayerId
from noughts.storage.players import CARD, card_of
from noughts.storage.tables import email_links, emails, players

Purpose = Literal["confirm", "recover"]


class StoredLink(Struct, frozen=True):
    """A link that has not expired: whose it is, and the address it was sent to."""

    card: PlayerCard
    address: str


def email_of(connection: Connection, player: PlayerId) -> str | None:
    """Return the confirmed address of this player."""
    return connection.scalar(select(emails.c.address).where(emails.c.player_id == player))


def unconfirmed_of(connection: Connection, player: PlayerId, now_ms: int) -> str | None:
    """Return the address to which this player's newest link for confirming was sent."""
    mine = (email_links.c.player_id == player, email_links.c.purpose == "confirm", email_links.c.expires_ms > now_ms)
    newest = email_links.c.expires_ms.desc()
    return connection.scalar(select(email_links.c.address).where(*mine).order_by(newest).limit(1))


def accounts_with(connection: Connection, address: str) -> Sequence[Any]:
    """Return the accounts with this confirmed address: their id and username, oldest first."""
    query = select(players.c.id, players.c.username).join(emails, emails.c.player_id == players.c.id)
    query = query.where(emails.c.address_key == email_key(address))
    return connection.execute(query.order_by(emails.c.confirmed_ms, players.c.id)).all()


def add_link(
    connection: Connection, player: PlayerId, purpose: Purpose, address: str, hashed: str, expires_ms: int
) -> None:
    connection.execute(
        email_links.insert().values(
            hash=hashed, player_id=player, purpose=purpose, address=address, expires_ms=expires_ms
        )
    )


def link_of(connection: Connection, hashed: str, purpose: Purpose, now_ms: int) -> StoredLink | None:
    """Return the link with this hash, if it has this purpose and has not expired."""
    query = select(*CARD, email_links.c.address).join(email_links, email_links.c.player_id == players.c.id)
    valid = (email_links.c.hash == hashed, email_links.c.purpose == purpose, email_links.c.expires_ms > now_ms)
    row = connection.execute(query.where(*valid)).first()
    return None if row is None else StoredLink(card_of(row), row.address)


def use_link(connection: Connection, player: PlayerId, hashed: str) -> bool:
    """Use this link up. Return False when another request has used it."""
    mine = (email_links.c.hash == hashed, email_links.c.player_id == player)
    return connection.execute(email_links.delete().where(*mine)).rowcount == 1


def confirm_email(connection: Connection, player: PlayerId, address: str, most: int, now_ms: int) -> bool:
    """Give this player this address in place of any other. Return False when too many accounts have it."""
    others = (emails.c.address_key == email_key(address), emails.c.player_id != player)
    if (connection.scalar(select(func.count()).where(*others)) or 0) >= most:
        return False
    remove_email(connection, player)
    connection.execute(
        emails.insert().values(player_id=player, address=address, address_key=email_key(address), confirmed_ms=now_ms)
    )
    return True


def remove_email(connection: Connection, player: PlayerId) -> None:
    """Forget this player's address and every link sent there."""
    for table in (emails, email_links):
        connection.execute(table.delete().where(table.c.player_id == player))


def sweep_links(connection: Connection, now_ms: int) -> int:
    """Remove expired links; return how many."""
    return connection.execute(email_links.delete().where(email_links.c.expires_ms <= now_ms)).rowcount
