"""A network that loses, doubles and reorders datagrams, between UDP clients and a server."""

import asyncio
import random
from collections import Counter
from typing import Any

# The same datagram arrives at the third try, and so does its acknowledgement. So five tries are always enough.
MOST_LOSSES = 2


class LossyNetwork(asyncio.DatagramProtocol):
    """A relay in front of a server: each client gets a separate socket towards the server."""

    def __init__(self, server: tuple[str, int], chance: random.Random, loss: float, doubling: float) -> None:
        self._server = server
        self._chance = chance
        self._loss = loss
        self._doubling = doubling
        self._loop = asyncio.get_running_loop()
        self._ways: dict[Any, asyncio.DatagramTransport] = {}
        self._waiting: dict[Any, list[bytes]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._times_lost: Counter[tuple[Any, bytes]] = Counter()
        self.lost = self.doubled = 0
        self._transport: asyncio.DatagramTransport

    @classmethod
    async def open(cls, address: str, seed: int, loss: float = 0.2, doubling: float = 0.2) -> "LossyNetwork":
        host, _, port = address.rpartition(":")
        network = cls((host, int(port)), random.Random(seed), loss, doubling)
        network._transport, _ = await network._loop.create_datagram_endpoint(
            lambda: network, local_addr=("127.0.0.1", 0)
        )
        return network

    @property
    def address(self) -> str:
        host, port = self._transport.get_extra_info("sockname")
        return f"{host}:{port}"

    def datagram_received(self, data: bytes, client: Any) -> None:
        if client in self._ways:
            self._pass((client, data), lambda: self._ways[client].sendto(data))
            return
        waiting = self._waiting.setdefault(client, [])
        waiting.append(data)
        if len(waiting) == 1:
            task = self._loop.create_task(self._make_way(client))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _make_way(self, client: Any) -> None:
        network = self

        class Back(asyncio.DatagramProtocol):
            def datagram_received(self, data: bytes, _: Any) -> None:
                network._pass((client, data), lambda: network._transport.sendto(data, client))

        way, _ = await self._loop.create_datagram_endpoint(Back, remote_addr=self._server)
        self._ways[client] = way
        for data in self._waiting.pop(client):
            self.datagram_received(data, client)

    def _pass(self, what: tuple[Any, bytes], send: Any) -> None:
        copies = 1
        if self._chance.random() < self._loss and self._times_lost[what] < MOST_LOSSES:
            copies, self.lost = 0, self.lost + 1
            self._times_lost[what] += 1
        elif self._chance.random() < self._doubling:
            copies, self.doubled = 2, self.doubled + 1
        for _ in range(copies):
            # Delayed at random, so that later datagrams may arrive sooner.
            self._loop.call_later(self._chance.random() * 0.02, self._send, send)

    def _send(self, send: Any) -> None:
        if not self._transport.is_closing():
            send()

    def close(self) -> None:
        for way in self._ways.values():
            way.close()
        self._transport.close()
