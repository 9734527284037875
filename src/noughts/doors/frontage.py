"""How the server looks from outside: its public address, the proxies before it, and the cookie of its own pages."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from msgspec import Struct

# Under TLS a name that no other host, no subdomain and no plain connection can set.
SECURE_COOKIE = "__Host-noughts"
PLAIN_COOKIE = "noughts"
COOKIE_SECONDS = 365 * 24 * 60 * 60
# Proxies in a row that are looked through.
MOST_PROXIES = 8


class Frontage(Struct, frozen=True):
    """What the settings say about it."""

    public_url: str = ""
    origins: frozenset[str] = frozenset()
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()

    def is_ours(self, origin: str, host: str) -> bool:
        """Whether a page of this origin is one of our own. `host` is what the browser asked for."""
        if self.origins:
            return origin in self.origins
        if self.public_url:
            return origin == self.public_url
        return origin in (f"http://{host}", f"https://{host}")

    def url(self, host: str) -> str:
        """Where people reach this server, for links; without a setting where they have reached it now."""
        return self.public_url or f"http://{host}"

    def client_address(self, peer: str, forwarded: Iterable[str]) -> str:
        """Where a connection comes from: the nearest address in `X-Forwarded-For` that is no proxy of ours.

        Of a peer that is no proxy of ours nothing is believed.
        """
        address = peer
        hops = ",".join(forwarded).split(",")
        for hop in reversed(hops[-MOST_PROXIES:]):
            if not self._is_proxy(address) or not _is_address(hop.strip()):
                break
            address = hop.strip()
        return address

    def _is_proxy(self, address: str) -> bool:
        return bool(self.proxies) and _is_address(address) and any(ip_address(address) in net for net in self.proxies)

    def token_in(self, cookies: str) -> str | None:
        """The token in this `Cookie` header. Where only TLS is spoken, a cookie without it is none of ours."""
        found = dict(part.strip().split("=", 1) for part in cookies.split(";") if "=" in part)
        plain = None if self.public_url.startswith("https:") else found.get(PLAIN_COOKIE)
        return found.get(SECURE_COOKIE) or plain or None


def frontage_of(public_url: str, origins: str, proxies: str) -> Frontage:
    """As the settings say it."""
    return Frontage(
        public_url.rstrip("/"),
        frozenset(filter(None, (origin.strip() for origin in origins.split(",")))),
        tuple(ip_network(network.strip()) for network in proxies.split(",") if network.strip()),
    )


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
