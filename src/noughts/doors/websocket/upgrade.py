"""The requirements for an upgrade request (RFC 6455, 4.2.1): lists of tokens in any case, and repeated headers."""

import binascii
from base64 import b64decode
from collections.abc import Iterable

from litestar import get
from picows import WSUpgradeRequest

from noughts.doors.http.error_responses import Refused
from noughts.messages.refusals import Refusal


def tokens_in(values: Iterable[str]) -> set[str]:
    """Return the tokens of a list header, in lower case."""
    return {token.strip().lower() for value in values for token in value.split(",")}


def objection_to(request: WSUpgradeRequest) -> Refusal | None:
    """Return why this request cannot be upgraded, or None if it can."""
    headers = request.headers
    if headers.getall("sec-websocket-version", []) != ["13"]:
        return Refusal("upgrade_needed")
    if "upgrade" not in tokens_in(headers.getall("connection", [])):
        return Refusal("bad_upgrade", "`Connection` must name `Upgrade`.")
    if "websocket" not in tokens_in(headers.getall("upgrade", [])):
        return Refusal("bad_upgrade", "`Upgrade` must name `websocket`.")
    if not _is_key(headers.getall("sec-websocket-key", [])):
        return Refusal("bad_upgrade", "`Sec-WebSocket-Key` must be 16 bytes in base64.")
    if "host" not in headers:
        return Refusal("bad_upgrade", "`Host` is missing.")
    return None


def spell_for_picows(request: WSUpgradeRequest) -> None:
    """Rewrite the headers for picows, which doesn't understand lists."""
    request.headers["connection"] = "Upgrade"
    request.headers["upgrade"] = "websocket"


def _is_key(values: list[str]) -> bool:
    try:
        return len(values) == 1 and len(b64decode(values[0], validate=True)) == 16
    except (binascii.Error, ValueError):
        return False


@get("/ws", include_in_schema=False, sync_to_thread=False)
def ask_for_upgrade() -> None:
    """Answer a plain HTTP request to the game socket: it must ask for an upgrade."""
    raise Refused(Refusal("upgrade_needed"))
