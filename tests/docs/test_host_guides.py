"""The guides for hosts work as written: settings, several nodes, Docker Compose, systemd."""

import re
import shlex
import shutil
from collections.abc import Callable
from typing import Any

import pytest
import yaml

from noughts.cli.main import parse
from noughts.client import Client
from noughts.config import load_settings
from tests.deploy.proxies import DEPLOY, ComposeCaddy
from tests.docs.blocks import block, blocks_of
from tests.docs.machine import Machine
from tests.docs.transcripts import ROOT
from tests.servers import free_port
from tests.servers.guarded import GuardedProcess

HOST, DEPLOYING = "docs/operations.md", "docs/deploy.md"
COMPOSE = "docker compose -f deploy/compose.yaml "
# What pip reads from a copy of the repository.
SOURCES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src", "tools", "web", "speech-model")
NEEDS_SYSTEMD = pytest.mark.skipif(shutil.which("systemctl") is None, reason="systemd is not installed")


def test_doctor_accepts_the_settings_of_the_host_guide(machine: Machine) -> None:
    settings = block(HOST, 'host = "0.0.0.0"')
    ports = {"8000": str(free_port()), "5005": str(free_port()), "0.0.0.0": "127.0.0.1"}
    file = machine.home / "noughts.toml"
    file.write_text(machine.here(settings, ports))
    file.chmod(0o600)
    said = machine.run(block(HOST, "noughts doctor --settings noughts.toml"))
    assert f"Port {ports['8000']} is free." in said


def test_the_settings_for_mail_and_a_provider_are_accepted(machine: Machine) -> None:
    file = machine.home / "noughts.toml"
    found = []
    for one in blocks_of("docs/logins.md"):
        file.write_text(one.text)
        settings = load_settings({"settings": str(file)}, {})
        found.append((settings.smtp_host, settings.oidc_label))
    assert found == [("mail.example.org", ""), ("", "Club login")]


@pytest.mark.proof(only=True)
async def test_two_nodes_from_the_guide_act_as_one_site(machine: Machine, postgres_url: str, redis_url: str) -> None:
    [commands] = [found.text for found in blocks_of(HOST) if found.first_line.startswith("noughts serve")]
    ports = {name: str(free_port()) for name in ("8001", "5006", "8002", "5007")}
    databases = {"postgresql://noughts@db/noughts": postgres_url, "redis://cache/0": redis_url}
    nodes: list[GuardedProcess] = []
    try:
        nodes += map(machine.start, machine.here(commands, ports | databases).splitlines())
        assert len(nodes) == 2
        first, second = (f"http://127.0.0.1:{ports[name]}" for name in ("8001", "8002"))
        async with Client(first) as ann, Client(second) as bob:
            x = await ann.create(visibility="private")
            o = await bob.join(x.id)
            await x.move(4)
            assert (await o.until_my_turn()).cells == "....X...."
    finally:
        for node in nodes:
            node.stop()


def test_the_guide_names_the_variables_that_compose_needs() -> None:
    written = re.findall(r"^(\w+)=", block(DEPLOYING, "DOMAIN=noughts.example"), re.MULTILINE)
    assert set(written) == set(re.findall(r"\$\{(\w+):\?", (DEPLOY / "compose.yaml").read_text()))


def test_compose_commands_name_a_service() -> None:
    """There is no Docker here: `tests/deploy/test_containers.py` checks the files themselves."""
    commands = [line for found in blocks_of(DEPLOYING) for line in found.text.splitlines() if line.startswith("docker")]
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert COMPOSE + "up --build --detach" in commands
    inside = [shlex.split(line.removeprefix(COMPOSE + "exec ")) for line in commands if " exec " in line]
    assert len(inside) == len(commands) - 1
    for service, program, *words in inside:
        assert service in services
        assert program == "noughts"
        assert parse(words).run is not None


def link_installation(machine: Machine, commands: str) -> None:
    """Use this checkout's environment instead of installing one, which takes minutes."""
    assert "/opt/noughts/bin/pip install '.[all]' ./speech-model" in commands
    (machine.root / "opt" / "noughts").symlink_to(ROOT / ".venv")


def install(machine: Machine, commands: str) -> None:
    for name in SOURCES:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, machine.home / name, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
        else:
            shutil.copy(path, machine.home / name)
    machine.run(commands)


@NEEDS_SYSTEMD
@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    "installing", [link_installation, pytest.param(install, marks=pytest.mark.proof(only=True))], ids=["linked", "pip"]
)
def test_the_systemd_guide_leads_to_a_healthy_server(
    machine: Machine, installing: Callable[[Machine, str], None]
) -> None:
    proxy = ComposeCaddy()
    port, line_port = free_port(), free_port()
    installing(machine, block(DEPLOYING, "apt-get install python3-venv"))
    ports = f"port = {port}\nline-port = {line_port}\n"
    machine.run(
        block(DEPLOYING, "install --directory --owner noughts --group noughts --mode 0700 /etc/noughts"),
        {"https://noughts.example": proxy.url, "push-contact": f"{ports}push-contact"},
    )
    units = machine.root / "etc" / "systemd" / "system"
    machine.run(block(DEPLOYING, "cp deploy/noughts.service /etc/systemd/system/"))
    assert (units / "multi-user.target.wants" / "noughts.service").is_symlink()
    [command] = re.findall(r"^ExecStart=(.+)$", (units / "noughts.service").read_text(), re.MULTILINE)
    server = machine.start(command)
    proxy.start([port], [line_port])
    try:
        with proxy.trusted():
            said = machine.run(block(DEPLOYING, "cd /tmp"))
    finally:
        proxy.stop()
        server.stop()
    assert f"ok       Noughts runs on port {port}." in said
    assert "ok       Game sockets get through." in said
    assert (machine.root / "var" / "lib" / "noughts" / "noughts.db").exists()
