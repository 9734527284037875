"""A folder in place of the root folder of a reader's machine: commands of the guides run in it.

Only what differs on every machine is replaced, as in `tests/deploy/proxies.py`: absolute paths, the user, ports.
"""

import os
import pty
import re
import subprocess
import tempfile
from pathlib import Path

from tests.docs.transcripts import ROOT
from tests.servers.guarded import GuardedProcess

BIN = ROOT / ".venv" / "bin"
# Lines with these beginnings don't run, each for a reason.
NOT_RUN = {
    "apt-get ": "changes the machine of the tests",
    "useradd ": "changes the machine of the tests; `install` and `chown` run with the tests' own user",
    "systemctl daemon-reload": "no systemd runs here; tests/deploy/test_containers.py lets systemd read the units",
    "systemctl stop": "no systemd runs here; the tests stop the server themselves",
}
_ROOT_FOLDER = re.compile(r"(?<![\w/.])(?=/(?:etc|opt|var)/)")


class Machine:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = root / "home"
        for name in ("etc/systemd/system", "opt", "var/lib", "var/backups", "home"):
            (root / name).mkdir(parents=True)
        # The guides are followed in a copy of the repository.
        (self.home / "deploy").symlink_to(ROOT / "deploy")

    def run(self, commands: str, replace: dict[str, str] | None = None) -> str:
        """Run all lines, type yes when one asks, and return the output. Raises AssertionError if a line fails."""
        keyboard, terminal = pty.openpty()
        os.write(keyboard, b"yes\n")
        try:
            done = subprocess.run(
                ["bash", "-euc", self.here(commands, replace)],
                cwd=self.home,
                env=_environment(),
                stdin=terminal,
                capture_output=True,
                text=True,
            )
        finally:
            os.close(keyboard)
            os.close(terminal)
        assert done.returncode == 0, f"{commands}\n{done.stdout}{done.stderr}"
        return done.stdout

    def start(self, command: str, replace: dict[str, str] | None = None, folder: Path | None = None) -> GuardedProcess:
        """Start a server with this command, and wait until it is ready."""
        own = Path(tempfile.mkdtemp(prefix="noughts-guide-"))
        there = f"cd {folder or self.home} && exec {self.here(command, replace)}"
        variables = [
            f"{name}={value}" for name, value in _environment().items() if name.startswith(("PATH", "NOUGHTS"))
        ]
        server = GuardedProcess(["/usr/bin/env", "-u", "MAKEFLAGS", *variables, "bash", "-euc", there], folder=own)
        server.wait_until(lambda: "Noughts is ready" in (own / "log").read_text())
        return server

    def here(self, commands: str, replace: dict[str, str] | None = None) -> str:
        """Return the commands as they run on this machine."""
        lines = [line for line in commands.splitlines() if not line.startswith(tuple(NOT_RUN))]
        text = "\n".join(lines).replace("\\\n", " ")
        ours = {
            "--owner noughts --group noughts": f"--owner {os.getuid()} --group {os.getgid()}",
            "chown noughts:": f"chown {os.getuid()}:{os.getgid()}",
            "sudo -u noughts ": "",
            "systemctl enable --now": f"systemctl --root={self.root} enable",
        }
        if replace:
            for old in replace:
                assert old in text, f"{old} is not in the commands"
            # In one go, because a new port may contain an old one.
            text = re.sub("|".join(map(re.escape, replace)), lambda found: replace[found[0]], text)
        for old, new in ours.items():
            text = text.replace(old, new)
        return _ROOT_FOLDER.sub(str(self.root), text)


def _environment() -> dict[str, str]:
    # `make test ARGS=…` must not reach the commands of a guide.
    clean = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "ARGS")}
    return clean | {"PATH": f"{BIN}:{os.environ['PATH']}", "NOUGHTS_WARM_COMPUTER": "false"}
