"""The API of the teacher: what moves were worth, what to play, and what if."""

from typing import Annotated

from litestar import get
from litestar.params import Parameter

from noughts.doors.api_games import GameIdInPath
from noughts.doors.documented import OUT, documented
from noughts.doors.replies import Refused
from noughts.messages.answers import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.messages.teaching import MoveValue, PositionValue, Review
from noughts.server.session import Reception

_BUSY = ("computer_busy", "computer_away")

Notation = Annotated[
    str,
    Parameter(
        description="a position such as `classic X2/1O1/3 X`, or a game as its moves, `classic.b2a1`",
        min_length=1,
        max_length=1500,
    ),
]
Milliseconds = Annotated[
    int, Parameter(description="how long to search, where the board cannot be solved", ge=10, le=2000)
]


@get(
    "/games/{game_id:str}/review",
    tags=["computer"],
    summary="Every move of a game with its verdict, and how accurate each player was",
    description="Of a game that is over. While it goes on, only for one who plays the computer: to practise.",
    responses=documented(Review, *OUT, *_BUSY, "no_such_game", "hints_unfair", "malformed", words="The verdicts."),
)
async def review_game(game_id: GameIdInPath, player: PlayerCard, reception: Reception) -> Review:
    review = await reception.teacher.review(GameId(game_id), player)
    if isinstance(review, Refusal):
        raise Refused(review)
    return review


@get(
    "/games/{game_id:str}/hint",
    tags=["computer"],
    summary="A best move for you, in a game against the computer",
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
async def give_hint(game_id: GameIdInPath, player: PlayerCard, reception: Reception) -> MoveValue:
    hint = await reception.teacher.hint(GameId(game_id), player)
    if isinstance(hint, Refusal):
        raise Refused(hint)
    return hint


@get(
    "/analysis",
    tags=["computer"],
    summary="What if: the value of every move of any position",
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
    player: PlayerCard, reception: Reception, position: Notation = "classic", milliseconds: Milliseconds = 200
) -> PositionValue:
    analysis = await reception.teacher.what_if(position, milliseconds, player)
    if isinstance(analysis, Refusal):
        raise Refused(analysis)
    return analysis


HANDLERS = [review_game, give_hint, analyse_position]
