"""The site that passkeys belong to. Browsers allow them over https and on localhost, and never for a bare address."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from msgspec import Struct


class RelyingParty(Struct, frozen=True):
    """The domain of the site, and the origin of the page that asks."""

    id: str
    origin: str


def relying_party(public_url: str, origin: str) -> RelyingParty | None:
    """Return the site of this page, by the public address if there is one; None where passkeys can't work."""
    domain = _host(public_url) if public_url else _host(origin)
    is_local = domain == "localhost" or domain.endswith(".localhost")
    if not domain or _is_address(domain) or not (origin.startswith("https://") or is_local):
        return None
    return RelyingParty(domain, origin)


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
