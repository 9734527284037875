"""Plants one fault for every test file, and reports whether its tests catch the fault.

A fault is one small change (a comparison turned round, a condition negated, a result forgotten, a number off by one) on
a line that the tests run, in the module that they are about. It is planted in a copy; the working tree is not touched.

    python -m tools.plant_faults [--sample 12] [--seed 7] [tests/rules/test_mnk.py ...]
"""

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tools.faults import Fault, faults_in

ROOT = Path(__file__).resolve().parents[1]
# A fault may have no visible effect; then another one is planted.
TRIES = 6
TEST_SECONDS = 240
# pytest's exit code when all tests are left to `make prove`.
NO_TESTS = 5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="files of tests (default: all that are not in a browser)")
    parser.add_argument("--sample", type=int, help="how many of them to try, chosen by the seed")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    files = [path.resolve() for path in arguments.files] or sorted(ROOT.glob("tests/**/test_*.py"))
    # The browser tests are about the pages, which are not Python.
    files = [path for path in files if arguments.files or "e2e" not in path.parts]
    if arguments.sample:
        files = sorted(Random(arguments.seed).sample(files, min(arguments.sample, len(files))))  # noqa: S311 - no secret
    survived = [
        path for number, path in enumerate(files, 1) if not _is_caught(path, arguments.seed, number, len(files))
    ]
    print(f"{len(files) - len(survived)} of {len(files)} files of tests caught their fault")
    return 1 if survived else 0


def _is_caught(tests: Path, seed: int, number: int, count: int) -> bool:
    name = tests.relative_to(ROOT)
    with tempfile.TemporaryDirectory(prefix="noughts-faults-") as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "*.onnx"))
        for model in (ROOT / "src").rglob("*.onnx"):
            (source / model.relative_to(ROOT / "src")).symlink_to(model)
        report = Path(folder) / "lines.json"
        code = _run(source, name, "-p", "tools.branch_coverage", "--coverage-json", str(report))
        if code == NO_TESTS:
            print(f"[{number}/{count}] {name} runs in `make prove` only", flush=True)
            return True
        if code != 0:
            print(f"[{number}/{count}] {name} FAILS without any fault", flush=True)
            return False
        faults = list(_faults(source, tests, json.loads(report.read_text())["files"]))
        Random(f"{name} {seed}").shuffle(faults)  # noqa: S311 - no secret
        # The module that the tests are named after comes first.
        faults.sort(key=lambda fault: fault.path.stem not in tests.stem)
        for fault in faults[:TRIES]:
            whole = fault.path.read_text()
            fault.path.write_text(fault.source)
            caught = _run(source, name) != 0
            fault.path.write_text(whole)
            where = f"{fault.path.relative_to(source / 'noughts')}:{fault.line + 1} {fault.words}"
            print(f"[{number}/{count}] {name} {'caught' if caught else 'did not see'} {where}", flush=True)
            if caught:
                return True
    print(f"[{number}/{count}] {name} CAUGHT NOTHING of {len(faults[:TRIES])} faults", flush=True)
    return False


def _run(source: Path, tests: Path, *options: str) -> int:
    environment = os.environ | {"PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *options, str(tests)]
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, timeout=TEST_SECONDS, check=False
        )
        return done.returncode
    except subprocess.TimeoutExpired:
        return 1


def _faults(source: Path, tests: Path, covered: dict[str, dict[str, list[int]]]) -> Iterator[Fault]:
    """Return all faults on lines that the tests run, in the modules they import, or if there are none in any module."""
    run = {(ROOT / path).resolve(): set(lines["executed_lines"]) for path, lines in covered.items()}
    imported = set(_imported(source, tests))
    chosen = [path for path in imported if run.get(path)] or [path for path in run if run[path]] or list(imported)
    for path in sorted(chosen):
        yield from faults_in(path, run.get(path) or range(1, 100_000))


def _imported(source: Path, tests: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(tests.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("noughts"):
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                path = source / (name.replace(".", "/") + ".py")
                if path.exists():
                    yield path


if __name__ == "__main__":
    sys.exit(main())
