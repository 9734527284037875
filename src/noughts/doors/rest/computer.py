"""The API about the computer: its players, and whether it is ready."""

from litestar import get
from msgspec import Struct

from noughts.doors.http.documented import documented
from noughts.engine import LEVELS
from noughts.messages.computers import COMPUTERS
from noughts.messages.ids import PlayerId
from noughts.server.sessions.services import Services


class ComputerLevel(Struct, frozen=True, rename="camel"):
    """One of the computer's players: its id is what you give as `opponent`."""

    id: PlayerId
    name: str
    level: int
    title: str
    character: str


class ComputerInfo(Struct, frozen=True, rename="camel"):
    """The computer. While it is not `ready`, it searches only briefly and plays worse; `busy`: it takes no new game."""

    ready: bool
    busy: bool
    levels: list[ComputerLevel]


@get(
    "/computer",
    tags=["computer"],
    summary="List the computer's levels and whether it is ready",
    responses=documented(ComputerInfo, words="The levels, weakest first."),
    sync_to_thread=False,
)
def show_computer(services: Services) -> ComputerInfo:
    engine_pool = services.engine_pool
    levels = [
        ComputerLevel(card.id, card.name, level.number, level.name, level.character)
        for card, level in zip(COMPUTERS, LEVELS, strict=True)
    ]
    return ComputerInfo(ready=engine_pool.is_ready, busy=engine_pool.objection is not None, levels=levels)


HANDLERS = [show_computer]
