"""The composition root: the only place that chooses SQLite or PostgreSQL, local or Redis, and joins the parts."""

import asyncio
import contextlib
import gc
import socket
from collections.abc import AsyncIterator
from copy import copy
from functools import cache
from typing import Any

import structlog
import uvicorn
from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException

from noughts.composition import Server
from noughts.config import Settings
from noughts.doors.http import health as pages
from noughts.doors.http.error_responses import Refused, reply_to_fault, reply_to_http_error, reply_to_refused
from noughts.doors.http.http_protocol import http_protocol
from noughts.doors.http.login_gate import LoginGate
from noughts.doors.http.metrics_page import show_metrics
from noughts.doors.http.public_address import PublicAddress, public_address_of
from noughts.doors.http.request_gate import RequestGate
from noughts.doors.http.request_timer import RequestTimer
from noughts.doors.http.strict_request import StrictRequest
from noughts.doors.http.uploads import Uploads
from noughts.doors.line.tcp import open_tcp
from noughts.doors.line.udp import open_udp
from noughts.doors.listening import CannotListen, address_of, bind, bind_twice, listen
from noughts.doors.openapi.document import document_config
from noughts.doors.pages.files import load_files
from noughts.doors.pages.not_found import reply_to_not_found
from noughts.doors.pages.preview_pictures import show_preview
from noughts.doors.pages.site import STATIC, site
from noughts.doors.rest.api import api
from noughts.doors.rest.pictures import put_picture, show_picture
from noughts.doors.rooms.rooms import rooms
from noughts.doors.websocket.upgrade import ask_for_upgrade
from noughts.doors.websocket.websocket import WebSocketDoor
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.limits import MOST_BODY_BYTES
from noughts.server.runtime.restore_watch import RestoreWatch
from noughts.server.sessions.connections import Connections

log = structlog.get_logger()

# How long open requests may take when the server shuts down.
SHUTDOWN_SECONDS = 2


class StartError(Exception):
    """The server cannot start. The message is for its operator."""


def http_app(connections: Connections, public_address: PublicAddress) -> Litestar:
    """Return the HTTP application: everything except the game socket."""
    app = copy(_routes())
    app.state = State(
        {
            "services": connections.services,
            "connections": connections,
            "public_address": public_address,
            "uploads": Uploads(),
        }
    )
    return app


@cache
def _routes() -> Litestar:
    """Build the routes and load their files once.

    A server that starts later in this process, after a restore, reuses them.
    """
    files = load_files(STATIC)
    return Litestar(
        [
            api,
            rooms,
            show_picture,
            put_picture,
            show_preview,
            pages.is_alive,
            pages.is_ready,
            show_metrics,
            ask_for_upgrade,
            *site(files),
        ],
        openapi_config=document_config(),
        exception_handlers={
            Refused: reply_to_refused,
            NotFoundException: reply_to_not_found(files),
            HTTPException: reply_to_http_error,
            RecursionError: reply_to_http_error,
            Exception: reply_to_fault,
        },
        request_class=StrictRequest,
        request_max_body_size=MOST_BODY_BYTES,
        logging_config=None,
        before_send=[pages.add_security_headers],
    )


class Application:
    """One server process: its parts, in the order in which they are opened and closed."""

    def __init__(self, settings: Settings, environment: Environment | None = None) -> None:
        self.settings = settings
        self.server = Server(settings, environment or Environment())
        self.services = self.server.services
        self.database = self.server.database
        self._restore_watch = RestoreWatch(self.database)
        self.connections = Connections(self.services)
        self.address: str
        # The address of the line protocol, over TCP and UDP: host:port.
        self.line_address: str

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def line_port(self) -> int:
        return int(self.line_address.rpartition(":")[2])

    async def serve(self, ended: asyncio.Event) -> bool:
        """Run until `ended` is set or the store is restored. Return True after a restore: a new application must take
        over.

        Raises `StartError`, `StorageError` or `BusError` when it cannot start.
        """
        async with self.running():
            log.info("Noughts is ready", address=self.address, line=self.line_address)
            restored = asyncio.create_task(self._restore_watch.wait())
            told = asyncio.create_task(ended.wait())
            await asyncio.wait({restored, told}, return_when=asyncio.FIRST_COMPLETED)
            starts_again = restored.done() and not ended.is_set()
            log.info("the database was restored: Noughts restarts" if starts_again else "Noughts stops")
            for task in (restored, told):
                task.cancel()
            return starts_again

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator["Application"]:
        """Run the whole server at `address` for as long as the context lasts."""
        async with contextlib.AsyncExitStack() as stack:
            bound, line, datagrams = self._bind(stack)
            await self.database.open()
            stack.push_async_callback(self.database.close)
            await self._restore_watch.open()
            stack.push_async_callback(self.server.close)
            await self.server.open()
            self.services.spawn(self.connections.watch())
            # Everything slow happens before the first socket listens, so that clients are answered at once.
            http = self._http_server()
            _listen(bound, line)
            line_server = await stack.enter_async_context(open_tcp(self.connections, line))
            await stack.enter_async_context(open_udp(self.connections, datagrams))
            await stack.enter_async_context(self._serving(http, bound, line_server))
            self.address = f"http://{address_of(bound)}"
            self.line_address = address_of(line)
            _exclude_from_collection()
            if self.settings.warm_computer:
                self.services.engine_pool.start()
            yield self

    def _bind(self, stack: contextlib.AsyncExitStack) -> tuple[socket.socket, socket.socket, socket.socket]:
        """Return the sockets of all doors. This runs first, so that nothing has changed yet if one can't be opened."""
        host = self.settings.host
        try:
            bound = bind(host, self.settings.port)
            stack.callback(bound.close)
            line, datagrams = bind_twice(host, self.settings.line_port)
        except CannotListen as error:
            raise StartError(str(error)) from error
        stack.callback(line.close)
        stack.callback(datagrams.close)
        return bound, line, datagrams

    def _http_server(self) -> "_Server":
        public_address = public_address_of(
            self.settings.public_url, self.settings.origins, self.settings.proxies, self.settings.metrics_token
        )
        door = WebSocketDoor(self.connections, public_address)
        return _Server(
            uvicorn.Config(
                RequestTimer(
                    RequestGate(
                        LoginGate(http_app(self.connections, public_address), self.server.passwords, MOST_BODY_BYTES),
                        self.services.gatekeeper.budget,
                        public_address,
                        self.services.metrics,
                    ),
                    self.services.metrics,
                    self.services.environment.new_invite()[:8],
                ),
                ws=door.protocol_class(),
                http=http_protocol(self.connections, public_address),
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_keep_alive=30,
                timeout_graceful_shutdown=SHUTDOWN_SECONDS,
                proxy_headers=False,
            )
        )

    @contextlib.asynccontextmanager
    async def _serving(self, http: "_Server", bound: socket.socket, line: asyncio.Server) -> AsyncIterator[None]:
        serving = asyncio.create_task(http.serve(sockets=[bound]))
        await http.has_started.wait()
        try:
            yield
        finally:
            # Stop listening before clients are disconnected: then a proxy sends them to another node at once.
            http.stop_listening()
            line.close()
            await self.connections.close_all()
            # Otherwise clients waiting for a password check would be disconnected without an answer.
            self.services.accounts.close()
            await self.services.pictures.close()
            http.should_exit = True
            await serving


def _listen(*bound: socket.socket) -> None:
    try:
        for one in bound:
            listen(one)
    except CannotListen as error:
        raise StartError(str(error)) from error


def _exclude_from_collection() -> None:
    """Keep everything loaded so far out of garbage collection, which would otherwise scan all libraries while people
    wait.
    """
    gc.collect()
    gc.freeze()
    # Messages, changes and games hold no reference cycles, so frequent collections (the default threshold is 700) find
    # nothing.
    gc.set_threshold(10_000, 20, 50)


class _Server(uvicorn.Server):
    """uvicorn without its signal handlers, because the command line installs ours.

    It also reports when it has started.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.has_started = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.has_started.set()

    def stop_listening(self) -> None:
        """Refuse new connections from now on."""
        for listening in self.servers:
            listening.close()

    @contextlib.contextmanager
    def capture_signals(self) -> Any:
        yield
