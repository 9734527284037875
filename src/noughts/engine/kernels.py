"""The compiled parts: made once in each process that wants them, kept on disk between starts.

Numba is imported only here and below, when `warm` is called: a server that answers people needs none of it. Until then
everything works without, only weaker (see `plain`).
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

_compiled: dict[str, Any] = {}


def is_warm() -> bool:
    """Whether the kernels of this process are compiled."""
    return "ready" in _compiled


def warm(folder: Path | None = None) -> None:
    """Compile the kernels, or load them from `folder` (by default the user's cache). The first time takes a minute."""
    if is_warm():
        return
    os.environ.setdefault("NUMBA_CACHE_DIR", str(folder or _cache_folder()))
    from noughts.engine import compiled

    _compiled["fill"] = compiled.compile_all()
    _compiled["ready"] = True


def compiled_fill() -> Callable[..., None] | None:
    """The compiled twin of `exact_table.fill`, once there is one."""
    fill: Callable[..., None] | None = _compiled.get("fill")
    return fill


def _cache_folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    folder = Path(home).expanduser() / "noughts" / "kernels"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):
        return Path(tempfile.mkdtemp(prefix="noughts-kernels-"))
