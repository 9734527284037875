"""The compiled parts: prepared once in each process that needs them, and cached on disk between starts.

Numba is imported only when `warm` is called: a process that serves clients doesn't need it. Before that everything
works, only weaker (see `plain`).
"""

import fcntl
import hashlib
import os
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_compiled: dict[str, Any] = {}


def can_compile() -> bool:
    """Return whether numba is installed.

    A small installation lacks it, and always searches as if `warm` was never called.
    """
    return find_spec("numba") is not None


def is_warm() -> bool:
    """Return whether the kernels of this process are compiled."""
    return "ready" in _compiled


def warm(folder: Path | None = None) -> None:
    """Compile the kernels, or load them from `folder` (by default the user's cache). The first time takes a minute.

    Does nothing where numba is missing.
    """
    if is_warm() or not can_compile():
        return
    given = os.environ.get("NUMBA_CACHE_DIR")
    cache = _usable(Path(given) if given else (folder or _user_cache()) / _fingerprint())
    os.environ["NUMBA_CACHE_DIR"] = str(cache)
    # When several processes start at once, one compiles and the others load the result.
    with (cache / "compiling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        from noughts.engine import compiled

        _compiled["fill"] = compiled.compile_all()
    _compiled["ready"] = True


def compiled_fill() -> Callable[..., None] | None:
    """Return the compiled `exact_table.fill`, or None before it is compiled."""
    fill: Callable[..., None] | None = _compiled.get("fill")
    return fill


def _user_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "noughts" / "kernels"


def _usable(folder: Path) -> Path:
    """Return the folder, or a temporary one for this process if the folder isn't writable."""
    try:
        folder = folder.expanduser()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):
        return Path(tempfile.mkdtemp(prefix="noughts-kernels-"))


def _fingerprint() -> str:
    """Return a digest of the engine's sources and their folder.

    Numba checks only a kernel's own file for changes, not the files that it calls. It compiles again for every folder,
    so installations in two folders need separate locks.
    """
    package = Path(__file__).resolve().parent
    digest = hashlib.sha256(str(package).encode())
    for source in sorted(package.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
