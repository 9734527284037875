"""What sessions and HTTP handlers use, made once by the composition root."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from msgspec import Struct

from noughts.server.cluster.publisher import Publisher
from noughts.server.computer.analysis import GameAnalysis
from noughts.server.computer.engine_pool import EnginePool
from noughts.server.matchmaking.creation import GameCreation
from noughts.server.matchmaking.invites import Invites
from noughts.server.matchmaking.lobby import Lobby
from noughts.server.matchmaking.matching import Matching
from noughts.server.matchmaking.my_games import PlayerGames
from noughts.server.matchmaking.rooms import Rooms
from noughts.server.notifications.notices import Notices
from noughts.server.notifications.web_push import WebPush
from noughts.server.players.account_deletion import AccountDeletion
from noughts.server.players.accounts import Accounts
from noughts.server.players.emails import Emails
from noughts.server.players.guests import Guests
from noughts.server.players.logins import LoginRegistry
from noughts.server.players.moderation import Moderation
from noughts.server.players.passkeys import Passkeys
from noughts.server.players.pictures import Pictures
from noughts.server.players.provider_logins import Linking
from noughts.server.players.recovery import Recovery
from noughts.server.players.signals import Signals
from noughts.server.presence.absence_claims import AbsenceClaims
from noughts.server.presence.absences import Absences
from noughts.server.presence.attendance import Attendance
from noughts.server.presence.online_names import OnlineNames
from noughts.server.presence.seat_presence import SeatPresence
from noughts.server.presence.uptime import Uptime
from noughts.server.previews.previews import Previews
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.metrics import Metrics
from noughts.server.runtime.probe import Probe
from noughts.server.sessions.chat_limit import ChatLimit
from noughts.server.sessions.chat_log import ChatLog
from noughts.server.sessions.gatekeeper import Gatekeeper
from noughts.server.speech.speech_pool import SpeechPool
from noughts.server.tables.clocks import Clocks
from noughts.server.tables.journal import Spawn
from noughts.server.tables.move_tracing import MoveTracer
from noughts.server.tables.table_cache import TableCache
from noughts.storage.journal import Database

Handler = Callable[[Any, Any], Coroutine[Any, Any, None]]


class Services(Struct, frozen=True, kw_only=True):
    """The parts of one server process."""

    database: Database
    # None without Redis.
    redis_probe: Probe | None
    environment: Environment
    metrics: Metrics
    move_tracer: MoveTracer | None
    spawn: Spawn
    uptime: Uptime
    tables: TableCache
    clocks: Clocks
    publisher: Publisher
    attendance: Attendance
    absences: Absences
    absence_claims: AbsenceClaims
    seat_presence: SeatPresence
    online_names: OnlineNames
    lobby: Lobby
    creation: GameCreation
    matching: Matching
    player_games: PlayerGames
    invites: Invites
    rooms: Rooms
    guests: Guests
    accounts: Accounts
    emails: Emails
    linking: Linking
    recovery: Recovery
    passkeys: Passkeys
    logins: LoginRegistry
    account_deletion: AccountDeletion
    moderation: Moderation
    signals: Signals
    pictures: Pictures
    previews: Previews
    notices: Notices
    web_push: WebPush
    engine_pool: EnginePool
    analysis: GameAnalysis
    speech_pool: SpeechPool
    chat_limit: ChatLimit
    chat_log: ChatLog
    gatekeeper: Gatekeeper
    # The handler of each command; commands within a game go to its table.
    handlers: Mapping[type, Handler]
