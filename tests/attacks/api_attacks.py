"""Attacks on the HTTP API: expensive requests, requests from many addresses, and requests that never end."""

import json
import socket
from contextlib import suppress

from tests.attacks.target import ATTACKER, PROXY, Target, get, post


def _slowly(target: Target, request: bytes, most: int) -> None:
    """Hold connections with unfinished requests."""

    def begin(number: int) -> socket.socket:
        plain = target.tcp(target.port, source=f"127.0.0.{2 + number % 6}")
        plain.sendall(request)
        return plain

    target.hold(begin, most)


def slow_logins(target: Target) -> None:
    """Announce logins, and send no body."""
    _slowly(target, post("/login", {"username": "ann", "password": "x"})[:-20], 70)


def slow_recordings(target: Target) -> None:
    """Announce recordings, and send a byte of each."""
    with suppress(OSError):
        bearer = f"Bearer {target.token()}"
        said = post("/api/v1/voice", "x" * 90_000, Authorization=bearer).replace(b"application/json", b"audio/wav")
        _slowly(target, said[:400], 60)


def slow_headers(target: Target) -> None:
    """Begin requests whose headers never end."""
    _slowly(target, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", 400)


def wrong_passwords(target: Target) -> None:
    """Guess passwords, each for a new name."""
    target.ask(lambda n: post("/login", {"username": f"name{n}", "password": f"wrong {n}"}))


def registrations(target: Target) -> None:
    """Make accounts."""
    target.ask(lambda n: post("/register", {"username": f"made{n}", "password": f"correct horse {n}"}))


def guests_of_one_customer(target: Target) -> None:
    """Make guests, each from a different address of one IPv6 network."""
    target.ask(lambda n: post("/api/v1/guests", {}, X_Forwarded_For=f"2001:db8:1:{n % 4096:x}::{n:x}"), source=PROXY)


def guests_of_everywhere(target: Target) -> None:
    """Make guests, each from a different address on the internet."""
    target.ask(
        lambda n: post("/api/v1/guests", {}, X_Forwarded_For=f"{n % 200 + 1}.{n // 200 % 250}.{n % 7}.1"),
        source=PROXY,
    )


def analyses(target: Target) -> None:
    """Request analyses of two seconds, again and again."""
    while target.is_on:
        with suppress(OSError):
            bearer = f"Bearer {target.token()}"
            target.ask(lambda n, b=bearer: get("/api/v1/analysis?position=gomoku&milliseconds=2000", Authorization=b))  # type: ignore[misc]


def codes_for_long_hosts(target: Target) -> None:
    """Request QR codes of the longest allowed links."""
    with suppress(OSError):
        bearer = f"Bearer {target.token()}"
        target.ask(lambda n: get(f"/api/v1/games/g{n}/qr.svg", Host="x" * 8000, Authorization=bearer))


def codes(target: Target) -> None:
    """Request a new QR code each time."""
    with suppress(OSError):
        bearer = f"Bearer {target.token()}"
        target.ask(lambda n: get(f"/api/v1/games/game{n}/qr.svg", Authorization=bearer))


def lists(target: Target) -> None:
    """Request public lists, which read the database."""
    paths = ("/api/v1/games", "/api/v1/playing", "/api/v1/leaderboards/classic/blitz", "/api/v1/players/nobody")
    target.ask(lambda n: get(paths[n % 4]))


def large_answers(target: Target) -> None:
    """Request the largest document, and read it."""
    target.ask(lambda _: get("/api/openapi.json"))


def metrics(target: Target) -> None:
    """Try to read the metrics."""
    target.ask(lambda n: get(("/metrics", "/metrics/", "/metrics%2f")[n % 3]))


def strange_methods(target: Target) -> None:
    """Use methods that no path accepts."""
    target.ask(lambda n: get("/").replace(b"GET", (b"TRACE", b"OPTIONS", b"PURGE", b"HEAD")[n % 4]))


def rooms(target: Target) -> None:
    """Create rooms with GET requests."""
    with suppress(OSError):
        bearer = f"Bearer {target.token()}"
        target.ask(lambda _: get("/tic-tac-toe/creategame", Authorization=bearer))


def games_over_http(target: Target) -> None:
    """Open games over HTTP."""
    with suppress(OSError):
        bearer = f"Bearer {target.token()}"
        target.ask(lambda _: post("/api/v1/games", {"visibility": "private"}, Authorization=bearer))


def bodies_of_junk(target: Target) -> None:
    """Post a megabyte that is not JSON."""
    body = json.dumps("x" * 1_000_000).encode()
    head = b"POST /api/v1/accounts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    target.flood(lambda: target.tcp(target.port, source=ATTACKER), head % len(body) + body)


ATTACKS = [
    slow_logins,
    slow_recordings,
    slow_headers,
    wrong_passwords,
    registrations,
    guests_of_one_customer,
    guests_of_everywhere,
    analyses,
    codes_for_long_hosts,
    codes,
    lists,
    large_answers,
    metrics,
    strange_methods,
    rooms,
    games_over_http,
    bodies_of_junk,
]
