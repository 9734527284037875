"""The server as seen from outside: its public address, its proxies, and the cookies of its pages."""

import re
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from msgspec import Struct

# Under TLS, browsers accept this name only from this host over TLS, not from subdomains or plain connections.
SECURE_COOKIE = "__Host-noughts"
PLAIN_COOKIE = "noughts"
SECURE_DEVICE_COOKIE = "__Host-noughts-device"
PLAIN_DEVICE_COOKIE = "noughts-device"
SECURE_FLOW_COOKIE = "__Host-noughts-login"
PLAIN_FLOW_COOKIE = "noughts-login"
COOKIE_SECONDS = 365 * 24 * 60 * 60
_HOST = re.compile(r"[A-Za-z0-9.:\[\]_-]{1,255}")
# The longest chain of proxies that is followed.
MOST_PROXIES = 8


class PublicAddress(Struct, frozen=True):
    """The settings that decide it."""

    public_url: str = ""
    origins: frozenset[str] = frozenset()
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    metrics_token: str = ""

    def is_ours(self, origin: str, host: str) -> bool:
        """Return whether a page of this origin is one of our own. `host` is the `Host` header of the request."""
        if self.origins:
            return origin in self.origins
        if self.public_url:
            return origin == self.public_url
        return origin in (f"http://{host}", f"https://{host}")

    def url(self, host: str) -> str | None:
        """Return the address for links to this server: from the settings, or else from this request.

        None for an invalid `Host`.
        """
        if self.public_url:
            return self.public_url
        return f"http://{host}" if _HOST.fullmatch(host) else None

    def client_address(self, peer: str, forwarded: Iterable[str]) -> str:
        """Return the client's address: the nearest address in `X-Forwarded-For` that is not one of our proxies.

        The header is ignored if the peer is not our proxy.
        """
        address = peer
        hops = ",".join(forwarded).split(",")
        for hop in reversed(hops[-MOST_PROXIES:]):
            if not self.is_proxy(address) or not _is_address(hop.strip()):
                break
            address = hop.strip()
        return address

    def is_proxy(self, address: str) -> bool:
        """Return whether this address is a trusted proxy."""
        return bool(self.proxies) and _is_address(address) and any(ip_address(address) in net for net in self.proxies)

    def token_in(self, cookies: str) -> str | None:
        """Return the token in this `Cookie` header.

        On a server that only uses TLS, the cookie's name needs the prefix.
        """
        return self._cookie(cookies, SECURE_COOKIE, PLAIN_COOKIE)

    def device_in(self, cookies: str) -> str | None:
        """Return the mark of a known browser in this `Cookie` header."""
        return self._cookie(cookies, SECURE_DEVICE_COOKIE, PLAIN_DEVICE_COOKIE)

    def flow_in(self, cookies: str) -> str | None:
        """Return the mark of a login in progress at the provider, in this `Cookie` header."""
        return self._cookie(cookies, SECURE_FLOW_COOKIE, PLAIN_FLOW_COOKIE)

    def _cookie(self, cookies: str, secure: str, plain: str) -> str | None:
        found = dict(part.strip().split("=", 1) for part in cookies.split(";") if "=" in part)
        return found.get(secure) or (None if self.public_url.startswith("https:") else found.get(plain)) or None


def public_address_of(public_url: str, origins: str, proxies: str, metrics_token: str = "") -> PublicAddress:
    """Return the public address from the settings."""
    return PublicAddress(
        public_url.rstrip("/"),
        frozenset(filter(None, (origin.strip() for origin in origins.split(",")))),
        tuple(ip_network(network.strip()) for network in proxies.split(",") if network.strip()),
        metrics_token,
    )


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
