"""`noughts`: reads the command line and hands over to the command.

Only the named command is imported: the server's modules take a second to load, and other commands don't need them.
"""

import argparse
import sys
from collections.abc import Callable
from typing import Any

from noughts import __version__


def main() -> None:
    """Run the program `noughts`."""
    arguments = parse(sys.argv[1:])
    sys.exit(arguments.run(arguments))


def parse(line: list[str]) -> argparse.Namespace:
    """Return the command in these words, with `run` as its function. Raises SystemExit."""
    parser = argparse.ArgumentParser(prog="noughts", description="A server for tic-tac-toe and its relatives.")
    parser.add_argument("--version", action="version", version=f"noughts {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    named = line[0] if line else ""
    if named in _COMMANDS:
        _COMMANDS[named](commands)
    elif named != "--version":
        # The help lists every command.
        for add in _COMMANDS.values():
            add(commands)
    return parser.parse_args(line)


def _serve(commands: Any) -> None:
    from noughts.cli import serve

    serve.add_to(commands)


def _verify(commands: Any) -> None:
    from noughts.cli import verify

    verify.add_to(commands)


def _arena(commands: Any) -> None:
    from noughts.cli import arena

    arena.add_to(commands)


def _engine(commands: Any) -> None:
    from noughts.cli import engine

    engine.add_to(commands)


def _admin(commands: Any) -> None:
    from noughts.cli import admin

    admin.add_to(commands)


def _doctor(commands: Any) -> None:
    from noughts.cli.doctor import command

    command.add_to(commands)


_COMMANDS: dict[str, Callable[[Any], None]] = {
    "serve": _serve,
    "verify": _verify,
    "arena": _arena,
    "engine": _engine,
    "admin": _admin,
    "doctor": _doctor,
}
