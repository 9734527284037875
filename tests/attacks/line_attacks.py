"""Attacks on port 5005 over TCP."""

import socket
import time
from contextlib import suppress

from tests.attacks.target import Target


def empty_objects(target: Target) -> None:
    """Send `{}` forever."""
    target.flood(target.line, b"{}" * 65_536)


def newlines(target: Target) -> None:
    """Send empty lines forever."""
    target.flood(target.line, b"\n" * 65_536)


def garbage(target: Target) -> None:
    """Send lines that are not objects."""
    target.flood(target.line, b"x\n" * 4096)


def deep_nesting(target: Target) -> None:
    """Send objects within objects."""
    target.flood(target.line, (b'{"a":' * 600 + b"1" + b"}" * 600 + b"\n") * 4)


def never_reads(target: Target) -> None:
    """Send requests, and read no answers."""
    target.flood(lambda: target.line(receive_bytes=4096), b'{"type":"ListGames"}\n')


def unfinished_pictures(target: Target) -> None:
    """Hold hundreds of connections, each with most of a picture sent."""
    held: list[socket.socket] = []
    while target.is_on and len(held) < 499:
        with suppress(OSError):
            plain = target.line(source=f"127.0.0.{2 + len(held) % 8}")
            plain.sendall(b'{"type":"AddProfilePic","profilePicture":"' + b"A" * 127_000)
            held.append(plain)
    while target.is_on:
        time.sleep(0.1)


def guests_in_games(target: Target) -> None:
    """Open a game as a new guest, and leave."""
    while target.is_on:
        with suppress(OSError), target.line() as plain:
            plain.sendall(b'{"username":""}\n')
            plain.recv(4096)


def unfinished_objects(target: Target) -> None:
    """Hold connections with the first byte of an object, or one empty line."""

    def begin(number: int) -> socket.socket:
        plain = target.line(source=f"127.0.0.{2 + number % 6}")
        plain.sendall(b"\n" if number % 2 else b"{")
        return plain

    target.hold(begin, 499)


def wrong_passwords(target: Target) -> None:
    """Guess passwords on the line port."""
    while target.is_on:
        with suppress(OSError), target.line() as plain:
            plain.sendall(b'{"username":"ann","password":"wrong"}\n')
            plain.recv(4096)


ATTACKS = [
    unfinished_objects,
    wrong_passwords,
    empty_objects,
    newlines,
    garbage,
    deep_nesting,
    never_reads,
    unfinished_pictures,
    guests_in_games,
]
