"""How the server looks from outside: its public address, the proxies before it, and the cookie of its own pages."""

import re
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from msgspec import Struct

# Under TLS a name that no other host, no subdomain and no plain connection can set.
SECURE_COOKIE = "__Host-noughts"
PLAIN_COOKIE = "noughts"
SECURE_DEVICE_COOKIE = "__Host-noughts-device"
PLAIN_DEVICE_COOKIE = "noughts-device"
SECURE_FLOW_COOKIE = "__Host-noughts-login"
PLAIN_FLOW_COOKIE = "noughts-login"
COOKIE_SECONDS = 365 * 24 * 60 * 60
_HOST = re.compile(r"[A-Za-z0-9.:\[\]_-]{1,255}")
# Proxies in a row that are looked through.
MOST_PROXIES = 8


class PublicAddress(Struct, frozen=True):
    """The settings about it."""

    public_url: str = ""
    origins: frozenset[str] = frozenset()
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    metrics_token: str = ""

    def is_ours(self, origin: str, host: str) -> bool:
        """Return whether a page of this origin is one of our own. `host` is what the browser asked for."""
        if self.origins:
            return origin in self.origins
        if self.public_url:
            return origin == self.public_url
        return origin in (f"http://{host}", f"https://{host}")

    def url(self, host: str) -> str | None:
        """Return where people reach this server, for links; without a setting where they have reached it now.

        None for a `Host` that is no host.
        """
        if self.public_url:
            return self.public_url
        return f"http://{host}" if _HOST.fullmatch(host) else None

    def client_address(self, peer: str, forwarded: Iterable[str]) -> str:
        """Return where a connection comes from: the nearest address in `X-Forwarded-For` that is no proxy of ours.

        Headers of a peer that is not our proxy are ignored.
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
        """Return the token in this `Cookie` header. On a server with TLS only, a cookie needs the prefix."""
        return self._cookie(cookies, SECURE_COOKIE, PLAIN_COOKIE)

    def device_in(self, cookies: str) -> str | None:
        """Return the mark of a known browser in this `Cookie` header."""
        return self._cookie(cookies, SECURE_DEVICE_COOKIE, PLAIN_DEVICE_COOKIE)

    def flow_in(self, cookies: str) -> str | None:
        """Return the mark of a login on its way through the provider, in this `Cookie` header."""
        return self._cookie(cookies, SECURE_FLOW_COOKIE, PLAIN_FLOW_COOKIE)

    def _cookie(self, cookies: str, secure: str, plain: str) -> str | None:
        found = dict(part.strip().split("=", 1) for part in cookies.split(";") if "=" in part)
        return found.get(secure) or (None if self.public_url.startswith("https:") else found.get(plain)) or None


def public_address_of(public_url: str, origins: str, proxies: str, metrics_token: str = "") -> PublicAddress:
    """As the settings say it."""
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
