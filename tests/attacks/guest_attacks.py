"""Attacks by a guest, with valid messages only."""

import base64
import json
import random
import socket
from contextlib import ExitStack, suppress

from tests.attacks.target import TEXT, Target, frame, say, upgrade
from tests.server.players.many_scans import jpeg_of_scans

LARGEST_NUMBER = 2**62


def open_games_by_name(target: Target) -> None:
    """Open more named games than one player may have."""
    while target.is_on:
        with suppress(OSError), target.guest() as plain:
            for number in range(40):
                plain.sendall(say("CreateGame", name=f"game {number}"))
                plain.recv(65_536)


def games_made_and_left(target: Target) -> None:
    """Open a game, and cancel it."""
    target.converse(say("CreateGame"), say("Exit"))


def pairings(target: Target) -> None:
    """Ask to be paired with anyone, and leave."""
    target.converse(say("Pair"), say("Exit"))


def chatter(target: Target) -> None:
    """Chat in the attacker's own game."""
    target.converse(say("CreateGame"), *(say("Chat", text=f"word {n} {random.random()}") for n in range(20)))


def heartbeats(target: Target) -> None:
    """Send heartbeats only."""
    target.flood(target.guest, say("Heartbeat") * 100)


def settings_changed(target: Target) -> None:
    """Cause a database write with every message."""
    target.converse(say("ChangeSettings", theme="dark"), say("ChangeSettings", theme="light"))


def logins_by_token(target: Target) -> None:
    """Try tokens on the game socket."""
    target.flood(target.websocket, b"".join(say("Login", token=f"token {n}") for n in range(50)))


def watchers_who_never_read(target: Target) -> None:
    """Follow the list of games on many sockets, change it, and read nothing."""
    with ExitStack() as stack:
        for _ in range(100):
            with suppress(OSError):
                deaf = stack.enter_context(target.websocket(receive_bytes=4096))
                deaf.sendall(say("ListGames", follow=True))
        target.converse(say("CreateGame", name="seen by all"), say("Exit"))


def slow_pictures(target: Target) -> None:
    """Create accounts with progressive pictures of very many scans."""
    picture = base64.b64encode(jpeg_of_scans(2000, 1024)[:90_000]).decode()
    while target.is_on:
        with suppress(OSError), target.websocket() as plain:
            for number in range(4):
                message = {"type": "CreateLogin", "username": f"p{number}", "password": "correct horse"}
                plain.sendall(frame(TEXT, json.dumps(message | {"profilePicture": picture}).encode()))
            plain.recv(4096)


def deep_nesting(target: Target) -> None:
    """Send lists within lists."""
    target.flood(target.websocket, frame(TEXT, b"[" * 4000) * 20)


def large_numbers(target: Target) -> None:
    """Send numbers of thousands of digits."""
    target.flood(target.websocket, frame(TEXT, b'{"type":"MakeMove","position":' + b"9" * 4000 + b"}") * 20)


def announced_and_never_sent(target: Target) -> None:
    """Announce frames of 4 exabytes."""
    head = b"\x81\xff" + LARGEST_NUMBER.to_bytes(8) + b"\0\0\0\0"
    target.flood(target.websocket, head + b"x" * 1000)


def one_byte_a_fragment(target: Target) -> None:
    """Send a message in fragments of one byte."""
    message = b'{"type":"ListGames","pad":"' + b"x" * 4000 + b'"}'
    parts = [frame(TEXT if not n else 0, message[n : n + 1], fin=n == len(message) - 1) for n in range(len(message))]
    target.flood(target.websocket, b"".join(parts))


def broken_frames(target: Target) -> None:
    """Break the protocol in every way, and reconnect."""
    broken = [frame(TEXT, b"x", rsv=4), frame(0, b"x"), frame(3), frame(9, b"x" * 126), frame(TEXT, b"\xff")]
    while target.is_on:
        for said in broken:
            with suppress(OSError), target.websocket() as plain:
                plain.sendall(said)
                plain.recv(4096)


def upgrades_refused(target: Target) -> None:
    """Request sockets as another site's page, and with invalid tokens."""
    said = upgrade(Origin="https://elsewhere.example", Authorization="Bearer \xe9\xff")

    def connect() -> socket.socket:
        return target.tcp(target.port)

    while target.is_on:
        with suppress(OSError), connect() as plain:
            plain.sendall(said)
            plain.recv(4096)


ATTACKS = [
    open_games_by_name,
    games_made_and_left,
    pairings,
    chatter,
    heartbeats,
    settings_changed,
    logins_by_token,
    watchers_who_never_read,
    slow_pictures,
    deep_nesting,
    large_numbers,
    announced_and_never_sent,
    one_byte_a_fragment,
    broken_frames,
    upgrades_refused,
]
