"""The composition root: the only place that chooses SQLite or PostgreSQL, local or Redis, and joins the parts."""

import asyncio
import contextlib
import gc
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import structlog
import uvicorn
from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException

from noughts.bus.hint import Bus
from noughts.bus.local import LocalBus
from noughts.config import Settings
from noughts.doors import pages
from noughts.doors.api import api
from noughts.doors.datagram import open_datagrams
from noughts.doors.document import document_config
from noughts.doors.files import load_files
from noughts.doors.frontage import Frontage, frontage_of
from noughts.doors.gate import Gate
from noughts.doors.httpdoor import HttpDoor
from noughts.doors.line import open_line
from noughts.doors.lost import reply_to_lost
from noughts.doors.pictures import put_picture, show_picture
from noughts.doors.replies import Refused, reply_to_fault, reply_to_http_error, reply_to_refused
from noughts.doors.rooms import rooms
from noughts.doors.site import STATIC, site
from noughts.doors.sockets import CannotListen, address_of, listen, listen_twice
from noughts.doors.websocket import WebSocketDoor
from noughts.server.accounts import Accounts, Tries
from noughts.server.bans import Bans
from noughts.server.hall import Hall
from noughts.server.idle import IdleLimits
from noughts.server.invites import Invites
from noughts.server.limits import AddressLimit
from noughts.server.listeners import Listeners
from noughts.server.logins import LoginDesk
from noughts.server.matching import Matching
from noughts.server.meters import Meters
from noughts.server.outside import Outside
from noughts.server.passwords import Passwords
from noughts.server.people import People
from noughts.server.pictures import Pictures
from noughts.server.porter import Porter
from noughts.server.postman import Postman
from noughts.server.pusher import Pusher
from noughts.server.replacement import Replacement
from noughts.server.rooms import Rooms
from noughts.server.session import Reception
from noughts.server.sweeper import sweep_for_ever
from noughts.server.talk import Talk
from noughts.server.teacher import Teacher
from noughts.server.thinkers import Thinkers
from noughts.storage.journal import Database
from noughts.storage.sqlite import SqliteDatabase

log = structlog.get_logger()

MOST_BODY_BYTES = 16 * 1024
# How long requests under way may take when the server is told to end.
GOODBYE_SECONDS = 2


class StartError(Exception):
    """The server cannot start, in words for whoever runs it."""


def choose_database(settings: Settings) -> Database:
    if settings.database:
        # Here and not above, like Redis below: what is not used shall not make every start a second longer.
        from noughts.storage.postgres import PostgresDatabase

        return PostgresDatabase(settings.database)
    return SqliteDatabase(Path(settings.data) / "noughts.db")


def choose_bus(settings: Settings, outside: Outside) -> Bus:
    if settings.redis:
        from noughts.bus.redis import RedisBus

        return RedisBus(settings.redis, outside.new_token(), outside.now_ms)
    return LocalBus()


def http_app(reception: Reception, frontage: Frontage) -> Litestar:
    """Everything over HTTP but the game socket."""
    files = load_files(STATIC)
    return Litestar(
        [
            api,
            rooms,
            show_picture,
            put_picture,
            pages.is_alive,
            pages.is_ready,
            pages.show_metrics,
            *site(files),
        ],
        state=State({"reception": reception, "frontage": frontage}),
        openapi_config=document_config(),
        exception_handlers={
            Refused: reply_to_refused,
            NotFoundException: reply_to_lost(files),
            HTTPException: reply_to_http_error,
            RecursionError: reply_to_http_error,
            Exception: reply_to_fault,
        },
        request_max_body_size=MOST_BODY_BYTES,
        logging_config=None,
        before_send=[pages.add_security_headers],
    )


class Application:
    """One server process: its parts, in the order in which they are opened and closed."""

    def __init__(self, settings: Settings, outside: Outside | None = None) -> None:
        self.settings = settings
        outside = outside or Outside()
        self.database = choose_database(settings)
        self.thinkers = Thinkers(settings.thinkers)
        self.hall = Hall(
            self.database,
            choose_bus(settings, outside),
            outside,
            Meters(),
            self.thinkers,
            settings.computer_pause,
            IdleLimits(settings.idle_days, settings.unplayed_days),
        )
        self._passwords = Passwords(settings.password_threads)
        accounts = Accounts(
            self.database,
            outside,
            self._passwords,
            Tries(
                logins_per_account=settings.logins_per_account,
                logins_per_address=settings.logins_per_address,
                registrations_per_address=settings.registrations_per_address,
            ),
        )
        matching = Matching(self.hall, settings.unfinished_games, settings.realtime_games)
        self.reception = Reception(
            self.hall,
            matching,
            People(self.database, outside),
            accounts,
            LoginDesk(self.database, outside),
            Invites(self.hall, matching),
            Rooms(self.hall, matching),
            Pictures(self.database, outside),
            Listeners(settings.listeners),
            Talk(),
            Teacher(self.hall, self.thinkers),
            Pusher(self.hall, Postman(anywhere=settings.push_anywhere), settings.push_contact),
            AddressLimit(settings.guests_per_minute / 60, settings.guests_per_minute),
            AddressLimit(settings.commands_per_second, settings.command_burst),
            settings.commands_per_second,
            settings.command_burst,
        )
        self._replacement = Replacement(self.database)
        self.porter = Porter(self.reception, settings.connections_per_address)
        self.address: str
        # Where the line protocol is spoken, over TCP and UDP: host:port.
        self.line_address: str

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def line_port(self) -> int:
        return int(self.line_address.rpartition(":")[2])

    async def serve(self, ended: asyncio.Event) -> bool:
        """Run until `ended` is set, or the store was restored: then True, and another application is to go on.

        Raises `StartError`, `StorageError` or `BusError` when it cannot start.
        """
        async with self.running():
            log.info("Noughts is ready", address=self.address, line=self.line_address)
            restored = asyncio.create_task(self._replacement.wait())
            told = asyncio.create_task(ended.wait())
            await asyncio.wait({restored, told}, return_when=asyncio.FIRST_COMPLETED)
            starts_again = restored.done() and not ended.is_set()
            log.info("the database was restored: Noughts starts again" if starts_again else "Noughts ends")
            for task in (restored, told):
                task.cancel()
            return starts_again

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator["Application"]:
        """The whole server, open at `address` for as long as the context lasts."""
        async with contextlib.AsyncExitStack() as stack:
            listening, line, datagrams = self._listen(stack)
            await self.database.open()
            stack.push_async_callback(self.database.close)
            stack.push_async_callback(self.thinkers.close)
            stack.push_async_callback(self.reception.listeners.close)
            await self._replacement.open()
            await self.hall.open()
            stack.push_async_callback(self.hall.close)
            await self.reception.pusher.open()
            stack.push_async_callback(self.reception.pusher.close)
            stack.callback(self.reception.pictures.close)
            self.hall.spawn(self.porter.watch())
            self.hall.spawn(self.reception.logins.watch())
            self.hall.spawn(Bans(self.hall).look_for_ever())
            self.hall.spawn(sweep_for_ever(self.database, self.hall.outside, self.settings.guest_days))
            await stack.enter_async_context(open_line(self.porter, line))
            await stack.enter_async_context(open_datagrams(self.porter, datagrams))
            await stack.enter_async_context(self._serving_http(listening))
            self.address = f"http://{address_of(listening)}"
            self.line_address = address_of(line)
            _spare_the_collector()
            if self.settings.warm_computer:
                self.thinkers.start()
            yield self

    def _listen(self, stack: contextlib.AsyncExitStack) -> tuple[socket.socket, socket.socket, socket.socket]:
        """The sockets of all doors, before anything else is opened: nothing is touched when one cannot be had."""
        host = self.settings.host
        try:
            listening = listen(host, self.settings.port)
            stack.callback(listening.close)
            line, datagrams = listen_twice(host, self.settings.line_port)
        except CannotListen as error:
            raise StartError(str(error)) from error
        stack.callback(line.close)
        stack.callback(datagrams.close)
        return listening, line, datagrams

    @contextlib.asynccontextmanager
    async def _serving_http(self, listening: socket.socket) -> AsyncIterator[None]:
        frontage = frontage_of(self.settings.public_url, self.settings.origins, self.settings.proxies)
        door = WebSocketDoor(self.porter, frontage)
        server = _Server(
            uvicorn.Config(
                Gate(http_app(self.reception, frontage), self._passwords),
                ws=door.protocol_class(),
                http=HttpDoor,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_keep_alive=30,
                timeout_graceful_shutdown=GOODBYE_SECONDS,
                proxy_headers=False,
            )
        )
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        await server.has_started.wait()
        try:
            yield
        finally:
            self.porter.close_all()
            # Else those who wait for their password to be checked would be cut off without a word.
            self.reception.accounts.close()
            server.should_exit = True
            await serving


def _spare_the_collector() -> None:
    """What is loaded now stays: no collection shall look through all the libraries again while somebody waits."""
    gc.collect()
    gc.freeze()
    # Messages, changes and games hold no cycles and are not tracked: with the usual 700 it would run for nothing.
    gc.set_threshold(10_000, 20, 50)


class _Server(uvicorn.Server):
    """uvicorn without its own signal handlers, since the command line has ours, and telling when it has started."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.has_started = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.has_started.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Any:
        yield
