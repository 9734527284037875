"""Connections that are closed at the end of a test, and ports with short time limits."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TypeVar

import pytest_asyncio

from noughts.app import Application
from noughts.doors.line.tcp import LineTimeouts, open_tcp
from noughts.doors.line.udp import open_udp
from noughts.doors.listening import address_of, bind_twice
from tests.doors.line_talker import DatagramTalker, LineTalker

Some = TypeVar("Some", LineTalker, DatagramTalker)


class Port:
    """Port 5005 of a server: clients that connect here are disconnected at the end."""

    def __init__(self, application: Application, address: str, stack: AsyncExitStack) -> None:
        self.application = application
        self.address = address
        self._stack = stack

    async def line(self) -> LineTalker:
        return await self._kept(LineTalker.connect(self.address))

    async def datagram(self) -> DatagramTalker:
        return await self._kept(DatagramTalker.connect(self.address))

    async def _kept(self, connecting: Awaitable[Some]) -> Some:
        talker = await connecting
        self._stack.push_async_callback(talker.hang_up)
        return talker


@pytest_asyncio.fixture
async def port(application: Application) -> AsyncIterator[Port]:
    """The server's own port."""
    async with AsyncExitStack() as stack:
        yield Port(application, application.line_address, stack)


@asynccontextmanager
async def opened(application: Application, haste: float) -> AsyncIterator[Port]:
    real = LineTimeouts()
    timeouts = LineTimeouts(
        first_object=real.first_object * haste,
        whole_object=real.whole_object * haste,
        waits=tuple(wait * haste for wait in real.waits),
    )
    line, datagrams = bind_twice("127.0.0.1", 0)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(open_tcp(application.connections, line, timeouts))
        await stack.enter_async_context(open_udp(application.connections, datagrams, timeouts))
        yield Port(application, address_of(line), stack)


@pytest_asyncio.fixture
async def hasty_port(application: Application) -> AsyncIterator[Port]:
    """Another port of the same server, with 100 times shorter time limits, for clients that must time out."""
    async with opened(application, 0.01) as port:
        yield port


@pytest_asyncio.fixture
async def brisk_port(application: Application) -> AsyncIterator[Port]:
    """Another port of the same server, with 10 times shorter time limits, for clients that must still get answers."""
    async with opened(application, 0.1) as port:
        yield port
