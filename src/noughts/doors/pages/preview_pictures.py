"""The pictures of link previews over HTTP. They are public, since they show no more than the page itself."""

from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256

from litestar import Response, get

from noughts.doors.http.authentication import WHO, Connection, address_of_client
from noughts.doors.http.error_responses import Refused
from noughts.doors.pages.link_previews import LONGEST, PICTURES
from noughts.doors.rest.boards import board_of
from noughts.doors.rest.puzzles import find_puzzle
from noughts.doors.rest.records import find_player
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.rules import BadNotation, Position, UnknownVariant, Variant, find_variant, parse_game
from noughts.server.players.pictures import PATH as PICTURE_PATH
from noughts.server.previews.preview_jobs import AnyDrawing, DrawBoard, DrawPlayer
from noughts.server.sessions.services import Services
from noughts.storage.profiles import profile_of

SUFFIX = ".png"
# Pictures of running games and of ratings change; the others stay the same.
SOON, LATER = "public, max-age=60", "public, max-age=86400"


@get(f"{PICTURES}/{{kind:str}}/{{file:str}}", include_in_schema=False, dependencies={"services": WHO["services"]})
async def show_preview(request: Connection, kind: str, file: str, services: Services) -> Response[bytes]:
    """Show a board or a player as a picture."""
    find = _DRAWINGS.get(kind)
    if find is None or not file.endswith(SUFFIX) or len(file) > LONGEST:
        raise Refused(Refusal("not_found"))
    job = await find(file.removesuffix(SUFFIX), services)
    png = await services.previews.png(job, address_of_client(request))
    if isinstance(png, Refusal):
        raise Refused(png)
    headers = {
        "Cache-Control": SOON if kind in ("game", "player") else LATER,
        "ETag": f'"{sha256(png).hexdigest()[:16]}"',
        # Pages on other sites may embed them as images.
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    return Response(png, media_type="image/png", headers=headers)


async def _game(name: str, services: Services) -> AnyDrawing:
    board = await board_of(services, GameId(name))
    return DrawBoard(
        rows=board.rows,
        cols=board.cols,
        cells=board.cells,
        boards=board.boards or "",
        last=None if board.last_move is None else board.last_move.cell,
        line=() if board.result is None else board.result.line,
    )


async def _replay(text: str, services: Services) -> AnyDrawing:
    try:
        variant, moves = parse_game(text)
    except BadNotation as error:
        raise Refused(Refusal("not_found")) from error
    position = variant.start()
    for move in moves:
        position = position.play(move)
    outcome = position.outcome()
    return _board(variant, position, moves[-1].cell if moves else None, () if outcome is None else outcome.line)


async def _variant(name: str, services: Services) -> AnyDrawing:
    try:
        variant = find_variant(name)
    except UnknownVariant as error:
        raise Refused(Refusal("not_found")) from error
    return _board(variant, variant.start())


async def _puzzle(name: str, services: Services) -> AnyDrawing:
    return _board(*find_puzzle(name).parsed())


def _board(variant: Variant, position: Position, last: int | None = None, line: tuple[int, ...] = ()) -> DrawBoard:
    return DrawBoard(
        rows=variant.rows, cols=variant.cols, cells=position.cells, boards=position.boards, last=last, line=line
    )


async def _player(name: str, services: Services) -> AnyDrawing:
    card = await find_player(services, name)
    profile = await services.database.read(profile_of, card.id, services.environment.now_ms())
    ratings = [] if profile is None else [rating.rating for rating in profile.ratings]
    start, end = PICTURE_PATH.split("{}")
    picture = None
    if card.picture is not None and card.picture.startswith(start):
        picture = await services.pictures.png(card.picture.removeprefix(start).removesuffix(end))
    return DrawPlayer(name=card.name, figures=str(round(max(ratings))) if ratings else "", picture=picture)


_DRAWINGS: Mapping[str, Callable[[str, Services], Awaitable[AnyDrawing]]] = {
    "game": _game,
    "replay": _replay,
    "variant": _variant,
    "puzzle": _puzzle,
    "player": _player,
}
