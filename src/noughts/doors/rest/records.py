"""The API about records: players' pages, two players compared, ratings, leaderboards. Open to everybody."""

from typing import Annotated, Literal

from litestar import get
from litestar.params import Parameter

from noughts.doors.http.authentication import Connection, viewer_of
from noughts.doors.http.documented import documented
from noughts.doors.http.error_responses import Refused
from noughts.doors.rest.boards import board_of
from noughts.doors.rest.games import GameIdInPath
from noughts.games.speed import Speed
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.messages.standings import FinishedGames, Leaderboard, PlayerPage, RatingChange, RatingHistory, Versus
from noughts.messages.usernames import is_username
from noughts.rules import UnknownVariant, find_variant
from noughts.server.sessions.services import Services
from noughts.storage.leaderboards import Board, changes_by, history_of
from noughts.storage.players import cards_of
from noughts.storage.profiles import finished_games_of, player_named, profile_of, versus

UsernameInPath = Annotated[
    str, Parameter(description="a username in any case, or `id:` followed by the player's id", max_length=67)
]
VariantInPath = Annotated[str, Parameter(description="the variant's name", max_length=20)]
SpeedInPath = Annotated[Speed, Parameter(description="the time control")]
NumberKey = Annotated[int | None, Parameter(description="`next` from the previous page", ge=0, le=2**62)]
TimeKey = Annotated[
    str | None,
    Parameter(description="`next` from the previous page", pattern=r"^[0-9]{1,16}-[!-~]{1,64}$"),
]
RatingKey = Annotated[
    str | None,
    Parameter(description="`next` from the previous page", pattern=r"^-?[0-9]{1,6}(\.[0-9]{1,20})?-[!-~]{1,64}$"),
]
Around = Annotated[
    str | None,
    Parameter(
        description="start the page around this account: its username, or `id:` followed by its id", max_length=67
    ),
]
Which = Annotated[Literal["people", "bots"], Parameter(description="people and bots have separate leaderboards")]


async def find_player(services: Services, username: str) -> PlayerCard:
    """Return the player with this username, or with the id after `id:`. Raises `Refused`."""
    database = services.database
    card = None
    # No username contains a colon.
    if username.startswith("id:"):
        player = PlayerId(username.removeprefix("id:"))
        card = (await database.read(cards_of, [player])).get(player) if player.isalnum() else None
    elif is_username(username):
        card = await database.read(player_named, username)
    if card is None:
        raise Refused(Refusal("no_such_player"))
    return card


@get(
    "/players/{username:str}",
    tags=["records"],
    summary="Get a player's records, streaks, ratings and most frequent opponents",
    responses=documented(PlayerPage, "no_such_player", "malformed", words="The player's page."),
)
async def show_player(username: UsernameInPath, services: Services) -> PlayerPage:
    player = await find_player(services, username)
    profile = await services.database.read(profile_of, player.id, services.environment.now_ms())
    if profile is None:
        raise Refused(Refusal("no_such_player"))
    return profile


@get(
    "/players/{username:str}/games",
    tags=["records"],
    summary="List a player's finished games, newest first; private games only for their players",
    responses=documented(FinishedGames, "no_such_player", "malformed", words="One page of games."),
)
async def player_games(
    request: Connection, username: UsernameInPath, services: Services, before: TimeKey = None
) -> FinishedGames:
    player = await find_player(services, username)
    key = None
    if before is not None:
        at_ms, _, game = before.partition("-")
        key = (int(at_ms), game)
    return await services.database.read(finished_games_of, player.id, key, await viewer_of(request))


@get(
    "/players/{username:str}/versus/{opponent:str}",
    tags=["records"],
    summary="Compare two players: results and games, newest first",
    responses=documented(Versus, "no_such_player", "malformed", words="The totals are those of the first player."),
)
async def compare_players(
    request: Connection,
    username: UsernameInPath,
    opponent: UsernameInPath,
    services: Services,
    before: NumberKey = None,
) -> Versus:
    one, other = await find_player(services, username), await find_player(services, opponent)
    return await services.database.read(versus, one, other, before, await viewer_of(request))


@get(
    "/players/{username:str}/ratings/{variant:str}/{speed:str}",
    tags=["records"],
    summary="Get a rating's history, one point per rated game",
    responses=documented(RatingHistory, "no_such_player", "malformed", words="The newest points, in order of time."),
)
async def rating_history(
    username: UsernameInPath,
    variant: VariantInPath,
    speed: SpeedInPath,
    services: Services,
    before: NumberKey = None,
) -> RatingHistory:
    player = await find_player(services, username)
    return await services.database.read(history_of, player.id, variant, speed, before)


@get(
    "/games/{game_id:str}/ratings",
    tags=["records"],
    summary="Get both players' rating changes from a game",
    responses=documented(
        list[RatingChange],
        "no_such_game",
        "malformed",
        words="Both changes; empty if the game is unrated or unfinished.",
    ),
)
async def game_ratings(game_id: GameIdInPath, services: Services) -> list[RatingChange]:
    game = GameId(game_id)
    await board_of(services, game)
    return (await services.database.read(changes_by, [game])).get(game, [])


@get(
    "/leaderboards/{variant:str}/{speed:str}",
    tags=["records"],
    summary="Get a leaderboard, from the top or around one player",
    responses=documented(
        Leaderboard, "unknown_variant", "no_such_player", "malformed", words="One page of ranks, best first."
    ),
)
async def show_leaderboard(
    variant: VariantInPath,
    speed: SpeedInPath,
    services: Services,
    after: RatingKey = None,
    around: Around = None,
    of: Which = "people",
) -> Leaderboard:
    try:
        find_variant(variant)
    except UnknownVariant as error:
        raise Refused(Refusal("unknown_variant")) from error
    kind = "bot" if of == "bots" else "account"
    board = Board(variant, speed, kind, services.environment.now_ms())
    if around is not None:
        player = await find_player(services, around)
        places, key = await services.database.read(board.around, player.id)
    else:
        places, key = await services.database.read(board.page, _rating_key(after))
    more = None if key is None else f"{key[0]!r}-{key[1]}"
    return Leaderboard(variant=variant, speed=speed, places=places, next=more)


def _rating_key(text: str | None) -> tuple[float, PlayerId] | None:
    if text is None:
        return None
    # A rating may be negative, so the player's id begins after the last character that a number can contain.
    number, _, player = text[1:].partition("-")
    return float(text[0] + number), PlayerId(player)


HANDLERS = [
    show_player,
    player_games,
    compare_players,
    rating_history,
    game_ratings,
    show_leaderboard,
]
