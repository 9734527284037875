"""Plants every possible small fault in the decision code, one at a time, and counts how many the tests catch.

Each is tried against the tests of its package, in a separate process. A survivor is a missing test, or a change
without effect: tools/survivors.txt explains those that were examined.

    python -m tools.mutants [--sample 60] [--seed 7] [src/noughts/rules/mnk.py ...]
"""

import argparse
import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import io
import itertools
import os
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import NamedTuple

import pytest

from tools.faults import Fault, faults_in

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
# The decision code, and the tests that should catch its faults.
TESTS = {
    "rules": ("tests/rules", "tests/contracts/test_variants.py"),
    "games": ("tests/games",),
    "messages": ("tests/messages",),
    "server": (
        "tests/server/tables/test_table.py",
        "tests/server/tables/test_table_behind.py",
        "tests/server/sessions",
        "tests/simulation",
    ),
}
MODULES = ("server/tables/table.py", "server/sessions/gatekeeper.py")
EVERY_LINE = range(1, 100_000)
# Processor time, because real time depends on the load of the machine.
FAULT_SECONDS = 150
AT_ONCE = 2
LEAST_KILLED = 0.9
EXPLAINED = ROOT / "tools" / "survivors.txt"


class Mutant(NamedTuple):
    """A fault, and the tests that should catch it."""

    fault: Fault
    tests: list[str]

    @property
    def name(self) -> str:
        fault = self.fault
        line = fault.path.read_text().splitlines()[fault.line].strip()
        return f"{fault.path.relative_to(SOURCE / 'noughts')} | {line} | {fault.words}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="source files (default: all decision code)")
    parser.add_argument("--sample", type=int, help="how many faults to try, chosen by the seed")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    noughts = SOURCE / "noughts"
    files = [path.resolve() for path in arguments.files] or [
        *(path for package in TESTS if package != "server" for path in sorted((noughts / package).rglob("[!_]*.py"))),
        *(noughts / module for module in MODULES),
    ]
    mutants = [mutant for path in files for mutant in _mutants(path)]
    if arguments.sample and arguments.sample < len(mutants):
        mutants = Random(arguments.seed).sample(mutants, arguments.sample)  # noqa: S311 - no secret
    return _report(mutants)


def _mutants(path: Path) -> list[Mutant]:
    package = path.relative_to(SOURCE / "noughts").parts[0]
    folders = [ROOT / folder for folder in TESTS[package]]
    # Tests named after the module come first, because they catch most faults.
    named = [tests for folder in folders for tests in sorted(folder.rglob(f"test_*{path.stem.rstrip('s')}*.py"))]
    return [Mutant(fault, [str(tests) for tests in (*named, *folders)]) for fault in faults_in(path, EVERY_LINE)]


def _report(mutants: Sequence[Mutant]) -> int:
    explained = {line.partition(" # ")[0] for line in EXPLAINED.read_text().splitlines() if line.strip()}
    survivors, began = [], time.monotonic()
    for number, (mutant, killed) in enumerate(_tried(mutants), 1):
        if not killed:
            survivors.append(mutant)
            note = "explained" if mutant.name in explained else f"line {mutant.fault.line + 1}"
            print(f"survived: {mutant.name} ({note})", flush=True)
        if number % 20 == 0:
            print(f"{number} of {len(mutants)} faults, {time.monotonic() - began:.0f} s", flush=True)
    new = [mutant for mutant in survivors if mutant.name not in explained]
    rate = 1 - len(survivors) / max(1, len(mutants))
    print(
        f"{len(mutants)} faults planted, {rate:.1%} caught; of {len(survivors)} survivors {len(new)} are not explained"
    )
    return 0 if rate >= LEAST_KILLED else 1


def _tried(mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, bool]]:
    """Yield each mutant and whether the tests caught it. Two at a time run in copies of this process."""
    _load_what_tests_need()
    running: dict[int, Mutant] = {}
    waiting = list(reversed(mutants))
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            mutant = waiting.pop()
            running[_begin(mutant)] = mutant
        for pid, mutant in tuple(running.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                del running[pid]
                yield mutant, status != 0
        time.sleep(0.02)


def _load_what_tests_need() -> None:
    """Import everything once, then forget our own modules: so each copy of this process has little to load."""
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(["-q", "--collect-only", "-p", "no:cacheprovider", *itertools.chain(*TESTS.values())])
    for name in [name for name in sys.modules if name.partition(".")[0] in ("noughts", "tests")]:
        del sys.modules[name]


def _begin(mutant: Mutant) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        # The system ends a mutant that never ends. That counts as caught.
        resource.setrlimit(resource.RLIMIT_CPU, (FAULT_SECONDS, FAULT_SECONDS))
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        module = ".".join(mutant.fault.path.relative_to(SOURCE).with_suffix("").parts)
        sys.meta_path.insert(0, _Planter(module, mutant.fault))
        code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *mutant.tests]))
    finally:
        os._exit(code)


class _Planter(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Loads one module from its faulty source, and leaves the others alone."""

    def __init__(self, module: str, fault: Fault) -> None:
        self._module = module
        self._fault = fault

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_loader(fullname, self) if fullname == self._module else None

    def get_source(self, fullname: str) -> str:
        return self._fault.source

    def is_package(self, fullname: str) -> bool:
        return False


if __name__ == "__main__":
    sys.exit(main())
