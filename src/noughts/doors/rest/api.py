"""Our REST API under `/api/v1`: the same commands as on the socket, one request each. No decisions here.

The other files of this folder contain the endpoints, by subject.
"""

from litestar import Router

from noughts.doors.http.authentication import WHO
from noughts.doors.rest import account as api_account
from noughts.doors.rest import analysis as api_analysis
from noughts.doors.rest import computer as api_computer
from noughts.doors.rest import emails as api_emails
from noughts.doors.rest import friends as api_friends
from noughts.doors.rest import games as api_games
from noughts.doors.rest import inbox as api_inbox
from noughts.doors.rest import logins as api_people
from noughts.doors.rest import moderation as api_moderation
from noughts.doors.rest import passkeys as api_passkeys
from noughts.doors.rest import play as api_play
from noughts.doors.rest import presence as api_absence
from noughts.doors.rest import providers as api_providers
from noughts.doors.rest import push as api_push
from noughts.doors.rest import puzzles as api_puzzles
from noughts.doors.rest import qr_codes as api_qr_codes
from noughts.doors.rest import records as api_records
from noughts.doors.rest import recovery as api_recovery
from noughts.doors.rest import server_info as api_server
from noughts.doors.rest import social as api_company
from noughts.doors.rest import voice as api_voice

api = Router(
    "/api/v1",
    route_handlers=[
        *api_people.HANDLERS,
        *api_account.HANDLERS,
        *api_recovery.HANDLERS,
        *api_passkeys.HANDLERS,
        *api_emails.HANDLERS,
        *api_providers.HANDLERS,
        *api_company.HANDLERS,
        *api_friends.HANDLERS,
        *api_qr_codes.HANDLERS,
        *api_games.HANDLERS,
        *api_play.HANDLERS,
        *api_absence.HANDLERS,
        *api_inbox.HANDLERS,
        *api_push.HANDLERS,
        *api_computer.HANDLERS,
        *api_analysis.HANDLERS,
        *api_puzzles.HANDLERS,
        *api_records.HANDLERS,
        *api_voice.HANDLERS,
        *api_server.HANDLERS,
        *api_moderation.HANDLERS,
    ],
    dependencies=WHO,
)
