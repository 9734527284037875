"""Settings: flags override the environment, which overrides the file. Every error is one clear line."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from noughts.config import Settings, SettingsError, load_settings
from tests.docs.blocks import block


def load(flags: Mapping[str, str] | None = None, environment: Mapping[str, str] | None = None) -> Settings:
    return load_settings(flags or {}, environment or {})


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore the developer's own `noughts.toml`."""
    monkeypatch.chdir(tmp_path)


def test_uses_the_defaults_without_any_settings() -> None:
    settings = load()
    assert settings == Settings()
    assert (settings.host, settings.port, settings.line_port) == ("127.0.0.1", 8000, 5005)
    assert (settings.data, settings.database, settings.redis) == ("data", "", "")


def test_flags_override_the_environment_which_overrides_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('host = "0.0.0.0"\nport = 1\nline-port = 2\n')
    environment = {"NOUGHTS_SETTINGS": str(file), "NOUGHTS_PORT": "10", "NOUGHTS_LINE_PORT": "20"}
    settings = load({"line-port": "200"}, environment)
    assert (settings.host, settings.port, settings.line_port, settings.data) == ("0.0.0.0", 10, 200, "data")


def test_the_settings_flag_overrides_the_environment_variable(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("port = 1")
    (tmp_path / "b.toml").write_text("port = 2")
    assert load({"settings": "b.toml"}, {"NOUGHTS_SETTINGS": "a.toml"}).port == 2
    assert load({}, {"NOUGHTS_SETTINGS": "a.toml"}).port == 1


def test_reads_noughts_toml_from_the_current_folder_unless_another_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "noughts.toml").write_text("port = 1")
    (tmp_path / "other.toml").write_text("line-port = 2")
    assert load().port == 1
    assert load({"settings": "other.toml"}).port == 8000


VALUES: dict[str, tuple[str, Any]] = {
    "host": ("::1", "::1"),
    "port": ("0", 0),
    "line-port": ("65535", 65535),
    "data": ("/srv/ноли и кресты", "/srv/ноли и кресты"),
    "database": ("postgresql://me@db/noughts", "postgresql://me@db/noughts"),
    "origins": ("https://a.example,https://b.example", "https://a.example,https://b.example"),
    "log-level": ("debug", "debug"),
    "commands-per-second": ("0.5", 0.5),
}


@pytest.mark.parametrize("name", VALUES)
def test_flag_environment_and_file_give_the_same_value(name: str, tmp_path: Path) -> None:
    text, value = VALUES[name]
    (tmp_path / "s.toml").write_text(f"{name} = {text if isinstance(value, float | int) else repr(text)}")
    attribute = name.replace("-", "_")
    for settings in (
        load({name: text}),
        load({}, {f"NOUGHTS_{attribute.upper()}": text}),
        load({"settings": "s.toml"}),
    ):
        assert getattr(settings, attribute) == value


SENSIBLE = {
    "push_contact": "mailto:x@example.org",
    "public_url": "https://noughts.example",
    "proxies": "10.0.0.1",
    "trace_url": "http://127.0.0.1:4318/v1/traces",
}


def test_every_setting_has_an_environment_variable() -> None:
    for field in msgspec.structs.fields(Settings):
        if field.encode_name in ("database", "redis", "smtp-host", "oidc-issuer"):
            continue
        value = field.default if field.default != "" else SENSIBLE.get(field.name, "x")
        environment = {f"NOUGHTS_{field.name.upper()}": str(value)}
        assert getattr(load({}, environment), field.name) == value


MAIL = {
    "smtp-host": "mail.example",
    "smtp-from": "Noughts <noughts@example.org>",
    "public-url": "https://noughts.example",
}


def test_mail_needs_a_sender_and_a_public_address() -> None:
    assert load(MAIL).smtp_tls == "starttls"
    for change, words in (
        ({"public-url": ""}, "smtp-host needs public-url"),
        ({"smtp-from": ""}, "smtp-host needs smtp-from"),
        ({"smtp-from": "Noughts"}, "smtp-host needs smtp-from"),
        ({"smtp-tls": "none", "smtp-password": "x"}, "smtp-password needs smtp-tls"),
    ):
        with pytest.raises(SettingsError, match=words):
            load(MAIL | change)


PROVIDER = {
    "oidc-issuer": "https://id.example/realms/club",
    "oidc-client-id": "noughts",
    "oidc-client-secret": "x",
    "oidc-label": "Club",
    "public-url": "https://noughts.example",
}


def test_a_provider_needs_all_its_settings_and_https() -> None:
    assert load(PROVIDER).oidc_label == "Club"
    assert load(PROVIDER | {"oidc-issuer": "http://127.0.0.1:9000"}).oidc_label == "Club"
    for name in PROVIDER.keys() - {"oidc-issuer"}:
        with pytest.raises(SettingsError, match=f"oidc-issuer needs {name}"):
            load(PROVIDER | {name: ""})
    for issuer in ("http://id.example", "id.example", "https://id.example/?x", "http://127.0.0.1.evil.example"):
        with pytest.raises(SettingsError, match="oidc-issuer must be"):
            load(PROVIDER | {"oidc-issuer": issuer})


def test_ignores_other_environment_variables() -> None:
    assert load({}, {"NOUGHTS_HOME": "x", "PORT": "1", "noughts_port": "1"}) == Settings()


BAD: dict[str, str] = {
    "port": "http",
    "port ": "80 ",
    "port below": "-1",
    "port above": "65536",
    "port empty": "",
    "port huge": "9" * 400,
    "port broken": "80.5",
    "line-port": "5005/tcp",
    "database": "mysql://db/noughts",
    "database bare": "noughts",
    "redis": "http://cache",
    "redis alone": "redis://cache",
    "log-level": "loud",
    "log-level cased": "INFO",
    "log-level ended": "info\n",
    "commands-per-second": "0",
    "commands-per-second negative": "-1",
    "commands-per-second nan": "nan",
    "commands-per-second endless": "inf",
    "command-burst": "0.5",
    "guests-per-minute": "many",
    "connections-per-address": "0",
    "unfinished-games": "-5",
    "data": "a\0b",
    "host": "a\nb",
    "host bytes": "\udcff",
}


@pytest.mark.parametrize("case", BAD)
def test_reports_a_bad_value_in_one_line_that_names_the_setting(case: str) -> None:
    name = case.split(" ")[0]
    variable = f"NOUGHTS_{name.upper().replace('-', '_')}"
    for ways in [({name: BAD[case]}, dict[str, str]()), (dict[str, str](), {variable: BAD[case]})]:
        with pytest.raises(SettingsError, match=r"\Abad setting: [^\n]+\Z") as refusal:
            load(*ways)
        assert name in str(refusal.value)
        assert str(refusal.value).isprintable()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"prot = 8000", "prot"),
        (b"line_port = 5005", "line_port"),
        (b"[server]\nport = 8000", "server"),
        (b"port = [8000]", "port"),
        (b"host = 127", "host"),
        (b"port = 80.5", "port"),
        (b"commands-per-second = nan", "commands-per-second"),
        (b"data = 1979-05-27", "data"),
        (b'data = "a\\u0000b"', "data"),
        (b"port = ", "settings file bad.toml"),
        (b"\xff\xfe", "settings file bad.toml"),
        (b"x = " + b"[" * 10_000, "settings file bad.toml"),
    ],
)
def test_reports_a_bad_file_in_one_line_that_names_the_problem(content: bytes, words: str, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(content)
    with pytest.raises(SettingsError) as refusal:
        load({"settings": "bad.toml"})
    assert words in str(refusal.value)
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize("file", ["none.toml", ".", "noughts.toml/within"])
def test_reports_a_settings_file_that_cannot_be_read(file: str, tmp_path: Path) -> None:
    (tmp_path / "noughts.toml").write_text("")
    with pytest.raises(SettingsError, match="cannot read the settings file"):
        load({"settings": file})


def test_accepts_the_trace_collector_from_the_guide() -> None:
    settings = tomllib.loads(block("docs/monitoring.md", 'trace-url = "http://127.0.0.1:4318/v1/traces"'))
    assert load_settings(settings, {}).trace_url == "http://127.0.0.1:4318/v1/traces"
    with pytest.raises(SettingsError, match="trace-url must be http"):
        load_settings({"trace-url": "127.0.0.1:4318"}, {})
