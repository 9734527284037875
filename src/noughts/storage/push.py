"""Queries over push subscriptions and the installation's own keys."""

from hashlib import sha256

from msgspec import Struct
from sqlalchemy import Connection, func, select, text

from noughts.messages.ids import PlayerId
from noughts.storage.tables import keys, push_subscriptions

# More end the ones made first: nobody has so many browsers.
MOST_FOR_ONE = 16
# So many failures in a row, and a browser is taken for gone.
MOST_FAILURES = 20

_PUT = text("""
    INSERT INTO push_subscriptions (hash, player_id, endpoint, p256dh, auth, created_ms, failures)
    VALUES (:hash, :player_id, :endpoint, :p256dh, :auth, :created_ms, 0)
    ON CONFLICT (hash) DO UPDATE SET player_id = excluded.player_id, p256dh = excluded.p256dh, auth = excluded.auth,
        created_ms = excluded.created_ms, failures = 0
""")


class Subscription(Struct, frozen=True):
    """Where a browser is reached, and the keys with which only it can read what it is sent."""

    endpoint: str
    p256dh: str
    auth: str


def subscribe(connection: Connection, player: PlayerId, subscription: Subscription, now_ms: int) -> int:
    """Remember where this player is reached; in how many places it is now."""
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
    """Forget this browser; how many there were."""
    gone = push_subscriptions.delete().where(push_subscriptions.c.hash == _hash(endpoint))
    return connection.execute(gone).rowcount


def unsubscribe_all(connection: Connection, player: PlayerId) -> int:
    """Forget all browsers of this player; how many there were."""
    return connection.execute(push_subscriptions.delete().where(push_subscriptions.c.player_id == player)).rowcount


def subscriptions_of(connection: Connection, player: PlayerId) -> list[Subscription]:
    """Where this player is reached."""
    rows = connection.execute(select(push_subscriptions).where(push_subscriptions.c.player_id == player))
    return [Subscription(row.endpoint, row.p256dh, row.auth) for row in rows]


def reached(connection: Connection, endpoint: str, succeeded: bool) -> None:
    """A push has come there, or not. Who is not reached for long is forgotten."""
    this = push_subscriptions.c.hash == _hash(endpoint)
    failures = 0 if succeeded else push_subscriptions.c.failures + 1
    connection.execute(push_subscriptions.update().where(this).values(failures=failures))
    connection.execute(push_subscriptions.delete().where(this, push_subscriptions.c.failures >= MOST_FAILURES))


def key_named(connection: Connection, name: str, new: str) -> str:
    """The key of this name; the new one where there was none. Of several processes that bring one, one is kept."""
    statement = text("INSERT INTO keys (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")
    connection.execute(statement, {"name": name, "value": new})
    return str(connection.scalar(select(keys.c.value).where(keys.c.name == name)))


def _hash(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()
