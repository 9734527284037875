"""The lock files match pyproject.toml, and name no package registry, so that each machine can use its own."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from noughts.parts import PARTS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


CORE = [Requirement(line) for line in PROJECT["project"]["dependencies"]]
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
# Installed from this repository, with the project.
OURS = {"noughts", "noughts-speech-model"}


def all_parts() -> list[Requirement]:
    extra = [Requirement(line) for name, lines in EXTRAS.items() for line in lines]
    return CORE + [asked for asked in extra if asked.name not in OURS]


def asked_of(group: str) -> list[Requirement]:
    asked = []
    for entry in PROJECT["dependency-groups"][group]:
        if isinstance(entry, str):
            asked.append(Requirement(entry))
        else:
            asked += asked_of(entry["include-group"])
    return asked


def locked_in(name: str) -> dict[str, set[str]]:
    """Return versions by package. A package may have a different version for each Python."""
    versions: dict[str, set[str]] = {}
    for package, version in re.findall(r"^([\w.-]+)==([^\s;]+)", read_lock(name), re.MULTILINE):
        versions.setdefault(canonicalize_name(package), set()).add(version)
    return versions


def read_lock(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.lock").read_text()


ASKED = {
    "core": CORE,
    "all": all_parts(),
    "build": asked_of("build"),
    "dev": [*all_parts(), *asked_of("dev")],
}


@pytest.mark.parametrize("lock", ASKED)
def test_lock_files_satisfy_the_project(lock: str) -> None:
    locked = locked_in(lock)
    for asked in ASKED[lock]:
        versions = locked.get(canonicalize_name(asked.name), set())
        assert versions, f"{asked} is not in requirements/{lock}.lock: run make lock"
        unfit = [version for version in versions if not asked.specifier.contains(version)]
        assert not unfit, f"{asked} does not allow {unfit}: run make lock"


def test_tests_use_the_same_versions_as_the_server() -> None:
    tested = locked_in("dev")
    for served in map(locked_in, ("core", "all", "build")):
        assert {name: tested.get(name) for name in served} == served


def test_the_extra_all_contains_every_part() -> None:
    [everything] = map(Requirement, EXTRAS["all"])
    assert everything.extras == EXTRAS.keys() - {"all"} == {part.name for part in PARTS}


def test_the_core_lock_has_no_optional_parts() -> None:
    core = locked_in("core")
    optional = {asked.name for asked in all_parts()} - {asked.name for asked in CORE}
    assert {"numba", "onnxruntime", "pillow"} <= optional
    assert not [name for name in optional if canonicalize_name(name) in core]


@pytest.mark.parametrize("name", ["uv", "core", "all", "build", "dev", "docs"])
def test_python_lock_files_name_no_registry(name: str) -> None:
    lock = read_lock(name)
    assert "://" not in lock
    assert "--index" not in lock


@pytest.mark.parametrize("folder", ["web", "bench/lighthouse", "bench/peers"])
def test_npm_lock_files_name_no_registry(folder: str) -> None:
    packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]
