"""The API about games: what can be played and with whom, opening a game, finding one, looking at one."""

from collections.abc import Sequence
from typing import Annotated

from litestar import get, post
from litestar.params import Parameter
from msgspec import Struct

from noughts.doors.http.authentication import MAKES, NEEDS
from noughts.doors.http.documented import OUT, READING, WRITING, documented
from noughts.doors.rest.boards import board_of, entered
from noughts.messages import commands as c
from noughts.messages.answers import ListOfGames
from noughts.messages.board_state import BoardState, PlayerCard
from noughts.messages.events import AnyEvent
from noughts.messages.ids import GameId
from noughts.messages.watching import LiveGame
from noughts.rules import VARIANTS
from noughts.server.matchmaking.live_games import live_games
from noughts.server.sessions.services import Services
from noughts.storage.games import changes_of

MOST_GAMES = 100

FinishedOnes = Annotated[bool, Parameter(description="finished games instead of current ones")]
ListKey = Annotated[
    str | None, Parameter(description="`next` from the previous page", pattern=r"^[0-9]{1,16}-[0-9A-Za-z]{1,64}$")
]
GameIdInPath = Annotated[str, Parameter(description="the game's id", max_length=64)]

# Why a player may not take a seat in a game.
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
    summary="List my games with their state, my turn first",
    responses=documented(list[BoardState], *OUT, "malformed", words="The state of each game."),
)
async def my_games(player: PlayerCard, services: Services, finished: FinishedOnes = False) -> list[BoardState]:
    if finished:
        return await services.player_games.finished(player.id)
    return (await services.player_games.unfinished(player.id)).games


@get(
    "/variants",
    tags=["games"],
    summary="List the variants",
    responses=documented(list[VariantInfo], words="All named variants."),
    sync_to_thread=False,
)
def list_variants() -> list[VariantInfo]:
    return [VariantInfo(v.name, v.title, v.rows, v.cols, v.in_a_row, v.how_to) for v in VARIANTS]


@get(
    "/games",
    tags=["games"],
    summary="List open public games",
    responses=documented(ListOfGames, "malformed", words="The games, oldest first; at most five of one player."),
)
async def open_games(services: Services, after: ListKey = None) -> ListOfGames:
    return await services.lobby.games(after)


@get(
    "/playing",
    tags=["games"],
    summary="List live public games, the most interesting first",
    responses=documented(list[LiveGame], words="At most 30 games."),
)
async def games_being_played(services: Services) -> list[LiveGame]:
    return await services.database.read(live_games)


@post(
    "/games",
    tags=["games"],
    opt={NEEDS: "play", MAKES: True},
    summary="Create a game and take a seat",
    responses=documented(BoardState, *_ENTERING, "name_taken", "bad_name", status=201, words="Your new game."),
)
async def create_game(data: c.CreateGame, player: PlayerCard, services: Services) -> BoardState:
    return await entered(services, await services.creation.create(player, data))


@post(
    "/pair",
    tags=["games"],
    opt={NEEDS: "play", MAKES: True},
    summary="Get matched with anyone who wants the same game",
    responses=documented(BoardState, *_ENTERING, status=201, words="The game you are now in."),
)
async def pair(data: c.Pair, player: PlayerCard, services: Services) -> BoardState:
    return await entered(services, await services.matching.pair(player, data))


@post(
    "/join",
    tags=["games"],
    opt={NEEDS: "play"},
    summary="Join a game by its lobby name or id",
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
        words="The game you are now in.",
    ),
)
async def join_game(data: c.JoinGame, player: PlayerCard, services: Services) -> BoardState:
    return await entered(services, await services.matching.join(player, data.name, data.id))


@get(
    "/games/{game_id:str}",
    tags=["games"],
    summary="Get a game's state",
    responses=documented(BoardState, "no_such_game", "malformed", words="The full state."),
)
async def show_game(game_id: GameIdInPath, services: Services) -> BoardState:
    return await board_of(services, GameId(game_id))


@get(
    "/games/{game_id:str}/history",
    tags=["games"],
    summary="Get a game's history",
    responses=documented(list[HistoryEntry], "no_such_game", "malformed", words="Every change, oldest first."),
)
async def show_history(game_id: GameIdInPath, services: Services) -> list[HistoryEntry]:
    await board_of(services, GameId(game_id))
    changes = await services.database.read(changes_of, GameId(game_id))
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
