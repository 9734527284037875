"""Players' pictures over HTTP: uploaded by their owners, visible to all.

Only pictures that the server re-encoded are shown.
"""

import re
from dataclasses import dataclass
from typing import Any

from litestar import Request, Response, get, put
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody, Schema
from litestar.openapi.spec.enums import OpenAPIFormat, OpenAPIType

from noughts.doors.http.authentication import NEEDS, WHO, address_of_client, uploads_of
from noughts.doors.http.documented import OUT, READING, UPLOADING, WRITING, documented
from noughts.doors.http.error_responses import Refused
from noughts.messages.board_state import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.server.runtime.budget import Client
from noughts.server.runtime.limits import MOST_PICTURE_BYTES
from noughts.server.sessions.services import Services

_FILE = re.compile(r"([0-9a-f]{64})\.png")
_IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable"}


@get("/pictures/{file:str}", include_in_schema=False, dependencies=WHO)
async def show_picture(file: str, services: Services) -> Response[bytes]:
    """Return an uploaded picture. Its name contains the hash of its contents, so it may be cached forever."""
    name = _FILE.fullmatch(file)
    png = None if name is None else await services.pictures.png(name[1])
    if png is None:
        raise Refused(Refusal("not_found"))
    return Response(png, media_type="image/png", headers=_IMMUTABLE)


@dataclass
class _Upload(Operation):
    """Describes the body for the API document: the handler reads it directly, so Litestar doesn't know its type."""

    def __post_init__(self) -> None:
        file = OpenAPIMediaType(Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY))
        self.request_body = RequestBody(dict.fromkeys(("image/png", "image/jpeg", "image/webp"), file), required=True)


@put(
    "/api/v1/me/picture",
    tags=["players"],
    summary="Set my picture",
    description=f"The body is the file itself: PNG, JPEG or WebP, at most {MOST_PICTURE_BYTES // 1024} KiB.",
    responses=documented(
        PlayerCard,
        *OUT,
        *READING,
        *WRITING,
        *UPLOADING,
        "account_needed",
        "bad_picture",
        "too_many_pictures",
        "pictures_off",
        words="Your player card.",
    ),
    dependencies=WHO,
    opt={NEEDS: "profile"},
    request_max_body_size=MOST_PICTURE_BYTES,
    operation_class=_Upload,
)
async def put_picture(request: Request[Any, Any, Any], player: PlayerCard, services: Services) -> PlayerCard:
    if player.kind == "guest":
        raise Refused(Refusal("account_needed"))
    sender = Client(address_of_client(request), player.id)
    data = await uploads_of(request).receive(request, sender)
    picture = await services.pictures.remake(data, sender)
    if isinstance(picture, Refusal):
        raise Refused(picture)
    card = await services.pictures.store(player, picture)
    services.tables.show_card(card)
    return card
