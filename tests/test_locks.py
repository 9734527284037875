"""The lock files hold what pyproject.toml asks for, and name no registry: each machine takes packages from its own."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def asked_of(group: str) -> list[Requirement]:
    asked = [Requirement(line) for line in PROJECT["project"]["dependencies"]]
    for entry in PROJECT["dependency-groups"][group]:
        if isinstance(entry, str):
            asked.append(Requirement(entry))
        else:
            asked += asked_of(entry["include-group"])
    return asked


def locked_in(name: str) -> dict[str, set[str]]:
    """Versions by package: a package may have one for each of several Pythons."""
    versions: dict[str, set[str]] = {}
    for package, version in re.findall(r"^([\w.-]+)==([^\s;]+)", read_lock(name), re.MULTILINE):
        versions.setdefault(canonicalize_name(package), set()).add(version)
    return versions


def read_lock(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.lock").read_text()


@pytest.mark.parametrize(("lock", "group"), [("runtime", "build"), ("dev", "dev")])
def test_locks_satisfy_the_project(lock: str, group: str) -> None:
    locked = locked_in(lock)
    for asked in asked_of(group):
        versions = locked.get(canonicalize_name(asked.name), set())
        assert versions, f"{asked} is not in requirements/{lock}.lock: run make lock"
        unfit = [version for version in versions if not asked.specifier.contains(version)]
        assert not unfit, f"{asked} does not allow {unfit}: run make lock"


def test_tests_run_on_the_versions_that_are_served() -> None:
    served, tested = locked_in("runtime"), locked_in("dev")
    assert {name: tested.get(name) for name in served} == served


@pytest.mark.parametrize("name", ["uv", "runtime", "dev", "docs"])
def test_python_locks_name_no_registry(name: str) -> None:
    lock = read_lock(name)
    assert "://" not in lock
    assert "--index" not in lock


@pytest.mark.parametrize("folder", ["web", "bench/lighthouse", "bench/peers"])
def test_npm_locks_name_no_registry(folder: str) -> None:
    packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]
