"""Our REST API under `/api/v1`: the same commands as on the socket, one request each. No decisions here."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Router, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter
from msgspec import Struct

from noughts.doors.documented import IN_GAME, OUT, READING, WRITING, documented, operation_name
from noughts.doors.replies import Refused
from noughts.messages import commands as c
from noughts.messages.answers import BoardState, ListOfGames, PlayerCard, Welcome
from noughts.messages.events import AnyEvent
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.rules import VARIANTS
from noughts.server.request import Answer
from noughts.server.session import Reception
from noughts.storage.games import changes_of, games_of

MOST_GAMES = 100

FinishedOnes = Annotated[bool, Parameter(description="those that are over, instead of those that are not")]
GameIdInPath = Annotated[str, Parameter(description="the game's id", max_length=64)]


# Why a seat may not be had in a game.
_ENTERING = (*OUT, *READING, *WRITING, "unknown_variant", "too_many_games", "no_such_player")


class VariantInfo(Struct, frozen=True, rename="camel"):
    """A variant that can be played by its name. Free sizes go by names like `mnk-7x6-4`."""

    name: str
    title: str
    rows: int
    cols: int
    in_a_row: int
    how_to: str


class HistoryEntry(Struct, frozen=True, rename="camel"):
    """One accepted change of a game."""

    version: int
    at_ms: int
    events: Sequence[AnyEvent]


def reception_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Reception:
    reception: Reception = connection.app.state.reception
    return reception


async def provide_player(request: ASGIConnection[Any, Any, Any, Any]) -> PlayerCard:
    """Who asks, by the bearer token alone: a request forged from another site carries none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Refused(Refusal("not_logged_in"))
    reception = reception_of(request)
    card = await reception.people.by_token(token.strip())
    if card is None:
        raise Refused(Refusal("bad_token"))
    wait_seconds = reception.requests.take(card.id, asyncio.get_running_loop().time())
    if wait_seconds:
        raise Refused(Refusal("too_many_requests", wait_seconds=round(wait_seconds, 2)))
    return card


def provide_reception(state: State) -> Reception:
    reception: Reception = state.reception
    return reception


async def board_of(reception: Reception, game: GameId) -> BoardState:
    table = await reception.hall.find(game)
    if table is None:
        raise Refused(Refusal("no_such_game"))
    state = table.state.message
    reception.hall.rest(table)
    assert isinstance(state, BoardState)
    return state


async def entered(reception: Reception, answer: Answer) -> BoardState:
    """The board to which an accepted command has led. Raises `Refused`."""
    if answer.refusal is not None or answer.game is None:
        raise Refused(answer.refusal or Refusal("internal"))
    return await board_of(reception, answer.game)


@post(
    "/guests",
    tags=["players"],
    summary="Play at once: make a guest, get its token",
    responses=documented(
        Welcome,
        *READING,
        *WRITING,
        "bad_name",
        "username_taken",
        "too_many_requests",
        status=201,
        words="The guest and its token.",
    ),
)
async def make_guest(request: ASGIConnection[Any, Any, Any, Any], data: c.PlayAsGuest, reception: Reception) -> Welcome:
    address = request.client.host if request.client else "local"
    wait_seconds = reception.newcomers.take(address, asyncio.get_running_loop().time())
    if wait_seconds:
        raise Refused(Refusal("too_many_requests", wait_seconds=round(wait_seconds, 2)))
    if data.name is not None and await reception.accounts.is_registered(data.name):
        raise Refused(Refusal("username_taken"))
    guest = await reception.people.add_guest(data.name)
    if isinstance(guest, Refusal):
        raise Refused(guest)
    card, token = guest
    return Welcome(player=card, token=token)


@get(
    "/me",
    tags=["players"],
    summary="Who this token is",
    responses=documented(PlayerCard, *OUT, words="What everybody may know of you."),
)
async def who_am_i(player: PlayerCard) -> PlayerCard:
    return player


@get(
    "/me/games",
    tags=["players"],
    summary="My games with their state, the one that changed last first",
    responses=documented(list[BoardState], *OUT, "malformed", words="The state of each."),
)
async def my_games(player: PlayerCard, reception: Reception, finished: FinishedOnes = False) -> list[BoardState]:
    def query(connection: Any) -> list[GameId]:
        return games_of(connection, player.id, finished=finished, most=MOST_GAMES)

    return [await board_of(reception, game) for game in await reception.hall.database.read(query)]


@get(
    "/variants",
    tags=["games"],
    summary="What can be played",
    responses=documented(list[VariantInfo], words="Every variant that has a name."),
    sync_to_thread=False,
)
def list_variants() -> list[VariantInfo]:
    return [VariantInfo(v.name, v.title, v.rows, v.cols, v.in_a_row, v.how_to) for v in VARIANTS]


@get(
    "/games",
    tags=["games"],
    summary="The public games that are not full",
    responses=documented(ListOfGames, words="The games, oldest first."),
)
async def open_games(reception: Reception) -> ListOfGames:
    return ListOfGames(games=await reception.hall.lobby.games())


@post(
    "/games",
    tags=["games"],
    summary="Open a game and take a seat in it",
    responses=documented(BoardState, *_ENTERING, "name_taken", "bad_name", status=201, words="Your new game."),
)
async def create_game(data: c.CreateGame, player: PlayerCard, reception: Reception) -> BoardState:
    return await entered(reception, await reception.matching.create(player, data))


@post(
    "/pair",
    tags=["games"],
    summary="Meet anybody who wants the same kind of game",
    responses=documented(BoardState, *_ENTERING, status=201, words="The game in which you have a seat now."),
)
async def pair(data: c.Pair, player: PlayerCard, reception: Reception) -> BoardState:
    return await entered(reception, await reception.matching.pair(player, data))


@post(
    "/join",
    tags=["games"],
    summary="Take the free seat of the game with this lobby name or id",
    status_code=200,
    responses=documented(
        BoardState,
        *_ENTERING,
        "no_such_game",
        "game_full",
        "own_game",
        "game_over",
        "not_invited",
        "busy",
        words="The game in which you have a seat now.",
    ),
)
async def join_game(data: c.JoinGame, player: PlayerCard, reception: Reception) -> BoardState:
    return await entered(reception, await reception.matching.join(player, data.name, data.id))


@get(
    "/games/{game_id:str}",
    tags=["games"],
    summary="The whole state of a game",
    responses=documented(BoardState, "no_such_game", "malformed", words="Everything there is to know of it."),
)
async def show_game(game_id: GameIdInPath, reception: Reception) -> BoardState:
    return await board_of(reception, GameId(game_id))


@get(
    "/games/{game_id:str}/history",
    tags=["games"],
    summary="Everything that has happened in a game",
    responses=documented(list[HistoryEntry], "no_such_game", "malformed", words="Every change, oldest first."),
)
async def show_history(game_id: GameIdInPath, reception: Reception) -> list[HistoryEntry]:
    await board_of(reception, GameId(game_id))
    changes = await reception.hall.database.read(changes_of, GameId(game_id))
    return [HistoryEntry(change.version, change.at_ms, change.events) for change in changes]


# The commands within a game: the path's last word, the command, what it is for, and why it may be refused.
GAME_COMMANDS: tuple[tuple[str, type[c.Command], str, tuple[str, ...]], ...] = (
    ("start", c.StartGame, "The lobby is over: show the board to both", ("already_started", "opponent_missing")),
    (
        "moves",
        c.MakeMove,
        "Play a cell",
        ("not_your_turn", "stale", "out_of_range", "cell_taken", "wrong_board", "wrong_mark", "time_over"),
    ),
    ("resign", c.Resign, "Give the game up", ("opponent_missing",)),
    ("abort", c.Abort, "Call the game off before both have moved", ("too_late_to_abort",)),
    (
        "offers",
        c.Offer,
        "Offer a draw, or ask to take the last move back",
        ("already_offered", "opponent_missing", "nothing_to_take_back", "wait_to_ask_again"),
    ),
    ("accept", c.AcceptOffer, "Agree to what the opponent offered", ("no_offer",)),
    ("decline", c.DeclineOffer, "Refuse what the opponent offered, or withdraw one's own offer", ("no_offer",)),
    ("time", c.GiveTime, "Give the opponent 15 more seconds", ("no_clock",)),
    (
        "play-again",
        c.PlayAgain,
        "Another game with the same opponent, or not",
        ("not_finished", "opponent_missing", "unknown_variant", "rematch_declined", "game_types_differ"),
    ),
)


def _command_handler(
    word: str, command_type: type[c.Command], summary: str, refusals: tuple[str, ...]
) -> HTTPRouteHandler:
    async def handler(game_id: str, data: Any, player: PlayerCard, reception: Reception) -> BoardState:
        return await entered(reception, await reception.hall.ask(GameId(game_id), player, data))

    handler.__name__ = operation_name(command_type)
    handler.__annotations__ |= {"game_id": GameIdInPath, "data": command_type}
    route = post(
        f"/games/{{game_id:str}}/{word}",
        tags=["play"],
        summary=summary,
        status_code=200,
        responses=documented(
            BoardState, *IN_GAME, *READING, "game_over", *refusals, words="Accepted and stored: the game as it is now."
        ),
    )
    return route(handler)


api = Router(
    "/api/v1",
    route_handlers=[
        make_guest,
        who_am_i,
        my_games,
        list_variants,
        open_games,
        create_game,
        pair,
        join_game,
        show_game,
        show_history,
        *(_command_handler(*entry) for entry in GAME_COMMANDS),
    ],
    dependencies={
        "player": Provide(provide_player),
        "reception": Provide(provide_reception, sync_to_thread=False),
    },
)
