"""Our REST API under `/api/v1`: the same commands as on the socket, one request each. No decisions here.

What it offers is in the files `api_….py`, by subject.
"""

from litestar import Router

from noughts.doors import (
    api_absence,
    api_account,
    api_company,
    api_computer,
    api_games,
    api_inbox,
    api_people,
    api_play,
    api_push,
    api_puzzles,
    api_records,
    api_teacher,
    api_voice,
)
from noughts.doors.asking import WHO

api = Router(
    "/api/v1",
    route_handlers=[
        *api_people.HANDLERS,
        *api_account.HANDLERS,
        *api_company.HANDLERS,
        *api_games.HANDLERS,
        *api_play.HANDLERS,
        *api_absence.HANDLERS,
        *api_inbox.HANDLERS,
        *api_push.HANDLERS,
        *api_computer.HANDLERS,
        *api_teacher.HANDLERS,
        *api_puzzles.HANDLERS,
        *api_records.HANDLERS,
        *api_voice.HANDLERS,
    ],
    dependencies=WHO,
)
