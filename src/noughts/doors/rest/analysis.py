"""The API for reviews, hints and analysis."""

from typing import Annotated

from litestar import get
from litestar.params import Parameter

from noughts.doors.http.authentication import Connection, address_of_client
from noughts.doors.http.documented import OUT, documented
from noughts.doors.http.error_responses import Refused
from noughts.doors.rest.games import GameIdInPath
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.messages.teaching import MoveValue, PositionValue, Review
from noughts.server.sessions.services import Services

_BUSY = ("computer_busy", "computer_away")

Notation = Annotated[
    str,
    Parameter(
        description="a position like `classic X2/1O1/3 X`, or a game as moves like `classic.b2a1`",
        min_length=1,
        max_length=1500,
    ),
]
Milliseconds = Annotated[
    int, Parameter(description="the longest search in milliseconds, on boards too large to solve", ge=10, le=2000)
]


@get(
    "/games/{game_id:str}/review",
    tags=["computer"],
    summary="Review a game: a rating for every move and each player's accuracy",
    description=(
        "For finished games, and for your own unfinished games against the computer. The first answer is a quick "
        "review. Ask again every two seconds while `progress.state` is not `done`: the verdicts get surer."
    ),
    responses=documented(Review, *OUT, *_BUSY, "no_such_game", "hints_unfair", "malformed", words="The verdicts."),
)
async def review_game(request: Connection, game_id: GameIdInPath, player: PlayerCard, services: Services) -> Review:
    review = await services.analysis.review(GameId(game_id), player, address_of_client(request))
    if isinstance(review, Refusal):
        raise Refused(review)
    return review


@get(
    "/games/{game_id:str}/hint",
    tags=["computer"],
    summary="Get a hint in a game against the computer",
    responses=documented(
        MoveValue,
        *OUT,
        *_BUSY,
        "no_such_game",
        "not_yours",
        "game_over",
        "hints_unfair",
        "not_your_turn",
        "malformed",
        words="The move, and what it is worth.",
    ),
)
async def give_hint(
    request: Connection,
    game_id: GameIdInPath,
    player: PlayerCard,
    services: Services,
    milliseconds: Milliseconds = 300,
) -> MoveValue:
    hint = await services.analysis.hint(GameId(game_id), milliseconds, player, address_of_client(request))
    if isinstance(hint, Refusal):
        raise Refused(hint)
    return hint


@get(
    "/analysis",
    tags=["computer"],
    summary="Analyse any position: the value of every move",
    responses=documented(
        PositionValue,
        *OUT,
        *_BUSY,
        "bad_notation",
        "game_over",
        "hints_unfair",
        "malformed",
        words="The moves, the best first.",
    ),
)
async def analyse_position(
    request: Connection,
    player: PlayerCard,
    services: Services,
    position: Notation = "classic",
    milliseconds: Milliseconds = 200,
) -> PositionValue:
    analysis = await services.analysis.what_if(position, milliseconds, player, address_of_client(request))
    if isinstance(analysis, Refusal):
        raise Refused(analysis)
    return analysis


HANDLERS = [review_game, give_hint, analyse_position]
