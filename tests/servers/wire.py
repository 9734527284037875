"""A connection from a client to a server that can fail like a lost network: no data, and no close."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

CHUNK = 65_536


class Wire:
    """A relay that forwards data from `port` to a server on this machine, unless it is cut."""

    def __init__(self, server_port: int) -> None:
        self.port = 0
        self._server_port = server_port
        self._whole = asyncio.Event()
        self._whole.set()
        self._cuts = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """Stop forwarding data."""
        self._cuts += 1
        self._whole.clear()

    def mend(self) -> None:
        """Forward data of new connections again. Older connections stay dead."""
        self._whole.set()

    async def hang_up(self) -> None:
        """End all connections."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        ends = [writer]
        try:
            await self._whole.wait()
            cuts = self._cuts
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
            ends.append(far_writer)
            # Without this, asyncio would complain when `hang_up` cancels the task.
            with suppress(OSError, asyncio.CancelledError):
                await asyncio.gather(self._carry(reader, far_writer, cuts), self._carry(far_reader, writer, cuts))
        finally:
            for one in ends:
                one.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, cuts: int) -> None:
        while data := await reader.read(CHUNK):
            if self._cuts > cuts:
                # The data is lost, and nobody is notified.
                await asyncio.get_running_loop().create_future()
            writer.write(data)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def wire_to(server_port: int) -> AsyncIterator[Wire]:
    wire = Wire(server_port)
    async with await asyncio.start_server(wire.meet, "127.0.0.1", 0) as listening:
        wire.port = listening.sockets[0].getsockname()[1]
        yield wire
        await wire.hang_up()
        # The transports close in the next iteration of the loop.
        await asyncio.sleep(0)
