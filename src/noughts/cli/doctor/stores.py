"""Checks of the database, Redis and the push key."""

import time

from noughts.cli.doctor.finding import Finding, ok, problem, warning
from noughts.composition import choose_database
from noughts.config import Settings
from noughts.parts import SCALE
from noughts.server.notifications.vapid import Vapid
from noughts.storage.journal import Database, StorageError
from noughts.storage.push import stored_key
from noughts.storage.uptime import alive_at_ms

MOST_SECONDS = 5
# The clocks of well-run machines differ by less than this.
MOST_AHEAD_MS = 5_000


async def check_database(settings: Settings) -> list[Finding]:
    """Check that the database can be reached and is migrated, and that the clock is not behind it."""
    try:
        database = choose_database(settings)
    except StorageError as error:
        return [_unusable(str(error))]
    try:
        await database.visit()
        alive_ms = await database.read(alive_at_ms)
    except StorageError as error:
        return [_unusable(str(error))]
    finally:
        await database.close()
    found = [ok("The database can be used, and its schema is this version's.")]
    ahead_ms = (alive_ms or 0) - time.time_ns() // 1_000_000
    if ahead_ms > MOST_AHEAD_MS:
        found.append(
            problem(
                f"The clock was set back: the database was last used {ahead_ms / 1000:,.0f} s in the future.",
                "Correct the clock, then start the server.",
            )
        )
    return found


def _unusable(words: str) -> Finding:
    words = f"{words[0].upper()}{words[1:]}."
    if "start the server once" in words:
        return warning(words, "The first start creates the database.")
    return problem(words, "Check the setting `database` or `data`, and that the database runs.")


async def check_redis(settings: Settings) -> list[Finding]:
    """Check that Redis answers."""
    if not settings.redis:
        if settings.database:
            return [warning("No Redis is set.", "Fine for one server. Several servers on one database need `redis`.")]
        return []
    if not SCALE.is_installed:
        # Reported by the check of the database, which Redis needs too.
        return []
    # Imported here, because it is optional.
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

    where = settings.redis.rpartition("@")[2]
    try:
        async with Redis.from_url(
            settings.redis, socket_timeout=MOST_SECONDS, socket_connect_timeout=MOST_SECONDS
        ) as redis:
            await redis.ping()
    except (RedisError, OSError, ValueError, TypeError) as error:
        return [problem(f"Redis at {where} can't be used: {error}", "Start Redis, or correct the setting `redis`.")]
    return [ok(f"Redis at {where} answers.")]


async def check_push(settings: Settings) -> list[Finding]:
    """Check the key for notifications, and the contact address that push services require."""
    found = []
    if not settings.push_contact:
        found.append(
            warning("Push services have no contact address.", "Set push-contact to mailto:… or https://… of yours.")
        )
    try:
        database = choose_database(settings)
    except StorageError:
        # Reported by the check of the database.
        return found
    try:
        await database.visit()
        found += await _check_key(database)
    except StorageError:
        # Reported by the check of the database, too.
        pass
    finally:
        await database.close()
    return found


async def _check_key(database: Database) -> list[Finding]:
    key = await database.read(stored_key, "vapid")
    if key is None:
        return []
    try:
        Vapid(key, "")
    except ValueError:
        return [problem("The push key in the database is damaged.", "Restore a backup. A new key ends subscriptions.")]
    return [ok("The push key can be used.")]
