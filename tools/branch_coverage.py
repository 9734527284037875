"""Measure which lines and branches the tests run: `python -m pytest -p tools.branch_coverage`.

SlipCover removes each probe once it is hit. coverage.py made the tests take half as long again. Workers of
`tools.workers` send their part to the main process. The floor is in `[tool.slipcover]` of pyproject.toml.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import slipcover

SETTINGS = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["slipcover"]
# Numba can't compile code with probes.
KERNELS = re.compile(r"^@(njit|kernel)\b", re.MULTILINE)


def _package() -> Path:
    spec = find_spec("noughts")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _left_out(package: Path) -> Iterator[str]:
    yield from SETTINGS["omit"]
    yield from (str(path) for path in package.rglob("*.py") if KERNELS.search(path.read_text(encoding="utf-8")))


_PACKAGE = _package()
_OMIT = list(_left_out(_PACKAGE))
# Removing probes takes a walk over all functions, so that happens only when one was hit this often.
_PROBES = slipcover.Slipcover(
    branch=True, d_miss_threshold=2_000, source=[str(_PACKAGE)], omit=_OMIT, exclude_also=SETTINGS["exclude-also"]
)
# Plugins and tests load the package after this.
slipcover.ImportManager(_PROBES, slipcover.FileMatcher(sources=[_PACKAGE], omit=_OMIT)).__enter__()
_from_workers: list[dict[str, Any]] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--coverage-json", type=Path, help="write the coverage to this file, and accept any coverage")


@pytest.hookimpl(optionalhook=True)
def pytest_worker_output() -> object:
    # The main process adds the files that nobody has loaded.
    _PROBES.source = None
    return _PROBES.get_coverage()


@pytest.hookimpl(optionalhook=True)
def pytest_worker_received(output: dict[str, Any]) -> None:
    _from_workers.append(output)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Report the coverage."""
    covered: dict[str, Any] = _PROBES.get_coverage()
    for part in _from_workers:
        slipcover.merge_coverage(covered, part)
    report: Path | None = session.config.getoption("--coverage-json")
    if report:
        report.write_text(json.dumps(covered), encoding="utf-8")
    elif not _print_coverage(covered) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _print_coverage(covered: dict[str, Any]) -> bool:
    """Print the files with the lowest coverage and the total. Return whether the total reaches the floor."""
    files = sorted((file["summary"]["percent_covered"], name) for name, file in covered["files"].items())
    total, floor = covered["summary"]["percent_covered"], SETTINGS["fail-under"]
    print("\n\nLowest coverage of lines and branches:")
    for percent, name in files[:10]:
        print(f"{percent:6.1f} %  {name}")
    print(f"{total:6.1f} %  in all; required: {floor} %")
    return bool(total >= floor)
