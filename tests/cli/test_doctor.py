"""`noughts doctor` finds real faults, and reports no problems for a sound installation."""

import argparse
import contextlib
import io
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from noughts.cli.doctor import command
from noughts.cli.doctor.machine import SLOW_SYNC_MS, judge_clock, judge_room, judge_sync, sync_ms
from tests.deploy.proxies import Caddy
from tests.servers import NoughtsServer, free_port
from tests.servers.prepared import put_database
from tests.servers.valkey import ValkeyServer


def examine(*options: str) -> tuple[int, str]:
    """Return the exit code and the output."""
    parser = argparse.ArgumentParser()
    command.add_to(parser.add_subparsers())
    arguments = parser.parse_args(["doctor", *options])
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said), ThreadPoolExecutor(1) as thread:
        code = thread.submit(arguments.run, arguments).result(60)
    return code, said.getvalue()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    put_database(tmp_path / "data")
    (tmp_path / "data").chmod(0o700)
    for path in (tmp_path / "data").iterdir():
        path.chmod(0o600)
    return tmp_path / "data"


@pytest.fixture
def sound(data: Path) -> list[str]:
    """The settings of an installation without problems."""
    ports = ["--port", str(free_port()), "--line-port", str(free_port())]
    return [*ports, "--data", str(data), "--push-contact", "mailto:me@noughts.example"]


def test_reports_no_problems_for_a_healthy_installation(sound: list[str]) -> None:
    code, said = examine(*sound)
    assert code == 0, said
    assert "\nproblem" not in said
    assert said.endswith("\n")
    for words in ("is free.", "schema is this version's", "GB free", "A sync to the disk", "Only this user can read"):
        assert words in said


def test_recognises_the_running_server(server: NoughtsServer) -> None:
    code, said = examine("--port", str(server.port), "--data", str(server.log.parent / "data"))
    assert f"ok       Noughts runs on port {server.port}." in said
    assert "The running server is ready." in said
    assert "The push key can be used." in said
    assert code == 0, said


@pytest.fixture
def server(start_noughts: Callable[..., NoughtsServer]) -> NoughtsServer:
    return start_noughts()


def test_reports_a_bad_setting(sound: list[str]) -> None:
    assert examine(*sound, "--database", "mysql://x") == (
        1,
        "noughts: bad setting: database must be a postgresql:// URL\n",
    )


@pytest.mark.parametrize("setting", ["port", "line-port"])
def test_reports_a_port_in_use_by_another_program(sound: list[str], setting: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        code, said = examine(*sound, f"--{setting}", str(other.getsockname()[1]))
    assert code == 1
    assert "problem  The server cannot listen on 127.0.0.1" in said
    assert f"change `host` or `{setting}`" in said


def test_warns_before_the_first_start_and_creates_nothing(tmp_path: Path) -> None:
    code, said = examine("--port", "0", "--line-port", "0", "--data", str(tmp_path / "new"))
    assert code == 0, said
    assert "warning  There is no database in the data folder" in said
    assert "warning  There is no data folder" in said
    assert not (tmp_path / "new").exists()


def test_reports_an_unreachable_database_without_its_password(sound: list[str]) -> None:
    code, said = examine(*sound, "--database", f"postgresql://me:secret@127.0.0.1:{free_port()}/db")
    assert code == 1
    assert "problem  Cannot use the database" in said
    assert "secret" not in said


def test_reports_a_database_of_another_version(sound: list[str], data: Path) -> None:
    with contextlib.closing(sqlite3.connect(data / "noughts.db")) as raw, raw:
        raw.execute("UPDATE alembic_version SET version_num = '0003'")
    code, said = examine(*sound)
    assert code == 1
    assert "The database has schema 0003" in said


def test_checks_postgres_and_redis(sound: list[str], postgres_url: str, valkey: ValkeyServer) -> None:
    options = (*sound, "--database", postgres_url, "--redis", valkey.url)
    code, said = examine(*options)
    assert code == 0, said
    assert "ok       Redis at" in said
    valkey.stop()
    code, said = examine(*options)
    assert code == 1
    assert "can't be used" in said
    assert "problem  Redis at" in said
    assert "warning  No Redis is set." in examine(*sound, "--database", postgres_url)[1]


def test_reports_a_clock_that_was_set_back(sound: list[str], data: Path) -> None:
    with contextlib.closing(sqlite3.connect(data / "noughts.db")) as raw, raw:
        raw.execute("INSERT OR REPLACE INTO uptime (id, alive_ms) VALUES (1, ?)", [time.time_ns() // 10**6 + 3_600_000])
    code, said = examine(*sound)
    assert code == 1
    assert "problem  The clock was set back" in said


def test_reports_a_damaged_push_key(sound: list[str], data: Path) -> None:
    with contextlib.closing(sqlite3.connect(data / "noughts.db")) as raw, raw:
        raw.execute("INSERT OR REPLACE INTO keys (name, value) VALUES ('vapid', '')")
    code, said = examine(*sound)
    assert code == 1
    assert "problem  The push key in the database is damaged." in said


def test_reports_files_that_other_users_can_read(sound: list[str], data: Path, tmp_path: Path) -> None:
    (data / "noughts.db").chmod(0o640)
    settings = tmp_path / "noughts.toml"
    settings.write_text('metrics-token = "secret"\n')
    settings.chmod(0o644)
    code, said = examine(*sound, "--settings", str(settings))
    assert code == 1
    assert f"Run: chmod 600 {data}/noughts.db\n" in said
    assert f"Run: chmod 600 {settings}\n" in said


def test_grades_disk_space_sync_time_and_clock(tmp_path: Path) -> None:
    assert judge_room(tmp_path, 100_000_000).grade == "problem"
    assert judge_sync(tmp_path, SLOW_SYNC_MS).grade == "warning"
    assert judge_clock(is_synchronised=False).grade == "warning"
    assert 0 < sync_ms(tmp_path) < 10_000


def test_reports_a_public_address_that_leads_nowhere(server: NoughtsServer) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"
    code, said = examine("--port", str(server.port), "--data", str(server.log.parent / "data"), "--public-url", nowhere)
    assert code == 1
    assert f"problem  {nowhere} does not lead to this server" in said


class HidingCaddy(Caddy):
    """A proxy that hides the client's address, and forwards /metrics."""

    def _configured(self, ports: object, line_ports: object) -> str:
        text = super()._configured(ports, line_ports)  # type: ignore[arg-type]
        return text.replace("respond /metrics 404", "").replace(
            "lb_policy least_conn", "lb_policy least_conn\n header_up -X-Forwarded-For"
        )


class DeafCaddy(Caddy):
    """A proxy that forwards no WebSocket upgrades."""

    def _configured(self, ports: object, line_ports: object) -> str:
        text = super()._configured(ports, line_ports)  # type: ignore[arg-type]
        return text.replace("lb_policy least_conn", "lb_policy least_conn\n header_up -Sec-WebSocket-Version")


@pytest.fixture
def behind(start_noughts: Callable[..., NoughtsServer], tmp_path: Path) -> Iterator[Callable[..., tuple[int, str]]]:
    """Return the findings about a server behind this kind of proxy."""
    with contextlib.ExitStack() as stack:

        def run(kind: type[Caddy], *options: str) -> tuple[int, str]:
            proxy = kind()
            options = ("--data", str(tmp_path / "data"), "--public-url", proxy.url, *options)
            server = start_noughts(*options)
            proxy.start([server.port, server.port], [server.line_port, server.line_port])
            stack.callback(proxy.stop)
            with proxy.trusted():
                return examine("--port", str(server.port), *options)

        yield run


def test_accepts_a_good_proxy(behind: Callable[..., tuple[int, str]]) -> None:
    code, said = behind(Caddy, "--proxies", "127.0.0.1")
    assert code == 0, said
    assert "ok       Game sockets get through." in said
    assert "ok       The server sees the players' own addresses." in said


def test_reports_a_proxy_that_is_not_trusted(behind: Callable[..., tuple[int, str]]) -> None:
    code, said = behind(Caddy)
    assert code == 1
    assert "problem  The server does not trust the proxy" in said


def test_reports_a_proxy_that_hides_client_addresses(behind: Callable[..., tuple[int, str]]) -> None:
    code, said = behind(HidingCaddy, "--proxies", "127.0.0.1")
    assert code == 1
    assert "problem  The proxy sends no X-Forwarded-For" in said


def test_reports_a_proxy_without_websockets(behind: Callable[..., tuple[int, str]]) -> None:
    code, said = behind(DeafCaddy, "--proxies", "127.0.0.1")
    assert code == 1
    assert "problem  The proxy does not pass on WebSockets" in said
