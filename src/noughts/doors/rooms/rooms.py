"""The rooms API: register, log in, create a room, join it, play, look, delete. It maps paths and keys, and decides
nothing.

The token goes in `Authorization: Bearer …` and never in a cookie, so another site cannot forge the GET requests that
change something. Caches must not store any answer.
"""

from typing import Annotated, Any

from litestar import Request, Response, Router, delete, get, post
from litestar.datastructures import ResponseHeader
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import Parameter

from noughts import __version__
from noughts.doors.http.authentication import MAKES, NEEDS, NO_COOKIE, WHO, address_of_client
from noughts.doors.http.error_responses import ErrorBody, Refused, count_refusal, error_response, refusal_of
from noughts.doors.rooms.room_bodies import (
    ROOM_EXAMPLE,
    USER_EXAMPLE,
    Done,
    RoomCredentials,
    RoomData,
    RoomRefusal,
    Told,
    Turn,
    TurnMade,
    User,
    answers,
    room_data,
    user,
)
from noughts.games.game import Game
from noughts.messages.board_state import PlayerCard
from noughts.messages.commands import MakeMove
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.rules import VARIANTS
from noughts.server.sessions.services import Services

RoomToken = Annotated[str, Parameter(description="the room's token: токен игровой сессии", max_length=64)]
VariantName = Annotated[str, Parameter(description="the variant; see /home", min_length=1, max_length=20)]
Opponent = Annotated[
    str | None,
    Parameter(
        description="reserve the room for a user's id, or play `computer-1` to `computer-8`",
        max_length=64,
        pattern="^[!-~]+$",
    ),
]

HOME = {
    "name": "Noughts",
    "version": __version__,
    "description": "A server for tic-tac-toe and its family. Register or log in, create a game, give the room's "
    "token to a friend, and take turns.",
    "games": {variant.name: variant.how_to for variant in VARIANTS},
    "documentation": "/api",
}

_OUT = ("not_logged_in", "too_many_requests")
_IN_ROOM = (*_OUT, "not_yours", "no_such_game")


@get(
    "/home",
    summary="Describe this server: информативная страница",
    responses={
        200: ResponseSpec(dict[str, Any], description="The server and its variants.", examples=[Example(value=HOME)])
    },
    sync_to_thread=False,
)
def home() -> dict[str, Any]:
    return HOME


@post(
    "/register",
    summary="Create an account and get its token: регистрация, получение токена",
    status_code=200,
    responses=answers(
        User, "username_taken", "bad_username", "bad_password", "too_many_tries", "logins_busy", example=USER_EXAMPLE
    ),
)
async def register(request: Request[Any, Any, Any], data: RoomCredentials, services: Services) -> User:
    card = await services.accounts.register(data.who, data.password, address_of_client(request))
    if isinstance(card, Refusal):
        raise Refused(card)
    return user(card, await services.accounts.give_token(card, "register"))


@post(
    "/login",
    summary="Get a new token: авторизация",
    status_code=200,
    responses=answers(User, "wrong_login", "too_many_tries", "logins_busy", example=USER_EXAMPLE),
)
async def login(request: Request[Any, Any, Any], data: RoomCredentials, services: Services) -> User:
    found = await services.accounts.log_in(data.who, data.password, address_of_client(request))
    if isinstance(found, Refusal):
        raise Refused(found)
    return user(found.card, found.token)


@get(
    "/tic-tac-toe/mygames",
    summary="Get my current room, if any: мои текущие игры",
    responses=answers(list[RoomData], *_OUT, example=[ROOM_EXAMPLE]),
)
async def my_games(player: PlayerCard, services: Services) -> list[RoomData]:
    game = await services.rooms.current(player)
    return [] if game is None else [RoomData(**room_data(game))]


@get(
    "/tic-tac-toe/creategame",
    opt={MAKES: True},
    summary="Create a room as its host: создание игры, возвращает токен комнаты",
    responses=answers(
        RoomData,
        *_OUT,
        "in_a_game",
        "unknown_variant",
        "too_many_games",
        "no_such_player",
        "computer_busy",
        example=ROOM_EXAMPLE,
    ),
)
async def create_game(
    player: PlayerCard, services: Services, variant: VariantName = "classic", opponent: Opponent = None
) -> RoomData:
    answer = await services.rooms.create(player, variant, opponent)
    if answer.refusal is not None or answer.game is None:
        raise Refused(answer.refusal or Refusal("internal"))
    return RoomData(**room_data(await _looked_at(player, answer.game, services)))


def _join_refused(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Return the answer to a guest who cannot join: `False`, and the reason."""
    refusal = _refusal_in(error)
    count_refusal(request, refusal)
    reason = refusal.words.encode("ascii", "replace").decode()
    headers = {**error_response(refusal).headers, **_NO_STORE, "error-message": reason, "error-code": refusal.code}
    return Response(b'"False"', status_code=refusal.status, headers=headers, media_type=MediaType.JSON)


def _joined_or_not() -> dict[int, ResponseSpec]:
    codes = (*_OUT, "malformed", "no_such_game", "in_a_game", "own_game", "game_full", "game_over")
    words: dict[int, list[str]] = {200: ["You are in, and the game has started."]}
    for code in codes:
        words.setdefault(Refusal(code).status, []).append(Refusal(code).words)
    return {
        status: ResponseSpec(
            Told, description=" ".join(reasons), examples=[Example(value="True" if status == 200 else "False")]
        )
        for status, reasons in words.items()
    }


@get(
    "/tic-tac-toe/joingame/{room:str}",
    summary="Join a room as its guest and start the game: присоединение гостя, True или False",
    description='The body is `"True"` or `"False"`. The `error-message` header gives the reason for a failure.',
    media_type=MediaType.JSON,
    responses=_joined_or_not(),
    exception_handlers={Refused: _join_refused, HTTPException: _join_refused},
)
async def join_game(room: RoomToken, player: PlayerCard, services: Services) -> Response[bytes]:
    answer = await services.rooms.join(player, GameId(room))
    if answer.refusal is not None:
        raise Refused(answer.refusal)
    return Response(b'"True"', media_type=MediaType.JSON)


@post(
    "/tic-tac-toe/game-turn/{room:str}",
    summary="Play a move: X is the column, Y the row, both from 0: ход игрока",
    status_code=200,
    responses=answers(
        TurnMade,
        *_IN_ROOM,
        "not_your_turn",
        "cell_taken",
        "opponent_missing",
        "game_over",
        "out_of_range",
        example={**ROOM_EXAMPLE, "is_succesful": "True"},
    ),
)
async def game_turn(room: RoomToken, data: Turn, player: PlayerCard, services: Services) -> TurnMade:
    move = MakeMove(id=data.id, cell=0, ply=data.turn_num, mark=data.mark)
    answer = await services.rooms.turn(player, GameId(room), data.X, data.Y, move)
    if answer.refusal is not None:
        raise Refused(answer.refusal)
    return TurnMade(**room_data(await _looked_at(player, GameId(room), services)))


@get(
    "/tic-tac-toe/game-info/{room:str}",
    summary="Get everything about a room: все игровые данные сессии",
    responses=answers(RoomData, *_IN_ROOM, example=ROOM_EXAMPLE),
)
async def game_info(room: RoomToken, player: PlayerCard, services: Services) -> RoomData:
    return RoomData(**room_data(await _looked_at(player, GameId(room), services)))


@delete(
    "/tic-tac-toe/deletegame/{room:str}",
    summary="Delete the game for both players: удаление записи в базе данных",
    status_code=200,
    responses=answers(Done, *_IN_ROOM, "not_a_room", example={"is_succesful": "True"}),
)
async def delete_game(room: RoomToken, player: PlayerCard, services: Services) -> Done:
    answer = await services.rooms.delete(player, GameId(room))
    if answer.refusal is not None:
        raise Refused(answer.refusal)
    return Done()


async def _looked_at(player: PlayerCard, room: GameId, services: Services) -> Game:
    game = await services.rooms.look(player, room)
    if isinstance(game, Refusal):
        raise Refused(game)
    return game


_NO_STORE = {"Cache-Control": "no-store"}


def _refusal_in(error: Exception) -> Refusal:
    return error.refusal if isinstance(error, Refused) else refusal_of(error)


def _reply_to_refusal(request: Request[Any, Any, Any], error: Exception) -> Response[RoomRefusal]:
    """Return a refusal in the format of the rooms API, with the same status and waiting time as in the other APIs."""
    refusal = _refusal_in(error)
    count_refusal(request, refusal)
    reply = error_response(refusal)
    assert isinstance(reply.content, ErrorBody)
    body = RoomRefusal("False", refusal.words, refusal.code, reply.content.ratelimit)
    return Response(
        body, status_code=reply.status_code, headers={**reply.headers, **_NO_STORE}, media_type=MediaType.JSON
    )


rooms = Router(
    "/",
    route_handlers=[home, register, login, my_games, create_game, join_game, game_turn, game_info, delete_game],
    tags=["rooms"],
    dependencies=WHO,
    # Cookies are ignored here: some GET requests change things, so a link on another site could do so too.
    opt={NEEDS: "play", NO_COOKIE: True},
    response_headers=[ResponseHeader(name="Cache-Control", value="no-store")],
    exception_handlers={
        Refused: _reply_to_refusal,
        HTTPException: _reply_to_refusal,
        RecursionError: _reply_to_refusal,
    },
)
