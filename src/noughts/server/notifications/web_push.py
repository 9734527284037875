"""Sends notices to the browsers of players who allowed it. Pending notices are read from the store and claimed there
first: the process that claims one sends it, once.
"""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec
import structlog

from noughts.messages.ids import GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.server.notifications.outbound_http import OutboundHttp, Unreachable
from noughts.server.notifications.quiet_hours import quiet_until_ms, wants
from noughts.server.notifications.vapid import Vapid, are_keys, new_key, sealed
from noughts.server.presence.attendance import Attendance
from noughts.server.runtime.background import report_failure
from noughts.server.runtime.environment import Environment
from noughts.server.tables.journal import Spawn
from noughts.storage import push as stored
from noughts.storage.journal import Database
from noughts.storage.notices import due_notices, take_due
from noughts.storage.players import cards_of
from noughts.storage.push import Subscription
from noughts.storage.settings import settings_of

log = structlog.get_logger()

LOOK_SECONDS = 2.0
MOST_AT_ONCE = 50
# How many players get pushes at the same time, and how many browsers of one player. A browser that does not answer
# takes seconds.
MOST_PLAYERS = 16
MOST_BROWSERS_AT_ONCE = 2
# How long a push service keeps messages that it can't deliver yet.
KEPT_SECONDS = 24 * 3600


class WebPush:
    """Sends stored notices to browsers."""

    def __init__(
        self,
        database: Database,
        environment: Environment,
        attendance: Attendance,
        spawn: Spawn,
        outbound_http: OutboundHttp,
        contact: str,
    ) -> None:
        self._database = database
        self._environment = environment
        self._attendance = attendance
        self._spawn = spawn
        self._outbound_http = outbound_http
        self._contact = contact
        self._vapid: Vapid
        # One queue for each player, so that slow browsers delay nobody else.
        self._pushing: dict[PlayerId, asyncio.Task[int]] = {}

    async def open(self) -> None:
        """Load the installation's key, or create it at the first start."""
        key = await self._database.write(stored.key_named, "vapid", new_key())
        self._vapid = Vapid(key, self._contact)
        self._spawn(self._push_forever())

    async def close(self) -> None:
        tasks = tuple(self._pushing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._outbound_http.close()

    # For pages.

    @property
    def public_key(self) -> str:
        """The key that a page needs to subscribe."""
        return self._vapid.public_key

    async def subscribe(self, player: PlayerId, subscription: Subscription) -> int | Refusal:
        """Push to this browser from now on, and return how many browsers the player has."""
        if not self._outbound_http.may_go_to(subscription.endpoint) or not are_keys(
            subscription.p256dh, subscription.auth
        ):
            return Refusal("bad_subscription")
        now_ms = self._environment.now_ms()
        return await self._database.write(stored.subscribe, player, subscription, now_ms)

    async def unsubscribe(self, endpoint: str) -> int:
        """Stop pushing to this browser. Only the browser and its push service know its endpoint."""
        return await self._database.write(stored.unsubscribe, endpoint)

    async def unsubscribe_all(self, player: PlayerId) -> int:
        return await self._database.write(stored.unsubscribe_all, player)

    # Pushing.

    async def _push_forever(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._start_due()
            except Exception as error:
                report_failure("notices could not be pushed", error)

    async def push_due(self) -> int:
        """Push what is due to players without a push under way, and return how many notices."""
        return sum(await asyncio.gather(*await self._start_due()))

    async def _start_due(self) -> list[asyncio.Task[int]]:
        """Begin to push what is due, for as many players as there is room for."""
        started: list[asyncio.Task[int]] = []
        while (room := MOST_PLAYERS - len(self._pushing)) > 0:
            now_ms = self._environment.now_ms()
            rows = await self._database.read(due_notices, now_ms, MOST_AT_ONCE, tuple(self._pushing))
            of_players: dict[PlayerId, list[Any]] = {}
            for row in rows:
                of_players.setdefault(PlayerId(row.player_id), []).append(row)
            for player, due in list(of_players.items())[:room]:
                # Another check may have started meanwhile.
                if player not in self._pushing:
                    task = self._pushing[player] = asyncio.create_task(self._push_all(player, due))
                    started.append(task)
            if len(rows) < MOST_AT_ONCE:
                break
        return started

    async def _push_all(self, player: PlayerId, rows: list[Any]) -> int:
        """Push these notices of one player, one after the other, and return how many."""
        pushed = 0
        try:
            for row in rows:
                pushed += await self._push(row)
        except Exception as error:
            log.warning("notices could not be pushed", error=str(error))
        finally:
            del self._pushing[player]
        return pushed

    async def _push(self, row: Any) -> bool:
        database, now_ms = self._database, self._environment.now_ms()
        player, game = PlayerId(row.player_id), GameId(row.game_id)
        settings = await database.read(settings_of, player)
        later_ms = quiet_until_ms(settings, now_ms)
        if later_ms is not None:
            await database.write(take_due, player, game, row.push_ms, later_ms)
            return False
        browsers: Iterable[Subscription] = ()
        if wants(settings, row.kind) and not await self._attendance.is_looking(player, game):
            browsers = await database.read(stored.subscriptions_of, player)
        if not await database.write(take_due, player, game, row.push_ms, None) or not browsers:
            return False
        cards = await database.read(cards_of, [row.by_id]) if row.by_id is not None else {}
        name = cards[row.by_id].name if row.by_id in cards else None
        content = msgspec.json.encode({"kind": row.kind, "game": game, "by": name})
        turns = asyncio.Semaphore(MOST_BROWSERS_AT_ONCE)

        async def send(browser: Subscription) -> None:
            async with turns:
                await self._send(browser, game, content)

        await asyncio.gather(*map(send, browsers))
        return True

    async def _send(self, browser: Subscription, game: GameId, content: bytes) -> None:
        # A newer message about the same game replaces one that was not delivered yet.
        topic = urlsafe_b64encode(sha256(game.encode()).digest())[:32].decode()
        headers = {
            "Host": _host(browser.endpoint),
            "Authorization": self._vapid.authorization(browser.endpoint, self._environment.now_ms()),
            "TTL": str(KEPT_SECONDS),
            "Topic": topic,
            "Urgency": "normal",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }
        try:
            body = await asyncio.to_thread(sealed, content, browser)
            status = await self._outbound_http.post(
                browser.endpoint, headers | {"Content-Length": str(len(body))}, body
            )
        except Unreachable as error:
            log.info("a push service could not be reached", error=str(error))
            status = 0
        database = self._database
        if status in (404, 410):
            # The browser has unsubscribed, or no longer exists.
            await database.write(stored.unsubscribe, browser.endpoint)
        elif status != 429:
            await database.write(stored.reached, browser.endpoint, 200 <= status < 300)


def _host(endpoint: str) -> str:
    return endpoint.split("/")[2]
