"""Posts to addresses given by clients, never to internal ones: https only, no private addresses, no redirects.

The address is checked when connecting, because a name may lead to another machine by then.
"""

import asyncio
import ssl
from collections.abc import Iterable
from functools import cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

import httpcore2

POST_SECONDS = 5.0
# Enough for all simultaneous pushes, so that none waits for another's connection.
MOST_CONNECTIONS = 32
MOST_URL_CHARACTERS = 1000

# Deprecated site-local addresses, and IPv6 ranges that stand for IPv4 addresses, including private ones.
_NOT_PUBLIC = (IPv6Network("fec0::/10"), IPv6Network("::/96"), IPv6Network("64:ff9b::/96"),
               IPv6Network("64:ff9b:1::/48"), IPv6Network("2002::/16"), IPv6Network("2001::/32"))  # fmt: skip


class Unreachable(Exception):
    """The post failed. The message is for the log."""


class OutboundHttp:
    """Posts small messages. `anywhere` is for tests: it also allows http and this machine."""

    def __init__(self, *, anywhere: bool = False) -> None:
        self._anywhere = anywhere
        backend = httpcore2.AnyIOBackend() if anywhere else PublicBackend()
        self._pool = httpcore2.AsyncConnectionPool(
            trusted_authorities(),
            max_connections=MOST_CONNECTIONS,
            max_keepalive_connections=0,
            network_backend=backend,
        )

    def may_go_to(self, url: str) -> bool:
        """Return whether we may post to this address at all."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            return False
        if len(url) > MOST_URL_CHARACTERS or not (url.isascii() and url.isprintable()) or " " in url:
            return False
        if not parts.hostname or parts.username is not None or parts.password is not None or parts.fragment:
            return False
        return (parts.scheme == "https" and port in (None, 443)) or (
            self._anywhere and parts.scheme in ("http", "https")
        )

    async def post(self, url: str, headers: dict[str, str], content: bytes) -> int:
        """Post this, and return the status. The body of the answer isn't read. Raises `Unreachable`."""
        if not self.may_go_to(url):
            raise Unreachable("the address is not allowed")
        try:
            async with asyncio.timeout(POST_SECONDS):
                # Built from encoded names: our headers never contain text from a client.
                fields = [(name.encode(), value.encode()) for name, value in headers.items()]
                async with self._pool.stream("POST", url, headers=fields, content=content) as response:
                    return int(response.status)
        except (httpcore2.NetworkError, httpcore2.TimeoutException, httpcore2.ProtocolError, OSError) as error:
            raise Unreachable(f"{type(error).__name__}: {error}") from error

    async def close(self) -> None:
        await self._pool.aclose()


@cache
def trusted_authorities() -> ssl.SSLContext:
    """Return the machine's certificate authorities, read once."""
    return ssl.create_default_context()


class PublicBackend(httpcore2.AnyIOBackend):
    """Dials public addresses only."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=1)
        addresses = [str(entry[4][0]) for entry in found]
        if not addresses or not all(map(is_public, addresses)):
            raise httpcore2.ConnectError(f"{host} is not a public address")
        # Exactly the address that was checked; the name is not looked up again.
        return await super().connect_tcp(addresses[0], port, timeout, local_address, socket_options)


def is_public(address: str) -> bool:
    """Return whether this is a public internet address, outside our own network."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address) and any(ip in network for network in _NOT_PUBLIC):
        return False
    return ip.is_global and not ip.is_multicast
