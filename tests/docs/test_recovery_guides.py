"""The guides on backups, recovery and monitoring work as written."""

import re
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import httpx2
import pytest
import yaml

from tests.cli.test_keep_backups import play
from tests.deploy.proxies import DEPLOY
from tests.docs.blocks import block, blocks_of
from tests.docs.machine import Machine
from tests.docs.test_host_guides import NEEDS_SYSTEMD
from tests.servers import NoughtsServer
from tests.servers.prepared import put_database
from tests.storage.test_old_database import SCHEMA, old_sqlite

ADMIN, RECOVERY, MONITORING = "docs/admin.md", "docs/recovery.md", "docs/monitoring.md"
NIGHTLY = "noughts admin keep-backups /var/backups/noughts --keep 14"


@pytest.fixture
def server(machine: Machine, start_noughts: Callable[..., NoughtsServer]) -> NoughtsServer:
    """A server whose data is where `noughts` looks for it."""
    put_database(machine.home / "data")
    return start_noughts("--data", str(machine.home / "data"))


def games_in(data: Path) -> set[str]:
    with closing(sqlite3.connect(data / "noughts.db")) as database:
        return {name for (name,) in database.execute("SELECT DISTINCT game_id FROM events")}


async def test_a_backup_is_made_and_restored_beside_a_running_server(machine: Machine, server: NoughtsServer) -> None:
    backup, restore = block(ADMIN, "noughts admin backup noughts-monday.backup").splitlines()
    kept = await play(server.url)
    machine.run(backup)
    lost = await play(server.url)
    assert games_in(machine.home / "data") == {kept, lost}
    assert "Restored" in machine.run(restore)
    assert games_in(machine.home / "data") == {kept}


@pytest.mark.proof(only=True)
async def test_a_nightly_backup_is_restored_on_a_new_machine(machine: Machine, server: NoughtsServer) -> None:
    game = await play(server.url)
    machine.run(block(RECOVERY, NIGHTLY))
    [backup] = (machine.root / "var" / "backups" / "noughts").glob("noughts-*.backup")
    [restore] = [found.text for found in blocks_of(RECOVERY) if found.first_line.endswith(".backup")]
    [named] = re.findall(r"noughts-\d{8}T\d{6}Z\.backup", restore)
    assert re.sub(r"\d", "0", backup.name) == re.sub(r"\d", "0", named)
    assert "Restored" in machine.run(restore, {named: str(backup)})
    assert games_in(machine.root / "var" / "lib" / "noughts") == {game}


@NEEDS_SYSTEMD
def test_the_timer_runs_the_command_of_the_guide(machine: Machine) -> None:
    commands = block(RECOVERY, "install --directory --owner noughts --group noughts --mode 0700 /var/backups/noughts")
    machine.run(commands)
    assert stat.S_IMODE((machine.root / "var" / "backups" / "noughts").stat().st_mode) == 0o700
    units = machine.root / "etc" / "systemd" / "system"
    assert (units / "timers.target.wants" / "noughts-backup.timer").is_symlink()
    assert NIGHTLY.removeprefix("noughts admin ") in (units / "noughts-backup.service").read_text()


def test_undoing_an_upgrade_restores_the_old_database(
    machine: Machine, start_noughts: Callable[..., NoughtsServer]
) -> None:
    data = machine.root / "var" / "lib" / "noughts"
    data.mkdir(mode=0o700)
    old_sqlite(data / "noughts.db")
    # A killed server leaves all three files of a SQLite database.
    start_noughts("--data", str(data)).kill()
    assert schema_of(data / "noughts.db") != SCHEMA
    [copy] = data.glob("noughts-before-*.db")
    commands = block(RECOVERY, "systemctl stop noughts")
    [named] = re.findall(r"noughts-before-\d{4}-\d+\.db", commands)
    assert re.sub(r"\d", "0", copy.name) == re.sub(r"\d", "0", named)
    machine.run(commands, {named: copy.name})
    assert schema_of(data / "noughts.db") == SCHEMA
    assert not (data / "noughts.db-wal").exists()


def schema_of(file: Path) -> str:
    with closing(sqlite3.connect(file)) as database:
        return str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])


async def test_prometheus_reads_a_server_as_the_guide_says(
    start_noughts: Callable[..., NoughtsServer], tmp_path: Path
) -> None:
    """Prometheus is not installed here, so this reads its settings as it does."""
    settings = yaml.safe_load(block(MONITORING, "rule_files: [alerts.yml]"))
    [rules] = settings["rule_files"]
    [job] = settings["scrape_configs"]
    assert f'up{{job="{job["job_name"]}"}}' in (DEPLOY / rules).read_text()
    assert job.keys() == {"job_name", "authorization", "static_configs"}
    assert job["authorization"].keys() == {"credentials_file"}
    token = "a long random token"
    server = start_noughts(environment={"NOUGHTS_METRICS_TOKEN": token})
    async with httpx2.AsyncClient(base_url=server.url) as http:
        # By default Prometheus reads this path and sends a bearer token.
        reply = await http.get("/metrics", headers={"Authorization": f"Bearer {token}"})
    assert reply.headers["content-type"].startswith("text/plain")
    assert "noughts_moves_total" in reply.text
