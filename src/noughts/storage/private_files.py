"""Keeps the embedded database from other users of the machine: it holds the hashes of tokens and the push key."""

import os
import stat
from pathlib import Path

import structlog

log = structlog.get_logger()

FOLDER_MODE = 0o700
FILE_MODE = 0o600


def make_private_folder(folder: Path) -> None:
    """Create the folder for its owner only. An existing folder stays as it is, with a warning when others can enter."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & ~FOLDER_MODE:
        log.warning(
            "other users can open the data folder", folder=str(folder), mode=f"{mode:04o}", run=f"chmod 700 {folder}"
        )


def make_private_file(path: Path) -> None:
    """Let only the owner read this file; it is created if missing. SQLite gives its log and index the same mode."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))
    path.chmod(FILE_MODE)


def close_to_others(path: Path) -> None:
    """Let only the owner read this database and what SQLite keeps beside it."""
    make_private_file(path)
    for suffix in ("-wal", "-shm"):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            beside.chmod(FILE_MODE)
