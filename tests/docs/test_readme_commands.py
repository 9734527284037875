"""The commands of the README work. Long-running make targets are only tried as a dry run."""

import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.blocks import block, guides, inline_commands
from tests.docs.machine import Machine
from tests.docs.transcripts import ROOT
from tests.servers import free_port

# `make test` has built these. Building them again would disturb other tests.
MADE = ".venv/stamps/runtime .venv/stamps/project src/noughts/doors/static/index.html"
MODEL = "src/noughts/voice/model/decoder_model_merged.onnx"
MAKE = f"make {' '.join(f'--old-file={name}' for name in (*MADE.split(), MODEL))}"

# These take minutes, install packages or run this test, so they only get a dry run.
LONG = sorted(
    {command for page in guides() for command in inline_commands(page) if command.startswith("make ")}
    - {'make run ARGS="--host 0.0.0.0 --port 9000"'}
)


def is_ready(port: int) -> bool:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10) as answer:
        return bool(answer.status == 200)


@pytest.fixture(params=["make run", 'make run ARGS="--host 0.0.0.0 --port 9000"'], ids=["alone", "with options"])
def port_of_make_run(request: pytest.FixtureRequest, machine: Machine, tmp_path: Path) -> Iterator[int]:
    command: str = request.param
    if command == "make run":
        assert block("README.md", command).strip() == command
    else:
        assert command in inline_commands("README.md")
    port = free_port()
    options = f"--port {port} --line-port {free_port()} --data {tmp_path}/data"
    ours = command.replace("--host 0.0.0.0 --port 9000", f"--host 127.0.0.1 {options}").replace("make", MAKE, 1)
    server = machine.start(ours if "ARGS" in ours else f'{ours} ARGS="{options}"', folder=ROOT)
    yield port
    server.stop()


def test_make_run_starts_a_server(port_of_make_run: int) -> None:
    assert is_ready(port_of_make_run)


def test_make_lists_every_target_of_the_guides() -> None:
    listed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for command in LONG:
        assert f"{command} " in listed


@pytest.mark.parametrize("command", LONG)
def test_make_targets_pass_a_dry_run(command: str) -> None:
    done = subprocess.run([*command.split(), "--dry-run"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_noughts_serve_needs_no_options_but_ports_and_a_folder(machine: Machine) -> None:
    port = free_port()
    server = machine.start(f"noughts serve --port {port} --line-port {free_port()}")
    try:
        assert is_ready(port)
        assert (machine.home / "data" / "noughts.db").exists()
    finally:
        server.stop()
