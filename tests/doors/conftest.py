"""Connections that are closed when the test is over, and doors with little patience."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import TypeVar

import pytest_asyncio

from noughts.app import Application
from noughts.doors.datagram import DatagramDoor, open_datagrams
from noughts.doors.line import Patience, open_line
from noughts.doors.sockets import address_of, listen_twice
from tests.doors.line_talker import DatagramTalker, LineTalker

# A second of the real door is a hundredth here.
HASTE = 0.01

Some = TypeVar("Some", LineTalker, DatagramTalker)


class Port:
    """Port 5005 of a server: who connects here is disconnected at the end."""

    def __init__(self, application: Application, address: str, stack: AsyncExitStack) -> None:
        self.application = application
        self.address = address
        self.datagrams: DatagramDoor
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


@pytest_asyncio.fixture
async def hasty_port(application: Application) -> AsyncIterator[Port]:
    """Another port of the same server, a hundred times less patient."""
    open_with = Patience(
        first_object=10 * HASTE, whole_object=10 * HASTE, waits=tuple(wait * HASTE for wait in Patience().waits)
    )
    line, datagrams = listen_twice("127.0.0.1", 0)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(open_line(application.porter, line, open_with))
        door = await stack.enter_async_context(open_datagrams(application.porter, datagrams, open_with))
        port = Port(application, address_of(line), stack)
        port.datagrams = door
        yield port


Connect = Callable[[], Awaitable[LineTalker | DatagramTalker]]
