"""Finds the browser for the browser tests."""

import os
import shutil
from pathlib import Path

_SHELL = "chromium-headless-shell"
_WHOLE = ("chromium", "chromium-browser", "google-chrome")


def chromium_path(*, whole: bool = False) -> Path:
    """Return the path of the browser: `NOUGHTS_CHROMIUM`, or an installed one. Raises RuntimeError.

    The headless shell is preferred: it has no window to draw, so tests take half the processor time.
    """
    for name in (os.environ.get("NOUGHTS_CHROMIUM"), *(() if whole else (_SHELL,)), *_WHOLE):
        if name and (path := shutil.which(name)):
            return Path(path)
    raise RuntimeError("no Chromium here: `make test` installs it, or set NOUGHTS_CHROMIUM to its path")
