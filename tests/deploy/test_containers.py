"""The image, the Compose file and the systemd units of `deploy/`, as far as a machine without Docker can check them."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from noughts import __version__
from noughts.config import load_settings
from tests.cli.test_doctor import examine
from tests.deploy.proxies import DEPLOY, ComposeCaddy
from tests.servers import NoughtsServer, free_port

ROOT = DEPLOY.parent
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
DOCKERFILE = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
# Without MemoryDenyWriteExecute, since the computer player compiles its search.
MOST_EXPOSURE = 2.0


def instructions(name: str) -> list[str]:
    return re.findall(rf"^\s*{name} (.+)$", DOCKERFILE, re.MULTILINE)


def filled_in(text: str) -> str:
    """Return a value with the operator's variables filled in, as Compose does."""
    given = {"DOMAIN": "noughts.example", "POSTGRES_PASSWORD": "secret"}
    return re.sub(r"\$\{(\w+):\?[^}]*\}", lambda found: given[found[1]], text)


def test_the_image_runs_as_its_own_user_and_has_a_health_check() -> None:
    assert instructions("USER")[-1] == "noughts"
    assert DOCKERFILE.rindex("USER noughts") > DOCKERFILE.rindex("RUN ")
    assert len(instructions("HEALTHCHECK")) == 1
    assert json.loads(instructions("ENTRYPOINT")[0]) == ["noughts"]


def test_every_image_is_pinned() -> None:
    images = [name.split()[0] for name in instructions("FROM")]
    images += [service["image"] for service in SERVICES.values()]
    assert len(images) == 7
    for image in images:
        assert re.fullmatch(r"[a-z/]+:\d[\w.-]*", image), image
    assert SERVICES["noughts"]["image"] == SERVICES["backup"]["image"] == f"noughts:{__version__}"


def test_everything_the_image_copies_exists_and_is_not_ignored() -> None:
    copied = [path for line in instructions("COPY") if "--from" not in line for path in line.split()[:-1]]
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    for path in copied:
        assert (ROOT / path).exists(), path
        assert f"!{path}" in ignored


@pytest.mark.parametrize("where", ["Dockerfile", "compose.yaml"])
def test_the_health_check_asks_the_server(where: str, start_noughts: Callable[..., NoughtsServer]) -> None:
    in_image = instructions("HEALTHCHECK")[0].partition("CMD ")[2]
    program, *arguments = (
        json.loads(in_image) if where == "Dockerfile" else SERVICES["noughts"]["healthcheck"]["test"][1:]
    )
    assert program == "python"
    server = start_noughts()

    def check(port: int) -> int:
        given = [argument.replace(":8000/", f":{port}/") for argument in arguments]
        return subprocess.run([sys.executable, *given], capture_output=True).returncode

    assert check(server.port) == 0
    assert check(free_port()) != 0


def test_the_settings_of_the_compose_file_are_valid() -> None:
    environment = {name: filled_in(value) for name, value in SERVICES["noughts"]["environment"].items()}
    settings = load_settings({}, environment)
    assert settings.database == "postgresql://noughts:secret@postgres/noughts"
    assert settings.redis == "redis://valkey/0"
    assert settings.public_url == "https://noughts.example"
    assert settings.proxies == COMPOSE["networks"]["front"]["ipam"]["config"][0]["subnet"]


def test_the_compose_file_follows_its_specification() -> None:
    command = ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", str(DEPLOY / "compose.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, executable=Path(sys.executable).parent / command[0])
    assert done.returncode == 0, done.stdout


def test_services_are_healthy_before_others_need_them() -> None:
    assert SERVICES.keys() == {"noughts", "backup", "postgres", "valkey", "caddy"}
    for service in SERVICES.values():
        assert service["healthcheck"]["test"][0] == "CMD"
        assert service["restart"] == "unless-stopped"
        for needed, how in service.get("depends_on", {}).items():
            assert needed in SERVICES
            assert how == {"condition": "service_healthy"}


def test_volumes_and_networks_are_declared() -> None:
    used = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}
    files = {name for name in used if name.startswith(".")}
    assert all((DEPLOY / name).exists() for name in files)
    assert used - files == COMPOSE["volumes"].keys()
    assert {name for service in SERVICES.values() for name in service["networks"]} == COMPOSE["networks"].keys()


def test_only_the_proxy_and_the_line_protocol_are_public() -> None:
    published = {name: service.get("ports", []) for name, service in SERVICES.items()}
    assert published["postgres"] == published["valkey"] == published["backup"] == []
    assert all(port.startswith("5005:") for port in published["noughts"])
    assert COMPOSE["networks"]["back"] == {"internal": True}


def test_noughts_can_write_to_its_volumes_only() -> None:
    noughts = SERVICES["noughts"]
    assert noughts["read_only"] is True
    assert noughts["cap_drop"] == ["ALL"]
    mounted = {volume.partition(":")[2] for volume in noughts["volumes"]}
    assert mounted == set(json.loads(instructions("VOLUME")[0]))


@pytest.mark.proof(only=True)
def test_a_service_makes_and_tests_a_backup_every_night(postgres_url: str, tmp_path: Path) -> None:
    service = SERVICES["backup"]
    [volume] = service["volumes"]
    folder = volume.partition(":")[2]
    assert folder in DOCKERFILE, "the image creates it for its user"

    def run(command: list[str]) -> int:
        # Once instead of every night.
        here = [word.replace(folder, f"{tmp_path}/backups").replace("sleep 86400", "exit") for word in command]
        path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
        environment = {"PATH": path, "NOUGHTS_DATABASE": postgres_url}
        return subprocess.run(here, env=environment, cwd=tmp_path, capture_output=True, timeout=60).returncode

    check = service["healthcheck"]["test"][1:]
    assert run(check) != 0
    assert "sleep 86400" in service["entrypoint"][-1]
    assert run(service["entrypoint"]) == 0
    [backup] = (tmp_path / "backups").iterdir()
    assert backup.suffix == ".backup"
    assert run(check) == 0
    long_ago = time.time() - 3 * 86400
    os.utime(backup, (long_ago, long_ago))
    assert run(check) != 0


def test_caddy_reads_its_file() -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile.compose")]
    done = subprocess.run(
        command, capture_output=True, text=True, env={"DOMAIN": "noughts.example", "HOME": "/nowhere"}
    )
    assert done.returncode == 0, done.stderr
    assert "noughts:8000" in (DEPLOY / "Caddyfile.compose").read_text()


def test_caddy_forwards_sockets_and_client_addresses(
    start_noughts: Callable[..., NoughtsServer], tmp_path: Path
) -> None:
    proxy = ComposeCaddy()
    options = ("--data", str(tmp_path / "data"), "--public-url", proxy.url, "--proxies", "127.0.0.1")
    server = start_noughts(*options)
    proxy.start([server.port], [server.line_port])
    try:
        with proxy.trusted():
            code, said = examine("--port", str(server.port), *options)
    finally:
        proxy.stop()
    assert code == 0, said
    assert "ok       Game sockets get through." in said
    assert "ok       The server sees the players' own addresses." in said


UNITS = sorted(path.name for path in DEPLOY.glob("*.service"))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_accepts_the_units_and_rates_them_safe(unit: str, tmp_path: Path) -> None:
    for path in [*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")]:
        text = path.read_text()
        # The program is not installed on this machine.
        (tmp_path / path.name).write_text(text.replace("/opt/noughts/bin/noughts", "/bin/true"))
    verified = _systemd("verify", *map(str, tmp_path.iterdir()))
    assert (verified.returncode, verified.stderr) == (0, "")
    judged = _systemd("security", "--offline=true", "--no-pager", str(tmp_path / unit))
    [exposure] = re.findall(r"Overall exposure level for \S+: ([\d.]+)", judged.stdout)
    assert float(exposure) <= MOST_EXPOSURE


def _systemd(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True)
