"""The API about who is here: the two of a game, as each of them may see the other."""

from litestar import get
from msgspec import Struct

from noughts.doors.api_games import GameIdInPath
from noughts.doors.documented import OUT, documented
from noughts.doors.replies import Refused
from noughts.messages.answers import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.server.session import Reception


class SeatPresence(Struct, frozen=True, rename="camel"):
    """Whether the player of a seat is here; if not, since when, and from when on its absence may be claimed."""

    here: bool
    since_ms: int | None = None
    claims_ms: int | None = None


class GamePresence(Struct, frozen=True):
    """Both seats; an empty one is not here."""

    X: SeatPresence
    O: SeatPresence  # noqa: E741 - the seat's own name


@get(
    "/games/{game_id:str}/presence",
    tags=["play"],
    summary="Whether the two are here, and from when on absence may be claimed",
    responses=documented(GamePresence, *OUT, "no_such_game", "not_yours", "malformed", words="Both seats."),
)
async def show_presence(game_id: GameIdInPath, player: PlayerCard, reception: Reception) -> GamePresence:
    table = await reception.hall.find(GameId(game_id))
    if table is None:
        raise Refused(Refusal("no_such_game"))
    game = table.game
    reception.hall.rest(table)
    if game.seat_of(player.id) is None:
        raise Refused(Refusal("not_yours"))
    seen = await reception.hall.absences.seats(game)
    return GamePresence(
        **{
            seat: SeatPresence(True) if told is None else SeatPresence(False, told.since_ms, told.claims_ms)
            for seat, told in seen.items()
        }
    )


HANDLERS = [show_presence]
