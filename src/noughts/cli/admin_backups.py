"""`noughts admin keep-backups`: makes a backup, tests it by restoring it, and deletes old ones. A timer runs it."""

import argparse
import asyncio
import re
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from noughts.cli.admin_error import AdminError
from noughts.cli.admin_store import write_backup
from noughts.cli.progress import Progress
from noughts.server.runtime.environment import Environment
from noughts.storage import backup
from noughts.storage.journal import Database
from noughts.storage.migration import schema_of
from noughts.storage.private_files import make_private_folder
from noughts.storage.sqlite import SqliteDatabase

# Files with other names are never touched. These names sort by age.
_TESTED = re.compile(r"noughts-\d{8}T\d{6}Z\.backup")
_UNTESTED = re.compile(r"noughts-\d{8}T\d{6}Z\.untested")


async def keep_backups(database: Database, arguments: argparse.Namespace) -> None:
    folder = Path(arguments.folder)
    make_private_folder(folder)
    untested = folder / time.strftime("noughts-%Y%m%dT%H%M%SZ.untested", time.gmtime())
    rows = await write_backup(database, untested)
    await _test(untested)
    path = untested.rename(untested.with_suffix(".backup"))
    # Old backups are removed only after the test: a backup that can't be restored must not replace one that can.
    removed = _remove_old(folder, arguments.keep)
    print(f"Saved {rows:,} rows to {path}, restored them into a scratch database, and found them equal.")
    print(f"Removed {removed} old backups.")


async def _test(path: Path) -> None:
    """Restore the backup into a scratch database, and compare all rows. Raises `AdminError` if they differ."""
    with TemporaryDirectory(dir=path.parent, prefix="scratch-") as scratch:
        database = SqliteDatabase(Path(scratch) / "noughts.db")
        await database.visit(create=True)
        try:
            await asyncio.to_thread(backup.check_file, path, await database.read(schema_of))
            with Progress("rows restored") as progress:
                await database.write(backup.restore, path, Environment().now_ms(), progress.show)
            copy = Path(scratch) / "copy.backup"
            await write_backup(database, copy)
        finally:
            await database.close()
        there, back = await asyncio.to_thread(lambda: (backup.contents(path), backup.contents(copy)))
    different = sorted(table for table in there.keys() | back.keys() if there.get(table) != back.get(table))
    if different:
        raise AdminError(f"the backup {path} can't be restored unchanged: {', '.join(different)}")


def _remove_old(folder: Path, keep: int) -> int:
    """Delete all but the newest backups, and all backups that earlier runs could not restore."""
    files = sorted(folder.iterdir())
    old = [path for path in files if _TESTED.fullmatch(path.name)][:-keep]
    old += [path for path in files if _UNTESTED.fullmatch(path.name)]
    for path in old:
        path.unlink()
    return len(old)
