"""The API about web push: the key that a page needs, its subscription, and the end of it in one click."""

from typing import Annotated

from litestar import delete, get, post
from msgspec import Meta, Struct

from noughts.doors.asking import NEEDS
from noughts.doors.documented import OUT, READING, WRITING, documented
from noughts.doors.replies import Refused
from noughts.messages.answers import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.server.session import Reception
from noughts.storage.push import Subscription

Endpoint = Annotated[str, Meta(min_length=1, max_length=1000)]


class PushKey(Struct, frozen=True):
    """The server's public key (VAPID), for `pushManager.subscribe`."""

    key: str


class PushKeys(Struct, frozen=True, forbid_unknown_fields=True):
    """The browser's own keys, in base64url."""

    p256dh: Annotated[str, Meta(min_length=1, max_length=100)]
    auth: Annotated[str, Meta(min_length=1, max_length=40)]


class PushSubscription(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """What `subscription.toJSON()` gives in a browser."""

    endpoint: Endpoint
    keys: PushKeys
    expiration_time: float | None = None


class PushEndpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser, by the endpoint of its subscription."""

    endpoint: Endpoint


class PushState(Struct, frozen=True):
    """How many browsers are subscribed, or were."""

    browsers: int


@get(
    "/push/key",
    tags=["inbox"],
    summary="The key with which a page subscribes to push",
    responses=documented(PushKey, words="The key."),
)
async def show_push_key(reception: Reception) -> PushKey:
    return PushKey(reception.pusher.public_key)


@post(
    "/push/subscriptions",
    tags=["inbox"],
    summary="Push my notices to this browser; at most 16",
    status_code=200,
    opt={NEEDS: "profile"},
    responses=documented(
        PushState, *OUT, *READING, *WRITING, "bad_subscription", words="So many browsers of yours are subscribed now."
    ),
)
async def subscribe(data: PushSubscription, player: PlayerCard, reception: Reception) -> PushState:
    given = Subscription(data.endpoint, data.keys.p256dh, data.keys.auth)
    browsers = await reception.pusher.subscribe(player.id, given)
    if isinstance(browsers, Refusal):
        raise Refused(browsers)
    return PushState(browsers)


@delete(
    "/push/subscriptions",
    tags=["inbox"],
    summary="Push to none of my browsers any more",
    status_code=200,
    opt={NEEDS: "profile"},
    responses=documented(PushState, *OUT, *WRITING, words="So many were subscribed."),
)
async def unsubscribe_all(player: PlayerCard, reception: Reception) -> PushState:
    return PushState(await reception.pusher.unsubscribe_all(player.id))


@post(
    "/push/unsubscribe",
    tags=["inbox"],
    summary="Push to this browser no more: no login needed, since nobody else knows its endpoint",
    status_code=200,
    responses=documented(PushState, *READING, *WRITING, words="Whether it was subscribed: 1 or 0."),
)
async def unsubscribe(data: PushEndpoint, reception: Reception) -> PushState:
    return PushState(await reception.pusher.unsubscribe(data.endpoint))


HANDLERS = [show_push_key, subscribe, unsubscribe_all, unsubscribe]
