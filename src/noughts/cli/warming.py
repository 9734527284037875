"""Compiles the engine's kernels for a command, or says that the compiler is not installed."""

import sys

from noughts.engine import kernels
from noughts.parts import ENGINE, install_command


def warm_engine() -> None:
    """Compile the kernels, or print that the compiler is missing and the search will be weaker."""
    if not kernels.can_compile():
        print(f"noughts: not installed: {ENGINE.lacks}; to add it: {install_command(ENGINE)}", file=sys.stderr)
    kernels.warm()
