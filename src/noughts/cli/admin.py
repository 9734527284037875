"""`noughts admin`: what an operator does to accounts and to the whole store, beside a running server or without one."""

import argparse
import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy.exc import DBAPIError

from noughts.app import choose_database
from noughts.cli import admin_accounts, admin_store
from noughts.cli.admin_error import AdminError
from noughts.config import SettingsError, load_settings
from noughts.storage.backup import BackupError
from noughts.storage.journal import Database, StorageError

Work = Callable[[Database, argparse.Namespace], Awaitable[None]]


def add_to(commands: Any) -> None:
    """Add `admin` with its commands."""
    parser = commands.add_parser(
        "admin",
        help="look after accounts, back up, restore",
        description="Look after accounts and the whole store, while the server runs or not. It uses the database that "
        "the server uses: give it the same settings.",
    )
    parser.add_argument("--settings", metavar="FILE", help="the server's settings file (noughts.toml, if it is there)")
    parser.add_argument("--data", metavar="DIR", help="the folder of the embedded database")
    parser.add_argument("--database", metavar="URL", help="the URL of a PostgreSQL database, if the server has one")
    own = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, work, words, add_arguments in _COMMANDS:
        command = own.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")
        add_arguments(command)
        command.set_defaults(run=run, work=work)


def run(arguments: argparse.Namespace) -> int:
    """Do it, and return the exit code."""
    flags = {name: value for name in ("settings", "data", "database") if (value := getattr(arguments, name))}
    try:
        settings = load_settings(flags, os.environ)
        asyncio.run(_do(choose_database(settings), arguments))
    except (SettingsError, StorageError, BackupError, AdminError) as error:
        print(f"noughts: {error}", file=sys.stderr)
        return 1
    except (DBAPIError, OSError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        print(f"noughts: the database did not do it: {cause}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("noughts: stopped; what was not finished was not done", file=sys.stderr)
        return 130
    return 0


async def _do(database: Database, arguments: argparse.Namespace) -> None:
    await database.visit(create=arguments.work is admin_store.restore)
    try:
        await arguments.work(database, arguments)
    finally:
        await database.close()


def _named(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the account's name")


def _with_password(parser: argparse.ArgumentParser) -> None:
    _named(parser)
    parser.add_argument("--ask", action="store_true", help="ask for the password instead of making one up")


def _creating(parser: argparse.ArgumentParser) -> None:
    _with_password(parser)
    parser.add_argument("--bot", action="store_true", help="the account is a program's")


def _renaming(parser: argparse.ArgumentParser) -> None:
    _named(parser)
    parser.add_argument("new_name", metavar="NEW", help="the name it shall have")


def _listing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="also those that are closed")


def _closing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("report", metavar="REPORT", help="the report's id")


def _exporting(parser: argparse.ArgumentParser) -> None:
    _named(parser)
    parser.add_argument("file", metavar="FILE", help="the JSON file to write")


def _filed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the backup")


def _restoring(parser: argparse.ArgumentParser) -> None:
    _filed(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _plain(parser: argparse.ArgumentParser) -> None:
    pass


_COMMANDS: tuple[tuple[str, Work, str, Callable[[argparse.ArgumentParser], None]], ...] = (
    ("create", admin_accounts.create, "make an account", _creating),
    ("ban", admin_accounts.ban, "keep an account out: its logins and games end", _named),
    ("unban", admin_accounts.unban, "let a banned account log in again", _named),
    ("rename", admin_accounts.rename, "give an account another name", _renaming),
    ("reset-password", admin_accounts.reset_password, "give an account a new password; its logins end", _with_password),
    ("reports", admin_accounts.list_reports, "list what players have told of each other", _listing),
    ("close-report", admin_accounts.close_report, "note that a report has been dealt with", _closing),
    ("export", admin_store.export, "write everything about one person to a file", _exporting),
    ("rebuild-records", admin_store.rebuild_records, "compute records and ratings anew, and mend them", _plain),
    ("backup", admin_store.back_up, "write everything to a file, while the server runs", _filed),
    ("restore", admin_store.restore, "replace everything by what is in a backup, while the server runs", _restoring),
)
