"""A file that appears under its name only when it is complete. Nobody else may read it."""

import os
from pathlib import Path
from types import TracebackType
from typing import IO

from noughts.cli.admin_error import AdminError


class WholeFile:
    """The file, open for writing. Raises `AdminError` if a file with this name exists."""

    def __init__(self, path: Path) -> None:
        if path.exists():
            raise AdminError(f"{path} already exists")
        self._path = path
        self._part = path.with_name(path.name + ".part")

    def __enter__(self) -> IO[bytes]:
        handle = os.open(self._part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        self._file = os.fdopen(handle, "wb")
        return self._file

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._file.flush()
            os.fsync(self._file.fileno())
        self._file.close()
        if kind is None:
            self._part.rename(self._path)
        else:
            self._part.unlink(missing_ok=True)
