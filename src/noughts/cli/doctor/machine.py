"""Checks of the machine: disk, file modes, clock, open files, and the optional parts of the package."""

import ctypes
import os
import resource
import shutil
import stat
import tempfile
import time
from pathlib import Path
from statistics import median

from noughts.cli.doctor.finding import Finding, ok, problem, warning
from noughts.config import Settings
from noughts.doors.pages.site import STATIC
from noughts.parts import SPEECH, Part, install_command, missing_parts
from noughts.storage.private_files import FILE_MODE, FOLDER_MODE
from noughts.voice.model_files import have_model

LEAST_FREE_BYTES = 1 << 30
# A move is answered after its commit is on disk, so every player waits this long.
SLOW_SYNC_MS = 25.0
SYNCS = 9
LEAST_OPEN_FILES = 4096
# What the system call returns while nothing synchronises the clock.
_UNSYNCHRONISED = 5


def check_disk(settings: Settings) -> list[Finding]:
    """Check free space and speed of the data folder's disk. Skipped for PostgreSQL, which stores data elsewhere."""
    if settings.database:
        return []
    folder = Path(settings.data)
    if not folder.exists():
        return [warning(f"There is no data folder {folder} yet.", "Start the server once: it creates the folder.")]
    if not os.access(folder, os.W_OK):
        return [
            problem(f"We can't write to {folder}.", f"Give the folder to the server's user: chown -R USER {folder}")
        ]
    return [judge_room(folder, shutil.disk_usage(folder).free), judge_sync(folder, sync_ms(folder))]


def judge_room(folder: Path, free_bytes: int) -> Finding:
    words = f"The disk of {folder} has {free_bytes / (1 << 30):.1f} GB free."
    if free_bytes >= LEAST_FREE_BYTES:
        return ok(words)
    return problem(words, "Make room: when the disk is full, no move is accepted. Old noughts-before-….db can go.")


def judge_sync(folder: Path, milliseconds: float) -> Finding:
    words = f"A sync to the disk of {folder} takes {milliseconds:.1f} ms."
    if milliseconds < SLOW_SYNC_MS:
        return ok(words)
    return warning(words, "Every move waits for it. Put the data folder on a local SSD.")


def sync_ms(folder: Path) -> float:
    """Return how long a small write takes until it is on disk."""
    taken = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(SYNCS):
            file.write(bytes(4096))
            file.flush()
            started = time.perf_counter()
            os.fsync(file.fileno())
            taken.append((time.perf_counter() - started) * 1000)
    return median(taken)


def check_private(settings: Settings, settings_file: str) -> list[Finding]:
    """Check that other users of the machine can't read secrets."""
    private = {Path(settings.data): FOLDER_MODE}
    private |= dict.fromkeys(Path(settings.data).glob("noughts*.db*"), FILE_MODE)
    secrets = (settings.metrics_token, settings.smtp_password, settings.oidc_client_secret)
    if any(secrets) or any(":" in _login_in(url) for url in (settings.database, settings.redis)):
        private[Path(settings_file)] = FILE_MODE
    open_ones = [(path, mode) for path, mode in private.items() if path.exists() and _mode(path) & ~mode & 0o077]
    if not open_ones:
        return [ok("Only this user can read the data and the settings.")]
    return [
        problem(f"Other users can open {path} (mode {_mode(path):04o}).", f"Run: chmod {mode:o} {path}")
        for path, mode in open_ones
    ]


def _login_in(url: str) -> str:
    return url.partition("://")[2].rpartition("@")[0]


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def check_clock() -> list[Finding]:
    """Check that the system clock is synchronised, so that it is never set in large steps."""
    try:
        # The kernel writes its answer here; no version needs more space.
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(1024))
    except (OSError, AttributeError):
        return []
    return [judge_clock(is_synchronised=state != _UNSYNCHRONISED)]


def judge_clock(*, is_synchronised: bool) -> Finding:
    if is_synchronised:
        return ok("The clock is synchronised.")
    return warning("The clock is not synchronised.", "Install a time service: apt-get install systemd-timesyncd")


def check_open_files() -> list[Finding]:
    """Check how many connections the system allows."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    words = f"The server may open {most:,} files. Each connection is one."
    if most == resource.RLIM_INFINITY or most >= LEAST_OPEN_FILES:
        return [ok(words)]
    return [warning(words, "Raise LimitNOFILE in the systemd unit, or `ulimit -Hn`.")]


def check_parts(settings: Settings) -> list[Finding]:
    """Check that the parts that the settings use are installed."""
    found = []
    if not (STATIC / "index.html").exists():
        found.append(problem("The web page is missing.", "Install a released package, or run `make web`."))
    missing = missing_parts(settings)
    if settings.speech_processes and SPEECH not in missing and not have_model():
        found.append(
            warning("Voice moves lack their speech model.", "Install noughts-speech-model, or run `make voice`.")
        )
    found += [warning(f"Not installed: {part.lacks}.", _remedy(part)) for part in missing]
    return found or [ok("All parts are installed.")]


def _remedy(part: Part) -> str:
    turn_off = " Or set speech-processes to 0." if part is SPEECH else ""
    return f"Fine for a small server. To add it, run: {install_command(part)}{turn_off}"
