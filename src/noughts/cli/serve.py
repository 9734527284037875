"""`noughts serve`: runs the server until it is stopped. A failure to start prints one line and exits with code 1."""

import argparse
import asyncio
import resource
import signal
import sys
from typing import Any

import structlog
from msgspec.structs import replace

from noughts.app import Application, StartError
from noughts.bus.hint import BusError
from noughts.cli.event_loop import run_loop
from noughts.cli.logs import configure_logs
from noughts.cli.settings_flags import add_settings_flags, settings_in
from noughts.config import PREFIX, Settings, SettingsError
from noughts.parts import install_command, missing_parts
from noughts.storage.journal import StorageError

log = structlog.get_logger()


def add_to(commands: Any) -> None:
    """Add `serve` with a flag for every setting."""
    parser = commands.add_parser(
        "serve",
        help="run the server",
        description="Run the server. Every flag is also a setting in the environment "
        f"(--line-port is {PREFIX}LINE_PORT) and in a settings file (line-port = 5005).",
    )
    add_settings_flags(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve, and return the exit code."""
    try:
        settings = settings_in(arguments)
        configure_logs(settings.log_level)
        run_loop(_serve(settings))
    except (SettingsError, StartError, StorageError, BusError) as error:
        print(f"noughts: {error}", file=sys.stderr)
        return 1
    return 0


async def _serve(settings: Settings) -> None:
    # Every connection is an open file, and a shell usually allows about a thousand.
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    application = Application(settings)
    missing = missing_parts(settings)
    if missing:
        log.info(f"not installed: {'; '.join(part.lacks for part in missing)}", to_add=install_command(*missing))
    while await application.serve(ended):
        # Use the same ports again, including those that the system chose.
        settings = replace(settings, port=application.port, line_port=application.line_port)
        application = Application(settings)
