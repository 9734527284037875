"""The REST note: register, log in, make a room, join it, play, look, delete. Its paths and keys, and no decisions.

The token goes in `Authorization: Bearer …` and never in a cookie, so the GETs that act cannot be forged from another
site; nothing of it may be kept by a cache.
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
from noughts.doors.asking import NEEDS, NO_COOKIE, WHO, address_of_client
from noughts.doors.replies import ErrorBody, Refused, error_response, refusal_of
from noughts.doors.room_bodies import (
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
from noughts.messages.answers import PlayerCard
from noughts.messages.commands import MakeMove
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.rules import VARIANTS
from noughts.server.session import Reception

RoomToken = Annotated[str, Parameter(description="the room's token: токен игровой сессии", max_length=64)]
VariantName = Annotated[str, Parameter(description="what to play, see /home", min_length=1, max_length=20)]
Opponent = Annotated[
    str | None,
    Parameter(
        description="whom the room is for: a user's id, or `computer-1` to `computer-8`, who comes at once",
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
    summary="What this server is: информативная страница",
    responses={200: ResponseSpec(dict[str, Any], description="It and its games.", examples=[Example(value=HOME)])},
    sync_to_thread=False,
)
def home() -> dict[str, Any]:
    return HOME


@post(
    "/register",
    summary="Make an account, get its token: регистрация, получение токена",
    status_code=200,
    responses=answers(
        User, "username_taken", "bad_username", "bad_password", "too_many_tries", "logins_busy", example=USER_EXAMPLE
    ),
)
async def register(request: Request[Any, Any, Any], data: RoomCredentials, reception: Reception) -> User:
    card = await reception.accounts.register(data.who, data.password, address_of_client(request))
    if isinstance(card, Refusal):
        raise Refused(card)
    return user(card, await reception.accounts.give_token(card, "register"))


@post(
    "/login",
    summary="Get a new token: авторизация",
    status_code=200,
    responses=answers(User, "wrong_login", "too_many_tries", "logins_busy", example=USER_EXAMPLE),
)
async def login(request: Request[Any, Any, Any], data: RoomCredentials, reception: Reception) -> User:
    found = await reception.accounts.log_in(data.who, data.password, address_of_client(request))
    if isinstance(found, Refusal):
        raise Refused(found)
    return user(found.card, found.token)


@get(
    "/tic-tac-toe/mygames",
    summary="The room that I am in, if any, for one who has lost its token: мои текущие игры",
    responses=answers(list[RoomData], *_OUT, example=[ROOM_EXAMPLE]),
)
async def my_games(player: PlayerCard, reception: Reception) -> list[RoomData]:
    game = await reception.rooms.current(player)
    return [] if game is None else [RoomData(**room_data(game))]


@get(
    "/tic-tac-toe/creategame",
    summary="Open a room as its host: создание игры, возвращает токен комнаты",
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
    player: PlayerCard, reception: Reception, variant: VariantName = "classic", opponent: Opponent = None
) -> RoomData:
    answer = await reception.rooms.create(player, variant, opponent)
    if answer.refusal is not None or answer.game is None:
        raise Refused(answer.refusal or Refusal("internal"))
    return RoomData(**room_data(await _looked_at(player, answer.game, reception)))


def _told_false(_: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The note's answer to a guest who cannot come in is `False`; the reason goes beside it."""
    refusal = _refusal_in(error)
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
    summary="Join a room as its guest, the game starts: присоединение гостя, True или False",
    description='The body is `"True"` or `"False"`. Why not is in the header `error-message`.',
    media_type=MediaType.JSON,
    responses=_joined_or_not(),
    exception_handlers={Refused: _told_false, HTTPException: _told_false},
)
async def join_game(room: RoomToken, player: PlayerCard, reception: Reception) -> Response[bytes]:
    answer = await reception.rooms.join(player, GameId(room))
    if answer.refusal is not None:
        raise Refused(answer.refusal)
    return Response(b'"True"', media_type=MediaType.JSON)


@post(
    "/tic-tac-toe/game-turn/{room:str}",
    summary="Make a turn: X is the column, Y the row, both from 0: ход игрока",
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
async def game_turn(room: RoomToken, data: Turn, player: PlayerCard, reception: Reception) -> TurnMade:
    move = MakeMove(id=data.id, position=0, ply=data.turn_num, mark=data.mark)
    answer = await reception.rooms.turn(player, GameId(room), data.X, data.Y, move)
    if answer.refusal is not None:
        raise Refused(answer.refusal)
    return TurnMade(**room_data(await _looked_at(player, GameId(room), reception)))


@get(
    "/tic-tac-toe/game-info/{room:str}",
    summary="Everything about a room, final once the game is over: все игровые данные сессии",
    responses=answers(RoomData, *_IN_ROOM, example=ROOM_EXAMPLE),
)
async def game_info(room: RoomToken, player: PlayerCard, reception: Reception) -> RoomData:
    return RoomData(**room_data(await _looked_at(player, GameId(room), reception)))


@delete(
    "/tic-tac-toe/deletegame/{room:str}",
    summary="Delete the game, for both: удаление записи в базе данных",
    status_code=200,
    responses=answers(Done, *_IN_ROOM, example={"is_succesful": "True"}),
)
async def delete_game(room: RoomToken, player: PlayerCard, reception: Reception) -> Done:
    answer = await reception.rooms.delete(player, GameId(room))
    if answer.refusal is not None:
        raise Refused(answer.refusal)
    return Done()


async def _looked_at(player: PlayerCard, room: GameId, reception: Reception) -> Game:
    game = await reception.rooms.look(player, room)
    if isinstance(game, Refusal):
        raise Refused(game)
    return game


_NO_STORE = {"Cache-Control": "no-store"}


def _refusal_in(error: Exception) -> Refusal:
    return error.refusal if isinstance(error, Refused) else refusal_of(error)


def _reply_to_no(_: Request[Any, Any, Any], error: Exception) -> Response[RoomRefusal]:
    """Every no in the words of the note, with the status and the waiting time of the others."""
    refusal = _refusal_in(error)
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
    # Its GETs act, so that a link on another site could: no cookie is heeded here.
    opt={NEEDS: "play", NO_COOKIE: True},
    response_headers=[ResponseHeader(name="Cache-Control", value="no-store")],
    exception_handlers={Refused: _reply_to_no, HTTPException: _reply_to_no, RecursionError: _reply_to_no},
)
