"""The network of an address. A customer gets a whole IPv6 /64 or /48, so a single address means little."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address


@lru_cache(16_384)
def network_of(address: str) -> str:
    """Return the key under which an address is counted: an IPv4 address itself, an IPv6 address by its /64."""
    parsed = _parsed(address)
    return address if parsed is None else _prefix(parsed, 64)


@lru_cache(16_384)
def site_of(address: str) -> str:
    """Return the key of the site around an address: an IPv4 /24, an IPv6 /48. It never equals the key of an address."""
    parsed = _parsed(address)
    return f"{address}/" if parsed is None else _prefix(parsed, 48)


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        # A Unix socket has no address: everybody behind it is one client.
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def _prefix(parsed: IPv4Address | IPv6Address, bits: int) -> str:
    if isinstance(parsed, IPv4Address):
        return str(parsed) if bits == 64 else f"{IPv4Address(int(parsed) >> 8 << 8)}/24"
    return f"{IPv6Address(int(parsed) >> (128 - bits) << (128 - bits))}/{bits}"
