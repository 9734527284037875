"""`noughts`: reads the command line and hands over to the command."""

import argparse
import sys

from noughts import __version__
from noughts.cli import admin, arena, serve, verify


def main() -> None:
    """The entry point of the program `noughts`."""
    parser = argparse.ArgumentParser(prog="noughts", description="A server for tic-tac-toe and its family.")
    parser.add_argument("--version", action="version", version=f"noughts {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    serve.add_to(commands)
    verify.add_to(commands)
    arena.add_to(commands)
    arena.add_engine_to(commands)
    admin.add_to(commands)
    arguments = parser.parse_args()
    sys.exit(arguments.run(arguments))
