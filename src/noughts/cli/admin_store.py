"""Operator commands for the whole store, or for everything about one person: `noughts admin backup`, `restore`,
`export` ….
"""

import argparse
import asyncio
import sys
import time
from pathlib import Path

import msgspec
from sqlalchemy import Connection

from noughts.cli.admin_accounts import account_named
from noughts.cli.admin_error import AdminError
from noughts.cli.progress import Progress
from noughts.cli.whole_file import WholeFile
from noughts.server.runtime.environment import Environment
from noughts.storage import backup
from noughts.storage import export as exported
from noughts.storage.journal import Database
from noughts.storage.migration import schema_of
from noughts.storage.rebuilding import rebuild


async def export(database: Database, arguments: argparse.Namespace) -> None:
    account = await account_named(database, arguments.name)
    encoder = msgspec.json.Encoder()

    def write(connection: Connection) -> int:
        count = 0
        with WholeFile(Path(arguments.file)) as file:
            about = encoder.encode({
                "account": exported.account_of(connection, account.id),
                "rows": exported.rows_about(connection, account.id),
            })  # fmt: skip
            file.write(about[:-1] + b',"games":[')
            for count, game in enumerate(exported.games_about(connection, account.id), 1):
                file.write((b"\n" if count == 1 else b",\n") + encoder.encode(game))
            file.write(b"]}\n")
        return count

    games = await database.snapshot(write)
    print(f"Exported the data of {account.username}, including {games} games, to {arguments.file}.")


async def rebuild_records(database: Database, arguments: argparse.Namespace) -> None:
    with Progress("games replayed") as progress:
        rebuilt = await rebuild(database, progress.show)
    print(f"Replayed {rebuilt.games:,} games and corrected {rebuilt.repaired:,} rows.")
    if rebuilt.left:
        raise AdminError(f"{rebuilt.left} rows kept changing: run it again when fewer games are being played")


async def back_up(database: Database, arguments: argparse.Namespace) -> None:
    rows = await write_backup(database, Path(arguments.file))
    print(f"Saved {rows:,} rows to {arguments.file}. Protect it like the database itself.")


async def write_backup(database: Database, path: Path) -> int:
    """Write everything to a new file, and count the rows."""

    def write(connection: Connection, progress: Progress) -> int:
        with WholeFile(path) as file:
            return backup.back_up(connection, file, Environment().now_ms(), progress.show)

    with Progress("rows written") as progress:
        return await database.snapshot(write, progress)


async def restore(database: Database, arguments: argparse.Namespace) -> None:
    path = Path(arguments.file)
    header = await asyncio.to_thread(backup.check_file, path, await database.read(schema_of))
    made = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(header.made_ms / 1000))
    print(f"{path} was created at {made} and has {sum(header.rows.values()):,} rows.")
    if not arguments.yes:
        _ask("This replaces all current data. Type yes to continue: ")
    with Progress("rows restored") as progress:
        rows = await database.write(backup.restore, path, Environment().now_ms(), progress.show)
    print(f"Restored {rows:,} rows. A running server restarts by itself within seconds.")


def _ask(question: str) -> None:
    if not sys.stdin.isatty():
        raise AdminError("this replaces all current data: confirm with --yes")
    if input(question).strip().lower() != "yes":
        raise AdminError("cancelled; nothing was changed")
