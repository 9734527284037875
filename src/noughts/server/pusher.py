"""Sends notices to the browsers of those who allowed it. What is to be sent is read from the store, and taken there
first: whichever process takes it sends it, once.
"""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from noughts.messages.ids import GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.server.postman import Postman, Unreachable
from noughts.server.quiet import quiet_until_ms, wants
from noughts.server.vapid import Vapid, are_keys, new_key, sealed
from noughts.storage import push as stored
from noughts.storage.notices import due_notices, take_due
from noughts.storage.players import cards_of
from noughts.storage.push import Subscription
from noughts.storage.settings import settings_of

if TYPE_CHECKING:
    from noughts.server.hall import Hall

log = structlog.get_logger()

LOOK_SECONDS = 2.0
MOST_AT_ONCE = 50
# A push service keeps for so long what it cannot deliver yet.
KEPT_SECONDS = 24 * 3600


class Pusher:
    """The way from the store of notices to the browsers."""

    def __init__(self, hall: "Hall", postman: Postman, contact: str) -> None:
        self._hall = hall
        self._postman = postman
        self._contact = contact
        self._vapid: Vapid

    async def open(self) -> None:
        """Have the installation's key, made at the first start of all."""
        key = await self._hall.database.write(stored.key_named, "vapid", new_key())
        self._vapid = Vapid(key, self._contact)
        self._hall.spawn(self._push_for_ever())

    async def close(self) -> None:
        await self._postman.close()

    # For pages.

    @property
    def public_key(self) -> str:
        """What a page needs to subscribe."""
        return self._vapid.public_key

    async def subscribe(self, player: PlayerId, subscription: Subscription) -> int | Refusal:
        """Push to this browser from now on; how many browsers of the player there are."""
        if not self._postman.may_go_to(subscription.endpoint) or not are_keys(subscription.p256dh, subscription.auth):
            return Refusal("bad_subscription")
        now_ms = self._hall.outside.now_ms()
        return await self._hall.database.write(stored.subscribe, player, subscription, now_ms)

    async def unsubscribe(self, endpoint: str) -> int:
        """Push to this browser no more. Nobody but it and its push service knows its endpoint."""
        return await self._hall.database.write(stored.unsubscribe, endpoint)

    async def unsubscribe_all(self, player: PlayerId) -> int:
        return await self._hall.database.write(stored.unsubscribe_all, player)

    # Pushing.

    async def _push_for_ever(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.push_due()
            except Exception as error:
                log.warning("notices cannot be pushed", error=str(error))

    async def push_due(self) -> int:
        """Push all that is due now; how many notices."""
        rows = await self._hall.database.read(due_notices, self._hall.outside.now_ms(), MOST_AT_ONCE)
        return sum(await asyncio.gather(*(self._push(row) for row in rows)))

    async def _push(self, row: Any) -> bool:
        database, now_ms = self._hall.database, self._hall.outside.now_ms()
        player, game = PlayerId(row.player_id), GameId(row.game_id)
        settings = await database.read(settings_of, player)
        later_ms = quiet_until_ms(settings, now_ms)
        if later_ms is not None:
            await database.write(take_due, player, game, row.push_ms, later_ms)
            return False
        browsers: Iterable[Subscription] = ()
        if wants(settings, row.kind) and not await self._hall.absences.attendance.is_looking(player, game):
            browsers = await database.read(stored.subscriptions_of, player)
        if not await database.write(take_due, player, game, row.push_ms, None) or not browsers:
            return False
        cards = await database.read(cards_of, [row.by_id]) if row.by_id is not None else {}
        name = cards[row.by_id].name if row.by_id in cards else None
        content = msgspec.json.encode({"kind": row.kind, "game": game, "by": name})
        await asyncio.gather(*(self._send(browser, game, content) for browser in browsers))
        return True

    async def _send(self, browser: Subscription, game: GameId, content: bytes) -> None:
        # A newer one about the same game takes the place of one that was not delivered yet.
        topic = urlsafe_b64encode(sha256(game.encode()).digest())[:32].decode()
        headers = {
            "Host": _host(browser.endpoint),
            "Authorization": self._vapid.authorization(browser.endpoint, self._hall.outside.now_ms()),
            "TTL": str(KEPT_SECONDS),
            "Topic": topic,
            "Urgency": "normal",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }
        try:
            body = await asyncio.to_thread(sealed, content, browser)
            status = await self._postman.post(browser.endpoint, headers | {"Content-Length": str(len(body))}, body)
        except Unreachable as error:
            log.info("a push service was not reached", error=str(error))
            status = 0
        database = self._hall.database
        if status in (404, 410):
            # The browser has withdrawn it, or is no more.
            await database.write(stored.unsubscribe, browser.endpoint)
        elif status != 429:
            await database.write(stored.reached, browser.endpoint, 200 <= status < 300)


def _host(endpoint: str) -> str:
    return endpoint.split("/")[2]
