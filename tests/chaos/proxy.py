"""A TCP proxy between a server and its database or Redis. It can cut, slow down and refuse connections."""

import asyncio
import contextlib

PIECE_BYTES = 16 * 1024


class Proxy:
    """Forwards bytes to a port on this machine."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._server: asyncio.Server
        self._ways: set[asyncio.Task[None]] = set()
        self.slow_seconds = 0.0
        self.is_away = False

    async def open(self) -> "Proxy":
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    @property
    def port(self) -> int:
        return int(self._server.sockets[0].getsockname()[1])

    def cut(self) -> None:
        """End all connections, but accept new ones."""
        for way in tuple(self._ways):
            way.cancel()

    async def close(self) -> None:
        self._server.close()
        self.cut()
        await asyncio.gather(*self._ways, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        way = asyncio.current_task()
        assert way is not None
        self._ways.add(way)
        try:
            if not self.is_away:
                there, back = await asyncio.open_connection("127.0.0.1", self._target)
                with contextlib.closing(back):
                    async with asyncio.TaskGroup() as group:
                        group.create_task(self._pass(reader, back))
                        group.create_task(self._pass(there, writer))
        except* (OSError, asyncio.CancelledError, _Ended):
            pass
        finally:
            self._ways.discard(way)
            writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(PIECE_BYTES):
            if self.slow_seconds:
                await asyncio.sleep(self.slow_seconds)
            writer.write(piece)
            await writer.drain()
        raise _Ended


class _Ended(Exception):
    """Raised when one end has closed, to close the other."""
