"""`noughts verify`: plays complete games of tic-tac-toe on a running server and checks every state."""

import argparse
import asyncio
import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from noughts.cli.event_loop import run_loop
from noughts.client.complete_games import HOW_MANY, complete_games, random_games
from noughts.client.errors import CommandRefused, ConnectionLost
from noughts.client.line_pair import LinePair
from noughts.client.native_pair import MessagesPair, NativePair
from noughts.client.rooms_pair import RoomsPair
from noughts.client.verification import Difference, LimitsTooLow, Pair, Verification

LINE_PORT = 5005
ADVICE = (
    "start the server with --commands-per-second 100000 --command-burst 100000 --guests-per-minute 100000 "
    "--connections-per-address 10000 (and --registrations-per-address 10000 for --door rest)"
)


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "verify",
        help="check a running server by playing every game",
        description="Play every complete game of 3x3 tic-tac-toe (255,168 of them), each from its first move, on a "
        "running server and compare every state with the rules. It plays faster than the default limits allow: "
        f"{ADVICE}.",
    )
    parser.add_argument("host", metavar="HOST", help="the server: a URL, or a host name with an optional port")
    parser.add_argument("--door", choices=DOORS, default="native", help="the protocol to use (default: native)")
    parser.add_argument("--sample", type=int, metavar="N", help="play only N games, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the sample (default: 1)")
    parser.add_argument("--pairs", type=int, default=250, help="games played at the same time (default: 250)")
    parser.add_argument(
        "--line-port", type=int, default=LINE_PORT, help=f"the port of the line protocol (default: {LINE_PORT})"
    )
    parser.set_defaults(run=run)


def _rest(url: str, arguments: argparse.Namespace) -> Pair:
    return RoomsPair(url)


def _line(url: str, arguments: argparse.Namespace) -> Pair:
    return LinePair(urlsplit(url).hostname or "127.0.0.1", arguments.line_port)


DOORS: dict[str, Callable[[str, argparse.Namespace], Pair]] = {
    "native": lambda url, _: NativePair(url),
    "line": _line,
    "rest": _rest,
    "messages": lambda url, _: MessagesPair(url),
}


def run(arguments: argparse.Namespace) -> int:
    """Verify, and return the exit code: 0 when nothing differs."""
    return run_loop(_verify(arguments))


async def _verify(arguments: argparse.Namespace) -> int:
    url = _url(arguments.host)
    total = arguments.sample or HOW_MANY
    games = random_games(arguments.sample, arguments.seed) if arguments.sample else complete_games()
    pairs = max(1, min(arguments.pairs, total))
    verification = Verification(games, lambda: DOORS[arguments.door](url, arguments), pairs)
    progress = asyncio.create_task(_show_progress(verification, total))
    try:
        await verification.run()
    except Difference as difference:
        return _fail(verification, f"DIFFERENT: {difference}")
    except LimitsTooLow as limit:
        return _fail(verification, f"noughts: the server's limits are too low for this ({limit}): {ADVICE}")
    except (ConnectionLost, CommandRefused, OSError) as error:
        return _fail(verification, f"noughts: can't continue: {error}")
    finally:
        progress.cancel()
    _clear_line()
    rate = verification.moves / verification.seconds
    print(f"{verification.games:,} games, {verification.moves:,} moves over the {arguments.door} protocol: all match "
          f"the rules. {verification.seconds:.0f} s, {rate:,.0f} moves per second.")  # fmt: skip
    return 0


def _fail(verification: Verification, words: str) -> int:
    _clear_line()
    print(f"{words}\n{verification.games:,} earlier games matched the rules.", file=sys.stderr)
    return 1


async def _show_progress(verification: Verification, total: int) -> None:
    while True:
        await asyncio.sleep(1)
        games, seconds = verification.games, verification.seconds
        left = f"{(total - games) * seconds / games:,.0f} s left" if games else "starting"
        line = f"{games:,} of {total:,} games, {verification.moves / seconds:,.0f} moves a second, {left}"
        print(f"\r{line:<78}", end="", file=sys.stderr, flush=True)


def _clear_line() -> None:
    print(f"\r{'':<78}\r", end="", file=sys.stderr, flush=True)


def _url(host: str) -> str:
    if "://" in host:
        return host
    return f"http://{host}" if ":" in host else f"http://{host}:8000"
