"""Attacks on port 5005 over UDP."""

import itertools
from collections.abc import Callable
from contextlib import ExitStack, suppress

from tests.attacks.target import VICTIM, Target

PORTS = 200


def _flood(target: Target, message: Callable[[int], bytes]) -> None:
    """Send from many ports, and never read."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(target.datagrams(f"127.0.{2 + n % 4}.{1 + n % 200}")) for n in range(PORTS)]
        for number in itertools.count():
            if not target.is_on:
                return
            with suppress(OSError):
                sockets[number % PORTS].send(message(number))


def first_messages(target: Target) -> None:
    """Open games without a name, from hundreds of addresses."""
    _flood(target, lambda _: b'{"username":""}')


def names(target: Target) -> None:
    """Open games, each under a new name."""
    _flood(target, lambda number: b'{"username":"n%d"}' % number)


def natives(target: Target) -> None:
    """Make guests over the native protocol."""
    _flood(target, lambda _: b'{"type":"PlayAsGuest"}')


def acks(target: Target) -> None:
    """Guess the numbers that prove an address."""
    _flood(target, lambda number: b'{"ack":%d}' % number)


def moves(target: Target) -> None:
    """Guess game ids."""
    _flood(target, lambda number: b'{"gameId":"%024d","playerId":1,"position":4}' % number)


def noise(target: Target) -> None:
    """Send random datagrams."""
    _flood(target, lambda number: b"\x00\xff" * (number % 700))


def resumes(target: Target) -> None:
    """Send first messages with many options."""
    _flood(target, lambda number: b'{"username":"ann","token":"%d","resume":true}' % number)


def in_somebodys_name(target: Target) -> None:
    """Send from the players' own address, which must not lock them out."""
    with target.datagrams(VICTIM) as plain:
        while target.is_on:
            with suppress(OSError):
                plain.send(b'{"username":""}')


def largest(target: Target) -> None:
    """Send the largest possible datagrams."""
    _flood(target, lambda _: b'{"username":"' + b"x" * 60_000 + b'"}')


ATTACKS = [in_somebodys_name, largest, first_messages, names, natives, acks, moves, noise, resumes]
