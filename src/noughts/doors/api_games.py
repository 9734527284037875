"""The API about games: what can be played and with whom, opening a game, finding one, looking at one."""

from collections.abc import Sequence
from typing import Annotated

from litestar import get, post
from litestar.params import Parameter
from msgspec import Struct

from noughts.doors.asking import NEEDS
from noughts.doors.boards import board_of, entered
from noughts.doors.documented import OUT, READING, WRITING, documented
from noughts.messages import commands as c
from noughts.messages.answers import BoardState, ListOfGames, PlayerCard
from noughts.messages.events import AnyEvent
from noughts.messages.ids import GameId
from noughts.messages.watching import LiveGame
from noughts.rules import VARIANTS
from noughts.server import mine
from noughts.server.session import Reception
from noughts.server.stage import games_on_stage
from noughts.storage.games import changes_of

MOST_GAMES = 100

FinishedOnes = Annotated[bool, Parameter(description="those that are over, instead of those that are not")]
GameIdInPath = Annotated[str, Parameter(description="the game's id", max_length=64)]

# Why a seat may not be had in a game.
_ENTERING = (*OUT, *READING, *WRITING, "unknown_variant", "too_many_games", "no_such_player", "computer_busy",
             "blocked", "already_challenged",             "not_rated", "account_needed")  # fmt: skip


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


@get(
    "/me/games",
    tags=["players"],
    summary="My games with their state, those that wait for me first",
    responses=documented(list[BoardState], *OUT, "malformed", words="The state of each."),
)
async def my_games(player: PlayerCard, reception: Reception, finished: FinishedOnes = False) -> list[BoardState]:
    if finished:
        return await mine.finished_games(reception.hall, player.id)
    return (await mine.my_games(reception.hall, player.id)).games


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


@get(
    "/playing",
    tags=["games"],
    summary="The public games that are being played, the one most worth watching first",
    responses=documented(list[LiveGame], words="At most 30 games."),
)
async def games_being_played(reception: Reception) -> list[LiveGame]:
    return await reception.hall.database.read(games_on_stage)


@post(
    "/games",
    tags=["games"],
    opt={NEEDS: "play"},
    summary="Open a game and take a seat in it",
    responses=documented(BoardState, *_ENTERING, "name_taken", "bad_name", status=201, words="Your new game."),
)
async def create_game(data: c.CreateGame, player: PlayerCard, reception: Reception) -> BoardState:
    return await entered(reception, await reception.matching.create(player, data))


@post(
    "/pair",
    tags=["games"],
    opt={NEEDS: "play"},
    summary="Meet anybody who wants the same kind of game",
    responses=documented(BoardState, *_ENTERING, status=201, words="The game in which you have a seat now."),
)
async def pair(data: c.Pair, player: PlayerCard, reception: Reception) -> BoardState:
    return await entered(reception, await reception.matching.pair(player, data))


@post(
    "/join",
    tags=["games"],
    opt={NEEDS: "play"},
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


HANDLERS = [
    my_games,
    list_variants,
    open_games,
    games_being_played,
    create_game,
    pair,
    join_game,
    show_game,
    show_history,
]
