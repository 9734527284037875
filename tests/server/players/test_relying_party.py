"""The site that passkeys belong to, depending on the public address and on the page's address."""

import pytest

from noughts.server.players.relying_party import RelyingParty, relying_party


@pytest.mark.parametrize(
    ("public_url", "origin", "domain"),
    [
        ("https://noughts.example", "https://noughts.example", "noughts.example"),
        ("https://noughts.example:8443", "https://noughts.example:8443", "noughts.example"),
        # Another origin of ours, on a subdomain of the public address.
        ("https://noughts.example", "https://www.noughts.example", "noughts.example"),
        ("", "https://games.example", "games.example"),
        ("", "http://localhost:8000", "localhost"),
        ("", "http://noughts.localhost", "noughts.localhost"),
    ],
)
def test_passkeys_work_on_secure_named_sites(public_url: str, origin: str, domain: str) -> None:
    assert relying_party(public_url, origin) == RelyingParty(domain, origin)


@pytest.mark.parametrize(
    ("public_url", "origin"),
    [
        ("", "http://127.0.0.1:8000"),
        ("", "https://192.0.2.1"),
        ("", "https://[2001:db8::1]"),
        ("", "http://games.example"),
        ("http://games.example", "http://games.example"),
        ("", "https://"),
        ("", "https://["),
    ],
)
def test_passkeys_do_not_work_on_bare_addresses_or_without_https(public_url: str, origin: str) -> None:
    assert relying_party(public_url, origin) is None
