"""Attacks on the game socket."""

import json
import socket
import time
from contextlib import suppress

from tests.attacks.target import BINARY, CONTINUATION, PING, PONG, TEXT, Target, frame

PICTURE = b'{"type":"AddProfilePic","profilePicture":"'


def pings_unread(target: Target) -> None:
    """Send pings forever, and read no pong."""
    target.flood(lambda: target.websocket(receive_bytes=4096), frame(PING, b"x" * 125) * 100)


def empty_continuations(target: Target) -> None:
    """Begin a large message, then send empty fragments."""
    begin = frame(TEXT, PICTURE + b"A" * 130_000, fin=False)
    empties = frame(CONTINUATION, fin=False) * 20_000
    while target.is_on:
        with suppress(OSError), target.websocket() as plain:
            plain.sendall(begin)
            while target.is_on:
                plain.sendall(empties)


def empty_pongs(target: Target) -> None:
    """Send pongs that nobody asked for."""
    target.flood(target.websocket, frame(PONG) * 1000)


def small_commands(target: Target) -> None:
    """Send commands far above the limit."""
    target.flood(target.websocket, frame(TEXT, b'{"type":"ListGames"}') * 200)


def unreadable_text(target: Target) -> None:
    """Send binary frames that are not commands."""
    target.flood(target.websocket, frame(BINARY, b"\xff" * 100) * 200)


def unfinished_large_messages(target: Target) -> None:
    """Hold hundreds of connections, each with most of a picture sent."""
    held: list[socket.socket] = []
    while target.is_on and len(held) < 499:
        with suppress(OSError):
            plain = target.websocket(source=f"127.0.0.{2 + len(held) % 8}")
            plain.sendall(frame(TEXT, PICTURE + b"A" * (128 * 1024 - 100))[:-50])
            held.append(plain)
    while target.is_on:
        time.sleep(0.1)


def connects_and_leaves(target: Target) -> None:
    """Open connections and leave them at once."""
    while target.is_on:
        with suppress(OSError), target.websocket():
            pass


def watches_and_never_reads(target: Target) -> None:
    """Request lists, and read none of them."""
    target.flood(lambda: target.websocket(receive_bytes=4096), frame(TEXT, b'{"type":"ListGames"}'))


def guests_without_end(target: Target) -> None:
    """Make guests, each on its own connection."""
    command = frame(TEXT, json.dumps({"type": "PlayAsGuest"}).encode())
    while target.is_on:
        with suppress(OSError), target.websocket() as plain:
            plain.sendall(command)
            plain.recv(4096)


ATTACKS = [
    pings_unread,
    empty_continuations,
    empty_pongs,
    small_commands,
    unreadable_text,
    unfinished_large_messages,
    connects_and_leaves,
    watches_and_never_reads,
    guests_without_end,
]
