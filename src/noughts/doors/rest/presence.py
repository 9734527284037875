"""The API about presence: the two players of a game, as each may see the other."""

from litestar import get
from msgspec import Struct

from noughts.doors.http.documented import OUT, documented
from noughts.doors.http.error_responses import Refused
from noughts.doors.rest.games import GameIdInPath
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.server.sessions.services import Services


class SeatPresence(Struct, frozen=True, rename="camel"):
    """Whether the player of a seat is present. If not: since when, and from when the opponent may claim the game."""

    here: bool
    since_ms: int | None = None
    claims_ms: int | None = None


class GamePresence(Struct, frozen=True):
    """The presence of both players. An empty seat counts as absent."""

    X: SeatPresence
    O: SeatPresence  # noqa: E741 - the seat's own name


@get(
    "/games/{game_id:str}/presence",
    tags=["play"],
    summary="Check whether both players are connected and when an absence can be claimed",
    responses=documented(
        GamePresence, *OUT, "no_such_game", "not_yours", "malformed", words="The presence of both players."
    ),
)
async def show_presence(game_id: GameIdInPath, player: PlayerCard, services: Services) -> GamePresence:
    game = await services.tables.peek(GameId(game_id))
    if game is None:
        raise Refused(Refusal("no_such_game"))
    if game.seat_of(player.id) is None:
        raise Refused(Refusal("not_yours"))
    seen = await services.seat_presence.absence_messages(game)
    return GamePresence(
        **{
            seat: SeatPresence(True) if told is None else SeatPresence(False, told.since_ms, told.claims_ms)
            for seat, told in seen.items()
        }
    )


HANDLERS = [show_presence]
