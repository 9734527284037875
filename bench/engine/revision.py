"""The engine of the working tree, and the engine of an older revision in a temporary git worktree, as programs."""

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

VERSION_FILE = "src/noughts/__init__.py"
WARM = "from noughts.engine import kernels; kernels.warm()"
RUN = "from noughts.cli.main import main; main()"


class NoRevision(Exception):
    """Git has no such revision, or its engine doesn't start."""


class Engine(NamedTuple):
    """The engine of one source tree. `kernels` is the folder for its compiled parts, None for the user's own cache."""

    name: str
    source: Path
    kernels: Path | None = None

    def compile(self) -> None:
        """Compile its search, so that no game waits for that. Raises NoRevision."""
        ran = subprocess.run(self._python(WARM), capture_output=True, text=True, check=False)
        if ran.returncode:
            raise NoRevision(f"the engine of {self.name} doesn't start: {ran.stderr.strip().splitlines()[-1:]}")

    def command(self) -> list[str]:
        """Return the command line that runs it."""
        return [*self._python(RUN), "engine"]

    def _python(self, code: str) -> list[str]:
        """Return a command line for Python with this source tree in front of the installed one."""
        kernels = [f"NUMBA_CACHE_DIR={self.kernels}"] if self.kernels else []
        return ["env", f"PYTHONPATH={self.source / 'src'}", *kernels, sys.executable, "-c", code]


def last_release(repository: Path) -> str:
    """Return the newest tag, or else the commit that set the version. Raises NoRevision."""
    with contextlib.suppress(NoRevision):
        return _git(repository, "describe", "--tags", "--abbrev=0")
    commit = _git(repository, "log", "-1", "--format=%h", "-G^__version__", "--", VERSION_FILE)
    if not commit:
        raise NoRevision("there is no release yet: name a revision")
    return commit


@contextlib.contextmanager
def engine_at(repository: Path, revision: str) -> Iterator[Engine]:
    """Give the engine of a revision. Its worktree and its compiled parts are removed at the end. Raises NoRevision."""
    commit = _git(repository, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    with tempfile.TemporaryDirectory(prefix="noughts-gate-") as folder:
        tree, kernels = Path(folder) / "tree", Path(folder) / "kernels"
        kernels.mkdir()
        _git(repository, "worktree", "add", "--detach", str(tree), commit)
        try:
            yield Engine(revision, tree, kernels)
        finally:
            _git(repository, "worktree", "remove", "--force", str(tree))


def _git(repository: Path, *arguments: str) -> str:
    ran = subprocess.run(["git", "-C", str(repository), *arguments], capture_output=True, text=True, check=False)
    if ran.returncode:
        raise NoRevision(ran.stderr.strip() or f"git {' '.join(arguments)} found nothing")
    return ran.stdout.strip()
