"""Where the browser for the browser tests is."""

import os
import shutil
from pathlib import Path

_NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium_path() -> Path:
    """The browser's program: `NOUGHTS_CHROMIUM`, or what the machine has. Raises RuntimeError if there is none."""
    for name in (os.environ.get("NOUGHTS_CHROMIUM"), *_NAMES):
        if name and (path := shutil.which(name)):
            return Path(path)
    raise RuntimeError("no Chromium here: `make test` installs it, or set NOUGHTS_CHROMIUM to its path")
