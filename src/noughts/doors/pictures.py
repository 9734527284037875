"""Players' pictures over HTTP: sent by their owners, shown to all. Only what the server has made itself is shown."""

import re
from dataclasses import dataclass
from typing import Any

from litestar import Request, Response, get, put
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody, Schema
from litestar.openapi.spec.enums import OpenAPIFormat, OpenAPIType

from noughts.doors.asking import NEEDS, WHO
from noughts.doors.documented import OUT, READING, WRITING, documented
from noughts.doors.replies import Refused
from noughts.messages.answers import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.server.pictures import MOST_BYTES
from noughts.server.session import Reception

# Uploads that are read at the same time: each may hold `MOST_BYTES` of memory, however slowly it comes.
MOST_UPLOADS = 8

_FILE = re.compile(r"([0-9a-f]{64})\.png")
_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}


@get("/pictures/{file:str}", include_in_schema=False, dependencies=WHO)
async def show_picture(file: str, reception: Reception) -> Response[bytes]:
    """An uploaded picture. Its name holds its contents' hash, so it may be kept for ever."""
    name = _FILE.fullmatch(file)
    png = None if name is None else await reception.pictures.png(name[1])
    if png is None:
        raise Refused(Refusal("not_found"))
    return Response(png, media_type="image/png", headers=_FOR_EVER)


@dataclass
class _Upload(Operation):
    """The body is read by hand, so Litestar does not know what it is."""

    def __post_init__(self) -> None:
        file = OpenAPIMediaType(Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY))
        self.request_body = RequestBody(dict.fromkeys(("image/png", "image/jpeg", "image/webp"), file), required=True)


@put(
    "/api/v1/me/picture",
    tags=["players"],
    summary="Have this picture",
    description=f"The body is the file itself: PNG, JPEG or WebP, at most {MOST_BYTES // 1024} KiB.",
    responses=documented(
        PlayerCard, *OUT, *READING, *WRITING, "account_needed", "bad_picture", "too_many_pictures", words="You with it."
    ),
    dependencies=WHO,
    opt={NEEDS: "profile"},
    request_max_body_size=MOST_BYTES,
    operation_class=_Upload,
)
async def put_picture(request: Request[Any, Any, Any], player: PlayerCard, reception: Reception) -> PlayerCard:
    if player.kind == "guest":
        raise Refused(Refusal("account_needed"))
    uploads = request.app.state.setdefault("uploads", set())
    if len(uploads) >= MOST_UPLOADS:
        raise Refused(Refusal("too_many_pictures", wait_seconds=1.0))
    uploads.add(request)
    try:
        data = await request.body()
    finally:
        uploads.discard(request)
    picture = await reception.pictures.remake(data, player.id)
    if isinstance(picture, Refusal):
        raise Refused(picture)
    card = await reception.pictures.give(player, picture)
    reception.hall.show_card(card)
    return card
