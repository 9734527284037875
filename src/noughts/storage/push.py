"""Queries over push subscriptions and the installation's own keys."""

from hashlib import sha256

from msgspec import Struct
from sqlalchemy import Connection, func, select, text

from noughts.messages.ids import PlayerId
from noughts.storage.tables import keys, push_subscriptions

# Further ones replace the oldest.
MOST_FOR_ONE = 16
# After this many failures in a row, a browser counts as gone.
MOST_FAILURES = 20

_PUT = text("""
    INSERT INTO push_subscriptions (hash, player_id, endpoint, p256dh, auth, created_ms, failures)
    VALUES (:hash, :player_id, :endpoint, :p256dh, :auth, :created_ms, 0)
    ON CONFLICT (hash) DO UPDATE SET player_id = excluded.player_id, p256dh = excluded.p256dh, auth = excluded.auth,
        created_ms = excluded.created_ms, failures = 0
""")


class Subscription(Struct, frozen=True):
    """The address of a browser, and the keys with which only it can read its pushes."""

    endpoint: str
    p256dh: str
    auth: str


def subscribe(connection: Connection, player: PlayerId, subscription: Subscription, now_ms: int) -> int:
    """Store a subscription of this player; return how many there are now."""
    row = {"hash": _hash(subscription.endpoint), "player_id": player, "endpoint": subscription.endpoint,
           "p256dh": subscription.p256dh, "auth": subscription.auth, "created_ms": now_ms}  # fmt: skip
    connection.execute(_PUT, row)
    mine = push_subscriptions.c.player_id == player
    newest = (
        select(push_subscriptions.c.hash)
        .where(mine)
        .order_by(push_subscriptions.c.created_ms.desc(), push_subscriptions.c.hash)
        .limit(MOST_FOR_ONE)
    )
    connection.execute(push_subscriptions.delete().where(mine, push_subscriptions.c.hash.not_in(newest)))
    return connection.scalar(select(func.count()).where(mine)) or 0


def unsubscribe(connection: Connection, endpoint: str) -> int:
    """Remove this browser; return how many were removed."""
    gone = push_subscriptions.delete().where(push_subscriptions.c.hash == _hash(endpoint))
    return connection.execute(gone).rowcount


def unsubscribe_all(connection: Connection, player: PlayerId) -> int:
    """Remove all browsers of this player; return how many were removed."""
    return connection.execute(push_subscriptions.delete().where(push_subscriptions.c.player_id == player)).rowcount


def subscriptions_of(connection: Connection, player: PlayerId) -> list[Subscription]:
    """Return the subscriptions of this player."""
    rows = connection.execute(select(push_subscriptions).where(push_subscriptions.c.player_id == player))
    return [Subscription(row.endpoint, row.p256dh, row.auth) for row in rows]


def reached(connection: Connection, endpoint: str, succeeded: bool) -> None:
    """Record whether a push was delivered. Browsers that stay unreachable for long are removed."""
    this = push_subscriptions.c.hash == _hash(endpoint)
    failures = 0 if succeeded else push_subscriptions.c.failures + 1
    connection.execute(push_subscriptions.update().where(this).values(failures=failures))
    connection.execute(push_subscriptions.delete().where(this, push_subscriptions.c.failures >= MOST_FAILURES))


def key_named(connection: Connection, name: str, new: str) -> str:
    """Return the key of this name, or store the new one if there was none. When several processes bring one, one is
    kept.
    """
    statement = text("INSERT INTO keys (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")
    connection.execute(statement, {"name": name, "value": new})
    return str(stored_key(connection, name))


def stored_key(connection: Connection, name: str) -> str | None:
    """Return the key of this name, if there is one."""
    return connection.scalar(select(keys.c.value).where(keys.c.name == name))


def _hash(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()
