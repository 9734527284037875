"""A small installation without optional parts: every protocol and variant works, and it takes little disk space."""

import asyncio
import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from noughts.cli.verify import DOORS
from noughts.client import Client
from noughts.parts import PARTS
from noughts.rules import VARIANTS
from tests.servers import NoughtsServer, free_port

pytestmark = pytest.mark.proof(only=True)

ROOT = Path(__file__).parents[2]
MOST_MEGABYTES = 150


@pytest.fixture(scope="module")
def small_server(small_python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NoughtsServer]:
    folder = tmp_path_factory.mktemp("small-server")
    server = NoughtsServer(folder, program=[small_python.with_name("noughts")])
    yield server.start()
    server.kill()
    assert server.tracebacks == []


def noughts(python: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([python.with_name("noughts"), *words], capture_output=True, text=True, timeout=60)


def test_the_installation_takes_at_most_150_megabytes(small_python: Path) -> None:
    packages = next((small_python.parents[1] / "lib").glob("python3*/site-packages"))
    # As pip installs it, with its bytecode.
    assert list(packages.glob("sqlalchemy/__pycache__/*.pyc"))
    used = sum(path.lstat().st_blocks * 512 for path in packages.rglob("*"))
    assert 50 < used / 1_000_000 <= MOST_MEGABYTES


def test_logs_missing_parts_in_one_line(small_server: NoughtsServer) -> None:
    lines = [json.loads(line) for line in small_server.log.read_text().splitlines()]
    [missing] = [line for line in lines if "not installed" in line["event"]]
    assert missing["event"] == (
        "not installed: the compiled engine (the computer plays weaker); voice moves; "
        "uploaded pictures and link previews"
    )
    assert missing["to_add"] == "pip install 'noughts[engine,speech,pictures]'"


def test_doctor_lists_missing_parts(small_python: Path, small_server: NoughtsServer) -> None:
    data = str(small_server.log.parent / "data")
    done = noughts(small_python, "doctor", "--port", str(small_server.port), "--data", data)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning  Not installed: voice moves." in done.stdout
    assert "pip install 'noughts[engine]'" in done.stdout
    quiet = noughts(small_python, "doctor", "--data", data, "--speech-processes", "0", "--engine-processes", "0")
    assert "voice moves" not in quiet.stdout
    assert "engine" not in quiet.stdout


def test_says_which_parts_postgresql_and_traces_need(small_python: Path, tmp_path: Path) -> None:
    options = ("--port", str(free_port()), "--line-port", str(free_port()), "--data", str(tmp_path))
    shared = ("--database", "postgresql://localhost/x", "--redis", "redis://x")
    refused = noughts(small_python, "serve", *options, *shared)
    needed = "the setting `database` needs an optional part: pip install 'noughts[scale]'"
    assert (refused.returncode, refused.stderr) == (1, f"noughts: {needed}\n")
    found = noughts(small_python, "doctor", *options, *shared)
    assert (found.returncode, found.stderr) == (1, "")
    assert f"problem  T{needed[1:]}." in found.stdout
    refused = noughts(small_python, "serve", *options, "--trace-url", "http://127.0.0.1:4318/v1/traces")
    assert refused.returncode == 1
    assert refused.stderr.endswith("`trace-url` needs an optional part: pip install 'noughts[tracing]'\n")


def test_plays_over_every_protocol(small_python: Path, small_server: NoughtsServer) -> None:
    for door in DOORS:
        options = ("--door", door, "--line-port", str(small_server.line_port), "--sample", "10", "--pairs", "4")
        done = noughts(small_python, "verify", small_server.url, *options)
        assert done.returncode == 0, done.stderr
        assert "10 games, 71 moves" in done.stdout


async def test_the_computer_plays_every_variant(small_server: NoughtsServer) -> None:
    async def play(variant: str) -> None:
        async with Client(small_server.url) as ann:
            game = await ann.create(variant=variant, opponent="computer-8", seat="O")
            state = await game.until_my_turn()
            # It places three marks in the opening of Swap2.
            assert state.ply == (3 if variant == "gomoku-swap2" else 1), variant

    async with asyncio.timeout(60):
        await asyncio.gather(*(play(variant.name) for variant in VARIANTS))
    async with httpx2.AsyncClient(base_url=small_server.url) as http:
        # It is as strong as it can be without the compiler.
        assert (await http.get("/api/v1/computer")).json()["ready"] is True


def test_the_engine_program_works_without_its_compiler(small_python: Path) -> None:
    asked = "noughts 1\nmove 50 ultimate 81 X\nquit\n"
    command: list[str | Path] = [small_python.with_name("noughts"), "engine"]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ready noughts")
    assert done.stderr == (
        "noughts: not installed: the compiled engine (the computer plays weaker); "
        "to add it: pip install 'noughts[engine]'\n"
    )


def test_the_extras_match_the_guide() -> None:
    guide = (ROOT / "docs" / "deploy.md").read_text()
    assert re.findall(r"^\| `(\w+)` \|", guide, re.MULTILINE) == [part.name for part in PARTS]
    for named in re.findall(r"'\.\[([\w,]+)\]'", guide):
        assert set(named.split(",")) <= {"all", *(part.name for part in PARTS)}


async def test_says_which_features_are_missing(small_server: NoughtsServer) -> None:
    async with httpx2.AsyncClient(base_url=f"{small_server.url}/api/v1") as http:
        shown: dict[str, Any] = (await http.get("/server")).json()
        assert {name: shown[name] for name in ("voice", "pictures", "compiledEngine")} == {
            "voice": False,
            "pictures": False,
            "compiledEngine": False,
        }
        token = (await http.post("/guests", json={})).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        assert (await http.get("/voice", headers=headers)).json()["available"] is False
        refused = await http.post("/voice", headers=headers, content=bytes(64))
        assert (refused.status_code, refused.json()["code"]) == (404, "voice_off")
        made = {"username": f"ann{os.getpid()}", "password": "correct horse battery"}
        account = (await http.post("/accounts", json=made)).json()["token"]
        headers = {"Authorization": f"Bearer {account}", "Content-Type": "image/png"}
        refused = await http.put("/me/picture", headers=headers, content=b"\x89PNG")
        assert (refused.status_code, refused.json()["code"]) == (404, "pictures_off")
    async with httpx2.AsyncClient(base_url=small_server.url) as http:
        page = (await http.get("/")).text
        assert "og:title" in page
        assert "og:image" not in page
        assert (await http.get("/preview/variant/classic.png")).status_code == 404
