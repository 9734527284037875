"""`noughts admin`: operator commands for accounts and the whole database, whether or not the server is running."""

import argparse
import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any, get_args

from sqlalchemy.exc import DBAPIError

from noughts.cli import admin_accounts, admin_backups, admin_store, admin_views
from noughts.cli.admin_error import AdminError
from noughts.composition import choose_database
from noughts.config import SettingsError, load_settings
from noughts.messages.moderation import Outcome
from noughts.storage.backup import BackupError
from noughts.storage.journal import Database, StorageError

Work = Callable[[Database, argparse.Namespace], Awaitable[None]]


def add_to(commands: Any) -> None:
    """Add `admin` with its commands."""
    parser = commands.add_parser(
        "admin",
        help="manage accounts, backups and reports",
        description="Manage accounts, reports and backups, whether or not the server is running. Give it the same "
        "settings as the server, so that it finds the same database.",
    )
    parser.add_argument(
        "--settings", metavar="FILE", help="the server's settings file (default: noughts.toml, if it exists)"
    )
    parser.add_argument("--data", metavar="DIR", help="the folder of the embedded SQLite database")
    parser.add_argument("--database", metavar="URL", help="the URL of the server's PostgreSQL database, if it uses one")
    own = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, work, words, add_arguments in _COMMANDS:
        command = own.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")
        add_arguments(command)
        command.set_defaults(run=run, work=work)


def run(arguments: argparse.Namespace) -> int:
    """Run the command, and return the exit code."""
    flags = {name: value for name in ("settings", "data", "database") if (value := getattr(arguments, name))}
    try:
        settings = load_settings(flags, os.environ)
        asyncio.run(_do(choose_database(settings), arguments))
    except (SettingsError, StorageError, BackupError, AdminError) as error:
        print(f"noughts: {error}", file=sys.stderr)
        return 1
    except (DBAPIError, OSError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        print(f"noughts: the database failed: {cause}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("noughts: interrupted; unfinished work was not saved", file=sys.stderr)
        return 130
    return 0


async def _do(database: Database, arguments: argparse.Namespace) -> None:
    await database.visit(create=arguments.work is admin_store.restore)
    try:
        await arguments.work(database, arguments)
    finally:
        await database.close()


def _named(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the account's username")


def _with_password(parser: argparse.ArgumentParser) -> None:
    _named(parser)
    parser.add_argument("--ask", action="store_true", help="ask for the password instead of generating one")


def _creating(parser: argparse.ArgumentParser) -> None:
    _with_password(parser)
    parser.add_argument("--bot", action="store_true", help="mark the account as a bot")


def _renaming(parser: argparse.ArgumentParser) -> None:
    _named(parser)
    parser.add_argument("new_name", metavar="NEW", help="the new username")


def _listing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="include closed reports")


def _banning(parser: argparse.ArgumentParser) -> None:
    _named(parser)
    parser.add_argument("--days", metavar="N", type=_count, help="lift the ban after N days (default: never)")


def _counted(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--most", metavar="N", type=_count, default=50, help="how many to list (default: %(default)s)")


def _listing_players(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--guests", action="store_true", help="guests instead of accounts")
    which.add_argument("--banned", action="store_true", help="only banned and closed accounts")
    which.add_argument("--moderators", action="store_true", help="only moderators")
    _counted(parser)


def _showing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="a username, a player's id or a report's id")


def _closing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("report", metavar="REPORT", help="the report's id")
    parser.add_argument(
        "--outcome", choices=get_args(Outcome), default="acted", help="the outcome (default: %(default)s)"
    )


def _exporting(parser: argparse.ArgumentParser) -> None:
    _named(parser)
    parser.add_argument("file", metavar="FILE", help="the JSON file to write")


def _filed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the backup file")


def _restoring(parser: argparse.ArgumentParser) -> None:
    _filed(parser)
    parser.add_argument("--yes", action="store_true", help="skip the confirmation")


def _keeping(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", help="the folder of the backups")
    parser.add_argument(
        "--keep", metavar="N", type=_count, default=14, help="how many backups to keep (default: %(default)s)"
    )


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return int(text)


def _plain(parser: argparse.ArgumentParser) -> None:
    pass


_COMMANDS: tuple[tuple[str, Work, str, Callable[[argparse.ArgumentParser], None]], ...] = (
    ("create", admin_accounts.create, "create an account", _creating),
    ("ban", admin_accounts.ban, "ban an account and end its sessions and games", _banning),
    ("unban", admin_accounts.unban, "lift a ban", _named),
    ("rename", admin_accounts.rename, "rename an account", _renaming),
    ("list", admin_views.list_players, "list players, most recently seen first", _listing_players),
    ("show", admin_views.show, "show everything about a player, or a report with its chat", _showing),
    ("stats", admin_views.stats, "count players, games and reports", _plain),
    ("log", admin_views.show_log, "list what moderators and operators did, newest first", _counted),
    ("reset-password", admin_accounts.reset_password, "set a new password and end all sessions", _with_password),
    ("add-moderator", admin_accounts.add_moderator, "make an account a moderator", _named),
    ("remove-moderator", admin_accounts.remove_moderator, "take the moderator role away", _named),
    ("reports", admin_accounts.list_reports, "list the reports players have sent", _listing),
    ("close-report", admin_accounts.close_report, "close a report", _closing),
    ("export", admin_store.export, "export one person's data as JSON", _exporting),
    ("rebuild-records", admin_store.rebuild_records, "recompute all records and ratings", _plain),
    ("backup", admin_store.back_up, "back up everything to a file; the server may be running", _filed),
    ("keep-backups", admin_backups.keep_backups, "back up into a folder, test the backup, delete old ones", _keeping),
    ("restore", admin_store.restore, "replace everything with a backup; the server may be running", _restoring),
)
