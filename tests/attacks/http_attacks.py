"""Attacks on the HTTP port."""

import socket
import time
from contextlib import suppress

from tests.attacks.target import Target

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


def requests_without_end(target: Target) -> None:
    """Request the page as fast as possible."""
    while target.is_on:
        with suppress(OSError), target.tcp(target.port) as plain:
            while target.is_on:
                plain.sendall(GET)
                if not plain.recv(65_536):
                    break


def pipelines_unread(target: Target) -> None:
    """Hold 400 connections, each with 20 requests sent and no answer read."""
    held: list[socket.socket] = []
    while target.is_on and len(held) < 400:
        with suppress(OSError):
            plain = target.tcp(target.port, receive_bytes=2048)
            plain.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
            held.append(plain)
    while target.is_on:
        time.sleep(0.1)


def connections_held(target: Target) -> None:
    """Open connections and send nothing."""
    held: list[socket.socket] = []
    while target.is_on and len(held) < 2000:
        with suppress(OSError):
            held.append(target.tcp(target.port))
    while target.is_on:
        time.sleep(0.1)


def garbage(target: Target) -> None:
    """Send bytes that are not HTTP."""
    target.flood(lambda: target.tcp(target.port), b"\x00\xff" * 2048)


def endless_headers(target: Target) -> None:
    """Send a header that does not end."""
    target.flood(lambda: target.tcp(target.port), b"GET / HTTP/1.1\r\nX: " + b"x" * 60_000)


def wrong_tokens(target: Target) -> None:
    """Try tokens."""
    number = 0
    while target.is_on:
        with suppress(OSError), target.tcp(target.port) as plain:
            while target.is_on:
                number += 1
                plain.sendall(b"GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %d\r\n\r\n" % number)
                if not plain.recv(65_536):
                    break


def deep_bodies(target: Target) -> None:
    """Post bodies with the deepest nesting that fits the size limit."""
    body = b"[" * 16_000
    head = b"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16000\r\n\r\n"
    while target.is_on:
        with suppress(OSError), target.tcp(target.port) as plain:
            while target.is_on:
                plain.sendall(head + body)
                if not plain.recv(65_536):
                    break


ATTACKS = [
    requests_without_end,
    pipelines_unread,
    connections_held,
    garbage,
    endless_headers,
    wrong_tokens,
    deep_bodies,
]
