"""Queries over passkeys, and over the challenges that were answered with one: each may be answered once."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, func, select, text

from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.storage.players import CARD, card_of
from noughts.storage.tables import answered_challenges, passkeys, players

_ANSWER = text("INSERT INTO answered_challenges (hash, expires_ms) VALUES (:hash, :expires_ms) ON CONFLICT DO NOTHING")


class StoredPasskey(Struct, frozen=True):
    """A passkey and its owner. The credential and the public key are base64url."""

    card: PlayerCard
    hash: str
    public_key: str
    sign_count: int


class NewPasskey(Struct, frozen=True):
    """A passkey to be stored."""

    credential: str
    public_key: str
    sign_count: int
    name: str


def credential_hash(credential: str) -> str:
    return sha256(credential.encode()).hexdigest()


def add_passkey(connection: Connection, player: PlayerId, passkey: NewPasskey, most: int, now_ms: int) -> bool:
    """Add a passkey of this player. Return False when there are too many. Raises `IntegrityError` for a known one."""
    mine = select(func.count()).where(passkeys.c.player_id == player)
    if (connection.scalar(mine) or 0) >= most:
        return False
    connection.execute(
        passkeys.insert().values(
            hash=credential_hash(passkey.credential),
            player_id=player,
            credential=passkey.credential,
            public_key=passkey.public_key,
            sign_count=passkey.sign_count,
            name=passkey.name,
            created_ms=now_ms,
        )
    )
    return True


def passkeys_of(connection: Connection, player: PlayerId) -> Sequence[Row[Any]]:
    """Return all passkeys of this player, oldest first."""
    query = select(passkeys).where(passkeys.c.player_id == player)
    return connection.execute(query.order_by(passkeys.c.created_ms, passkeys.c.hash)).all()


def passkey_of_credential(connection: Connection, credential: str) -> StoredPasskey | None:
    query = select(*CARD, passkeys.c.hash, passkeys.c.public_key, passkeys.c.sign_count)
    query = query.join(passkeys, passkeys.c.player_id == players.c.id)
    row = connection.execute(query.where(passkeys.c.hash == credential_hash(credential))).first()
    return None if row is None else StoredPasskey(card_of(row), row.hash, row.public_key, row.sign_count)


def passkey_used(connection: Connection, hashed: str, sign_count: int, now_ms: int) -> bool:
    """Record a use of this passkey. Return False when it was removed."""
    used = passkeys.update().where(passkeys.c.hash == hashed).values(sign_count=sign_count, used_ms=now_ms)
    return connection.execute(used).rowcount == 1


def remove_passkey(connection: Connection, player: PlayerId, start: str) -> bool:
    """Remove this player's passkey whose hash starts with this. Return False when there is none."""
    mine = (passkeys.c.player_id == player, passkeys.c.hash.startswith(start, autoescape=True))
    return connection.execute(passkeys.delete().where(*mine)).rowcount > 0


def end_passkeys(connection: Connection, player: PlayerId) -> None:
    connection.execute(passkeys.delete().where(passkeys.c.player_id == player))


def answer_challenge(connection: Connection, challenge: str, expires_ms: int) -> bool:
    """Record that this challenge was answered. Return False when it was answered before."""
    hashed = sha256(challenge.encode()).hexdigest()
    return connection.execute(_ANSWER, {"hash": hashed, "expires_ms": expires_ms}).rowcount == 1


def sweep_challenges(connection: Connection, now_ms: int) -> int:
    """Remove expired challenges, which nobody can answer any more; return how many."""
    expired = answered_challenges.c.expires_ms <= now_ms
    return connection.execute(answered_challenges.delete().where(expired)).rowcount
