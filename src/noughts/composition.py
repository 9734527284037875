"""Joins the parts of one server process: chooses SQLite or PostgreSQL, one process or many, and connects the rest."""

from pathlib import Path

from noughts.bus.hint import Bus
from noughts.bus.local import LocalBus
from noughts.config import Settings
from noughts.parts import SCALE, install_command
from noughts.server.cluster.publisher import Publisher
from noughts.server.cluster.receiver import Receiver
from noughts.server.cluster.shared_limits import SharedLimits
from noughts.server.computer.analysis import GameAnalysis
from noughts.server.computer.computer_player import ComputerPlayer
from noughts.server.computer.engine_pool import EnginePool
from noughts.server.mail.mailer import Mailer
from noughts.server.matchmaking.creation import GameCreation
from noughts.server.matchmaking.invites import Invites
from noughts.server.matchmaking.lobby import Lobby
from noughts.server.matchmaking.matching import Matching
from noughts.server.matchmaking.my_games import PlayerGames
from noughts.server.matchmaking.rooms import Rooms
from noughts.server.notifications.game_notices import GameNotices
from noughts.server.notifications.idle_games import IdleGames, IdleLimits
from noughts.server.notifications.notices import Notices
from noughts.server.notifications.outbound_http import OutboundHttp
from noughts.server.notifications.web_push import WebPush
from noughts.server.oidc.provider import Provider
from noughts.server.players.account_deletion import AccountDeletion
from noughts.server.players.accounts import Accounts
from noughts.server.players.bans import Bans
from noughts.server.players.cleanup import sweep_forever
from noughts.server.players.emails import Emails
from noughts.server.players.guests import Guests
from noughts.server.players.logins import LoginRegistry
from noughts.server.players.moderation import Moderation
from noughts.server.players.passkeys import Passkeys
from noughts.server.players.passwords import Passwords
from noughts.server.players.pictures import Pictures
from noughts.server.players.provider_logins import Linking
from noughts.server.players.recovery import Recovery
from noughts.server.players.signals import Signals
from noughts.server.presence.absence_claims import AbsenceClaims
from noughts.server.presence.absences import Absences
from noughts.server.presence.agreed_absence import AgreedAbsence
from noughts.server.presence.attendance import Attendance
from noughts.server.presence.online_names import OnlineNames
from noughts.server.presence.seat_presence import SeatPresence
from noughts.server.presence.uptime import Uptime
from noughts.server.previews.previews import Previews
from noughts.server.runtime.background import Background
from noughts.server.runtime.budget import Budget
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.loop_lag import watch_loop
from noughts.server.runtime.metrics import Metrics
from noughts.server.runtime.probe import Probe
from noughts.server.runtime.rates import SHARED_KINDS, limits_of
from noughts.server.sessions.chat_limit import ChatLimit
from noughts.server.sessions.chat_log import ChatLog
from noughts.server.sessions.commands import HANDLERS
from noughts.server.sessions.gatekeeper import Gatekeeper
from noughts.server.sessions.services import Services
from noughts.server.speech.speech_pool import SpeechPool
from noughts.server.tables.broadcast import Broadcast
from noughts.server.tables.clocks import Clocks
from noughts.server.tables.counting import Counting
from noughts.server.tables.games import Games
from noughts.server.tables.journal import Journal
from noughts.server.tables.pipeline import Pipeline
from noughts.server.tables.table_cache import TableCache
from noughts.server.tables.tracing import Tracing
from noughts.storage.journal import Database, StorageError
from noughts.storage.sqlite import SqliteDatabase


def choose_database(settings: Settings) -> Database:
    if settings.database:
        if not SCALE.is_installed:
            raise StorageError(f"the setting `database` needs an optional part: {install_command(SCALE)}")
        # Imported here, like Redis below: unused parts must not make every start a second slower.
        from noughts.storage.postgres import PostgresDatabase

        return PostgresDatabase(settings.database)
    return SqliteDatabase(Path(settings.data) / "noughts.db")


def choose_bus(settings: Settings, environment: Environment) -> Bus:
    if settings.redis:
        from noughts.bus.redis import RedisBus

        return RedisBus(settings.redis, environment.new_token(), environment.now_ms)
    return LocalBus()


def choose_redis_probe(settings: Settings) -> Probe | None:
    if not settings.redis:
        return None
    from noughts.server.runtime.redis_probe import RedisProbe

    return RedisProbe(settings.redis)


class Server:
    """The live part of one process. The application opens the sockets."""

    def __init__(
        self, settings: Settings, environment: Environment, database: Database | None = None, bus: Bus | None = None
    ) -> None:
        """Join the parts. The settings choose the database and the bus; a simulation passes its own."""
        self.settings = settings
        self.environment = environment
        self.database = database = database or choose_database(settings)
        self.bus = bus or choose_bus(settings, environment)
        self._redis_probe = choose_redis_probe(settings)
        self.background = Background()
        spawn = self.background.spawn
        is_shared = self.bus.is_shared

        # Live games.
        self.metrics = Metrics()
        self.uptime = Uptime(database, environment)
        self.journal = Journal(database, spawn, is_shared=is_shared, commit_seconds=self.metrics.commit_seconds)
        self._tracing = Tracing(settings.trace_url, self.journal)
        pipeline = Pipeline()
        self.tables = tables = TableCache(
            self.journal, environment, pipeline, is_shared=is_shared, before_use=self.uptime.excuse
        )
        self.games = games = Games(database, environment, tables, spawn, is_shared=is_shared)
        ask, peek = tables.ask, tables.peek

        # Consumers of stored changes.
        publisher = Publisher(self.bus)
        self.clocks = Clocks(database, environment, ask, spawn)
        self.engine_pool = EnginePool(settings.engine_processes, self.metrics)
        self.computer_player = ComputerPlayer(
            database, environment, ask, peek, spawn, self.engine_pool, settings.computer_pause
        )
        self.attendance = Attendance(self.bus, environment)
        seat_presence = SeatPresence(self.attendance)
        self.notices = Notices(database, environment, self.attendance, publisher, peek, spawn)
        self.agreed_absence = AgreedAbsence(seat_presence, environment, ask, peek, spawn)
        self.absences = Absences(
            database, tables, self.attendance, self.agreed_absence, publisher, spawn, on_seen=self.notices.dismiss_soon
        )
        self.lobby = Lobby(database)
        signals = Signals(database, environment, self.engine_pool)
        pipeline.connect(
            [
                Broadcast(),
                self.clocks,
                self.computer_player,
                self.agreed_absence,
                self.lobby,
                GameNotices(self.notices, self.attendance, spawn, self.absences.on_turn),
                publisher,
                Counting(self.metrics),
                signals,
            ]
        )
        shared_limits = SharedLimits(publisher)
        self._receiver = Receiver(
            database,
            self.journal,
            tables,
            spawn,
            list_changed=self.lobby.changed,
            inbox_changed=self.notices.changed_elsewhere,
            spent=shared_limits.spent_elsewhere,
            reconnected=self._reconnected,
        )
        self.idle_games = IdleGames(
            database,
            environment,
            self.notices,
            self.uptime,
            ask,
            peek,
            lambda: spawn(games.erase_deleted()),
            IdleLimits(settings.idle_days, settings.unplayed_days),
        )

        # Handlers of client requests.
        budget = Budget(limits_of(settings), environment.monotonic)
        self.passwords = Passwords(settings.password_threads, self.metrics.wait_seconds["passwords"])
        accounts = Accounts(database, environment, self.passwords, budget)
        logins = LoginRegistry(database, environment)
        guests = Guests(database, environment)
        creation = GameCreation(
            database,
            environment,
            games,
            lambda: self.engine_pool.objection,
            unfinished_games=settings.unfinished_games,
            realtime_games=settings.realtime_games,
        )
        matching = Matching(database, environment, creation, self.attendance.gone, ask, peek)
        self.services = Services(
            database=database,
            redis_probe=self._redis_probe,
            environment=environment,
            metrics=self.metrics,
            move_tracer=self._tracing.tracer,
            spawn=spawn,
            uptime=self.uptime,
            tables=tables,
            clocks=self.clocks,
            publisher=publisher,
            attendance=self.attendance,
            absences=self.absences,
            absence_claims=AbsenceClaims(seat_presence, ask, peek, lambda: self.engine_pool.objection),
            seat_presence=seat_presence,
            online_names=OnlineNames(self.bus),
            lobby=self.lobby,
            creation=creation,
            matching=matching,
            player_games=PlayerGames(database, tables),
            invites=Invites(database, environment, peek, matching),
            rooms=Rooms(database, games, ask, peek, creation, matching),
            guests=guests,
            accounts=accounts,
            passkeys=Passkeys(database, environment, self.passwords, budget, accounts),
            linking=Linking(database, environment, budget, accounts, Provider(settings, environment), self.metrics),
            emails=Emails(database, environment, self.passwords, budget, accounts, Mailer(settings, self.metrics)),
            recovery=Recovery(database, environment, self.passwords, budget, accounts),
            logins=logins,
            account_deletion=AccountDeletion(database, logins, ask, tables.show_card),
            moderation=Moderation(database, environment, budget, accounts, guests, logins, tables.show_card),
            signals=signals,
            pictures=Pictures(database, environment, budget),
            previews=Previews(budget),
            notices=self.notices,
            web_push=WebPush(
                database,
                environment,
                self.attendance,
                spawn,
                OutboundHttp(anywhere=settings.push_anywhere),
                settings.push_contact,
            ),
            engine_pool=self.engine_pool,
            analysis=GameAnalysis(database, peek, self.engine_pool, budget, spawn),
            speech_pool=SpeechPool(settings.speech_processes, budget, self.metrics),
            chat_limit=ChatLimit(),
            chat_log=ChatLog(database, environment),
            gatekeeper=Gatekeeper(budget),
            handlers=HANDLERS,
        )
        for name, limit in budget.limits_by_name(*SHARED_KINDS).items():
            shared_limits.share(name, limit, budget.now)

    def _reconnected(self) -> None:
        """Catch up after the bus was unreachable: messages from the other processes may be missing."""
        self.attendance.publish_again()
        self.services.online_names.publish_again()
        self.notices.missed()

    async def open(self) -> None:
        """Start the background tasks. The database is open already."""
        spawn = self.background.spawn
        await self.bus.open(self._receiver)
        await self.uptime.open()
        await self.notices.open()
        await self.services.accounts.open()
        await self.services.passkeys.open()
        await self.services.linking.open()
        self.services.emails.open(spawn)
        await self.services.web_push.open()
        spawn(watch_loop(self.metrics.loop_lag_seconds))
        spawn(self.uptime.beat_forever())
        spawn(self.idle_games.sweep_forever())
        spawn(self.absences.look_forever())
        spawn(self.clocks.find_running(self.tables.peek))
        spawn(self.games.erase_deleted())
        spawn(self.computer_player.find_duties(shared=self.bus.is_shared))
        spawn(self.services.logins.watch())
        spawn(Bans(self.database, self.environment, self.tables.ask).look_forever())
        spawn(self.services.signals.judge_forever())
        spawn(sweep_forever(self.database, self.environment, self.settings.guest_days))
        if self.bus.is_shared:
            spawn(self._receiver.compare_forever())
            spawn(self.attendance.beat_forever())

    async def close(self) -> None:
        """Stop everything, in the opposite order."""
        self.clocks.close()
        self.agreed_absence.close()
        await self.background.stop()
        await self.services.web_push.close()
        await self.services.linking.close()
        await self.bus.close()
        if self._redis_probe is not None:
            await self._redis_probe.close()
        await self.services.speech_pool.close()
        await self.services.previews.close()
        await self.engine_pool.close()
        await self._tracing.close()
