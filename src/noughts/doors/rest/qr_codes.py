"""QR codes of links to games and invitations, to scan from this screen with a phone."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import segno
from litestar import Response, get

from noughts.doors.http.authentication import Connection
from noughts.doors.http.error_responses import Refused
from noughts.doors.http.links import link_to
from noughts.doors.rest.games import GameIdInPath
from noughts.doors.rest.social import TokenInPath
from noughts.messages.board_state import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.server.matchmaking.invites import PATH

# The number of codes kept, and of those that may wait to be drawn: each takes some milliseconds.
MOST_KEPT = 1024
MOST_WAITING = 8

# One thread, so that many codes at once leave the other cores to the games.
_drawing = ThreadPoolExecutor(1, thread_name_prefix="qr")
_kept: OrderedDict[str, bytes] = OrderedDict()
_waiting: set[str] = set()


@get("/invites/{token:str}/qr.svg", include_in_schema=False)
async def show_invite_code(request: Connection, token: TokenInPath, player: PlayerCard) -> Response[bytes]:
    """Show the link of an invitation."""
    return await _code(link_to(request, PATH.format(token)))


@get("/games/{game_id:str}/qr.svg", include_in_schema=False)
async def show_game_code(request: Connection, game_id: GameIdInPath, player: PlayerCard) -> Response[bytes]:
    """Show the link to a game."""
    if not (game_id.isascii() and game_id.isalnum()):
        raise Refused(Refusal("no_such_game"))
    return await _code(link_to(request, f"/g/{game_id}"))


async def _code(url: str) -> Response[bytes]:
    if url not in _kept:
        if len(_waiting) >= MOST_WAITING:
            raise Refused(Refusal("busy", wait_seconds=1.0))
        _waiting.add(url)
        try:
            _kept[url] = await asyncio.get_running_loop().run_in_executor(_drawing, _svg, url)
        finally:
            _waiting.discard(url)
        if len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return Response(_kept[url], media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


def _svg(url: str) -> bytes:
    out = BytesIO()
    # A white background and a border, whatever the page's colours: a camera needs both.
    segno.make(url, micro=False).save(out, kind="svg", xmldecl=False, scale=4, border=4, light="#fff", omitsize=True)
    return out.getvalue()


HANDLERS = [show_invite_code, show_game_code]
