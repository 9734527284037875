"""The API about records: players' pages, two players beside each other, ratings, leaderboards. Open to everybody."""

from typing import Annotated, Literal

from litestar import get
from litestar.params import Parameter

from noughts.doors.api_games import GameIdInPath
from noughts.doors.boards import board_of
from noughts.doors.documented import documented
from noughts.doors.replies import Refused
from noughts.games.speed import Speed
from noughts.messages.answers import PlayerCard
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.messages.standings import FinishedGames, Leaderboard, PlayerPage, RatingChange, RatingHistory, Versus
from noughts.messages.usernames import is_username
from noughts.rules import UnknownVariant, find_variant
from noughts.server.session import Reception
from noughts.storage.leaderboards import Board, changes_by, history_of
from noughts.storage.players import cards_of
from noughts.storage.profiles import finished_games_of, player_named, profile_of, versus

UsernameInPath = Annotated[
    str, Parameter(description="the account's name, in any case, or `id:` and the player's id", max_length=67)
]
VariantInPath = Annotated[str, Parameter(description="the variant's name", max_length=20)]
SpeedInPath = Annotated[Speed, Parameter(description="how fast the games are")]
NumberKey = Annotated[int | None, Parameter(description="`next` of the page before", ge=0, le=2**62)]
TimeKey = Annotated[
    str | None,
    Parameter(description="`next` of the page before", pattern=r"^[0-9]{1,16}-[!-~]{1,64}$"),
]
RatingKey = Annotated[
    str | None,
    Parameter(description="`next` of the page before", pattern=r"^-?[0-9]{1,6}(\.[0-9]{1,20})?-[!-~]{1,64}$"),
]
Around = Annotated[
    str | None,
    Parameter(description="the account whose place is to be shown: its name, or `id:` and its id", max_length=67),
]
Which = Annotated[Literal["people", "bots"], Parameter(description="whose leaderboard: people and bots have their own")]


async def _named(reception: Reception, username: str) -> PlayerCard:
    database = reception.hall.database
    card = None
    # No username holds a colon.
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
    summary="A player: records, streaks, ratings, the opponents met most often",
    responses=documented(PlayerPage, "no_such_player", "malformed", words="All of it."),
)
async def show_player(username: UsernameInPath, reception: Reception) -> PlayerPage:
    player = await _named(reception, username)
    profile = await reception.hall.database.read(profile_of, player.id, reception.hall.outside.now_ms())
    if profile is None:
        raise Refused(Refusal("no_such_player"))
    return profile


@get(
    "/players/{username:str}/games",
    tags=["records"],
    summary="The finished games of a player, newest first",
    responses=documented(FinishedGames, "no_such_player", "malformed", words="A page of them."),
)
async def player_games(username: UsernameInPath, reception: Reception, before: TimeKey = None) -> FinishedGames:
    player = await _named(reception, username)
    key = None
    if before is not None:
        at_ms, _, game = before.partition("-")
        key = (int(at_ms), game)
    return await reception.hall.database.read(finished_games_of, player.id, key)


@get(
    "/players/{username:str}/versus/{opponent:str}",
    tags=["records"],
    summary="Two players: how their games ended, and the games, newest first",
    responses=documented(Versus, "no_such_player", "malformed", words="The sums are those of the first named."),
)
async def compare_players(
    username: UsernameInPath, opponent: UsernameInPath, reception: Reception, before: NumberKey = None
) -> Versus:
    one, other = await _named(reception, username), await _named(reception, opponent)
    return await reception.hall.database.read(versus, one, other, before)


@get(
    "/players/{username:str}/ratings/{variant:str}/{speed:str}",
    tags=["records"],
    summary="How a rating came about: a point after each rated game, to be plotted",
    responses=documented(RatingHistory, "no_such_player", "malformed", words="The newest points, oldest first."),
)
async def rating_history(
    username: UsernameInPath,
    variant: VariantInPath,
    speed: SpeedInPath,
    reception: Reception,
    before: NumberKey = None,
) -> RatingHistory:
    player = await _named(reception, username)
    return await reception.hall.database.read(history_of, player.id, variant, speed, before)


@get(
    "/games/{game_id:str}/ratings",
    tags=["records"],
    summary="What a game has done to the ratings of the two",
    responses=documented(
        list[RatingChange], "no_such_game", "malformed", words="Both changes; none of a game that is not rated or over."
    ),
)
async def game_ratings(game_id: GameIdInPath, reception: Reception) -> list[RatingChange]:
    game = GameId(game_id)
    await board_of(reception, game)
    return (await reception.hall.database.read(changes_by, [game])).get(game, [])


@get(
    "/leaderboards/{variant:str}/{speed:str}",
    tags=["records"],
    summary="The best of a variant and speed, or those next to one player",
    responses=documented(
        Leaderboard, "unknown_variant", "no_such_player", "malformed", words="A page of places, best first."
    ),
)
async def show_leaderboard(
    variant: VariantInPath,
    speed: SpeedInPath,
    reception: Reception,
    after: RatingKey = None,
    around: Around = None,
    of: Which = "people",
) -> Leaderboard:
    try:
        find_variant(variant)
    except UnknownVariant as error:
        raise Refused(Refusal("unknown_variant")) from error
    kind = "bot" if of == "bots" else "account"
    board = Board(variant, speed, kind, reception.hall.outside.now_ms())
    if around is not None:
        player = await _named(reception, around)
        places, key = await reception.hall.database.read(board.around, player.id)
    else:
        places, key = await reception.hall.database.read(board.page, _rating_key(after))
    more = None if key is None else f"{key[0]!r}-{key[1]}"
    return Leaderboard(variant=variant, speed=speed, places=places, next=more)


def _rating_key(text: str | None) -> tuple[float, PlayerId] | None:
    if text is None:
        return None
    # A rating may be below zero: the player's id begins after the last sign that a number can have.
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
