"""The API about web push: the key that a page needs, its subscription, and unsubscribing in one click."""

from typing import Annotated

from litestar import delete, get, post
from msgspec import Meta, Struct

from noughts.doors.http.authentication import NEEDS
from noughts.doors.http.documented import OUT, READING, WRITING, documented
from noughts.doors.http.error_responses import Refused
from noughts.messages.board_state import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.server.sessions.services import Services
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
    """The result of `subscription.toJSON()` in a browser."""

    endpoint: Endpoint
    keys: PushKeys
    expiration_time: float | None = None


class PushEndpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser, by the endpoint of its subscription."""

    endpoint: Endpoint


class PushState(Struct, frozen=True):
    """The number of subscribed browsers; after unsubscribing, of those that were subscribed."""

    browsers: int


@get(
    "/push/key",
    tags=["inbox"],
    summary="Get the server's push key",
    responses=documented(PushKey, words="The key."),
)
async def show_push_key(services: Services) -> PushKey:
    return PushKey(services.web_push.public_key)


@post(
    "/push/subscriptions",
    tags=["inbox"],
    summary="Subscribe this browser to push notifications (16 at most)",
    status_code=200,
    opt={NEEDS: "profile"},
    responses=documented(
        PushState, *OUT, *READING, *WRITING, "bad_subscription", words="The number of your subscribed browsers."
    ),
)
async def subscribe(data: PushSubscription, player: PlayerCard, services: Services) -> PushState:
    given = Subscription(data.endpoint, data.keys.p256dh, data.keys.auth)
    browsers = await services.web_push.subscribe(player.id, given)
    if isinstance(browsers, Refusal):
        raise Refused(browsers)
    return PushState(browsers)


@delete(
    "/push/subscriptions",
    tags=["inbox"],
    summary="Unsubscribe all my browsers",
    status_code=200,
    opt={NEEDS: "profile"},
    responses=documented(PushState, *OUT, *WRITING, words="The number of browsers that were subscribed."),
)
async def unsubscribe_all(player: PlayerCard, services: Services) -> PushState:
    return PushState(await services.web_push.unsubscribe_all(player.id))


@post(
    "/push/unsubscribe",
    tags=["inbox"],
    summary="Unsubscribe this browser; no login needed, because only it knows its endpoint",
    status_code=200,
    responses=documented(PushState, *READING, *WRITING, words="Whether it was subscribed: 1 or 0."),
)
async def unsubscribe(data: PushEndpoint, services: Services) -> PushState:
    return PushState(await services.web_push.unsubscribe(data.endpoint))


HANDLERS = [show_push_key, subscribe, unsubscribe_all, unsubscribe]
