"""Our REST API under `/api/v1`: the same commands as on the socket, one request each. No decisions here.

What it offers is in the files `api_….py`, by subject.
"""

from litestar import Router
from litestar.di import Provide

from noughts.doors import api_computer, api_games, api_people, api_play
from noughts.doors.asking import provide_player, provide_reception

api = Router(
    "/api/v1",
    route_handlers=[*api_people.HANDLERS, *api_games.HANDLERS, *api_play.HANDLERS, *api_computer.HANDLERS],
    dependencies={
        "player": Provide(provide_player),
        "reception": Provide(provide_reception, sync_to_thread=False),
    },
)
