"""The settings, read once at startup. Flags override environment variables (`NOUGHTS_…`), which override the file."""

import re
import tomllib
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

PREFIX = "NOUGHTS_"
DEFAULT_FILE = Path("noughts.toml")

_SENDER = re.compile(r"[^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+")
_ISSUER = re.compile(r"(https://[^/\s?#@]+|http://(127\.0\.0\.1|localhost|\[::1\])(:\d+)?)(/[^\s?#]*)?")
_PUBLIC_URL = re.compile(r"https?://[^/\s?#@]+")

Port = Annotated[int, Meta(ge=0, le=65535)]

# Practically no limit. Infinity doesn't work: an infinite rate times zero seconds is not a number.
_NO_LIMIT = 1_000_000


class Settings(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Every setting with its default. The description is the help text of its flag."""

    host: Annotated[str, Meta(description="the address to listen on")] = "127.0.0.1"
    port: Annotated[Port, Meta(description="the port of the page, the API and the game socket; 0 takes a free one")] = (
        8000
    )
    line_port: Annotated[Port, Meta(description="the port of the line protocol, TCP and UDP; 0 takes a free one")] = (
        5005
    )
    data: Annotated[str, Meta(description="the folder of the embedded SQLite database")] = "data"
    database: Annotated[str, Meta(description="the URL of a PostgreSQL database to use instead")] = ""
    redis: Annotated[
        str, Meta(description="the URL of a Redis server; needed when several servers share a database")
    ] = ""
    origins: Annotated[
        str, Meta(description="the origins that may connect, separated by commas; default: the server's own")
    ] = ""
    public_url: Annotated[
        str,
        Meta(description="the public address of this server, like https://noughts.example"),
    ] = ""
    proxies: Annotated[
        str,
        Meta(description="proxies to trust with X-Forwarded-For: addresses or networks, separated by commas"),
    ] = ""
    metrics_token: Annotated[
        str, Meta(description="the token that /metrics requires; without one, only this machine may read it")
    ] = ""
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        Meta(description="the least severe messages to log: debug, info, warning or error"),
    ] = "info"
    trace_url: Annotated[
        str,
        Meta(description="an OpenTelemetry collector for traces of moves, like http://127.0.0.1:4318/v1/traces"),
    ] = ""
    commands_per_second: Annotated[
        float, Meta(gt=0, le=_NO_LIMIT, description="average commands per second allowed per connection")
    ] = 20
    command_burst: Annotated[
        float, Meta(ge=1, le=_NO_LIMIT, description="commands a connection may send in one burst")
    ] = 60
    guests_per_minute: Annotated[
        float, Meta(gt=0, le=_NO_LIMIT, description="new guests per minute allowed per address")
    ] = 60
    newcomers_per_minute: Annotated[
        float, Meta(gt=0, le=_NO_LIMIT, description="new guests per minute allowed from all addresses together")
    ] = 3000
    connections_per_address: Annotated[int, Meta(ge=1, description="connections allowed per address")] = 500
    logins_per_account: Annotated[
        int, Meta(ge=1, description="failed logins allowed per account and address in 15 minutes")
    ] = 5
    logins_per_address: Annotated[int, Meta(ge=1, description="failed logins allowed per address in 10 minutes")] = 30
    registrations_per_address: Annotated[
        int, Meta(ge=1, description="new accounts allowed per address in 10 minutes")
    ] = 30
    password_threads: Annotated[int, Meta(ge=1, le=8, description="passwords checked at the same time")] = 1
    engine_processes: Annotated[
        int, Meta(ge=0, le=64, description="processes for the computer player; 0 turns it off")
    ] = 1
    warm_computer: Annotated[
        bool, Meta(description="warm up the computer player at startup instead of with its first game")
    ] = True
    computer_pause: Annotated[
        float,
        Meta(ge=0, le=10, description="factor for the pauses before the computer's moves: 1 is human-like, 0 is none"),
    ] = 1
    guest_days: Annotated[
        int, Meta(ge=1, description="days without a visit after which a guest without games is removed")
    ] = 7
    speech_processes: Annotated[int, Meta(ge=0, le=16, description="processes for voice moves; 0 turns them off")] = 1
    unfinished_games: Annotated[int, Meta(ge=1, description="unfinished games allowed per player")] = 200
    realtime_games: Annotated[
        int, Meta(ge=1, description="unfinished games with a real-time clock allowed per player")
    ] = 10
    push_contact: Annotated[
        str, Meta(description="contact for push services if there is a problem: mailto:… or https://…")
    ] = ""
    push_anywhere: Annotated[
        bool, Meta(description="for tests only: allow push over http and to private addresses")
    ] = False
    smtp_host: Annotated[str, Meta(description="the mail server, to send links to players; without one, no e-mail")] = (
        ""
    )
    smtp_port: Annotated[int, Meta(ge=1, le=65535, description="the port of the mail server")] = 587
    smtp_user: Annotated[str, Meta(description="the user name at the mail server")] = ""
    smtp_password: Annotated[str, Meta(description="the password at the mail server")] = ""
    smtp_from: Annotated[str, Meta(description="the sender of mails, like Noughts <noughts@example.org>")] = ""
    smtp_tls: Annotated[
        Literal["starttls", "tls", "none"],
        Meta(description="how to protect the connection to the mail server: starttls, tls (port 465) or none"),
    ] = "starttls"
    oidc_issuer: Annotated[
        str, Meta(description="the address of an OpenID Connect provider that players may log in with")
    ] = ""
    oidc_client_id: Annotated[str, Meta(description="the id of this server at the OpenID Connect provider")] = ""
    oidc_client_secret: Annotated[str, Meta(description="the secret of this server at that provider")] = ""
    oidc_label: Annotated[str, Meta(max_length=30, description="the provider's name, as players know it")] = ""
    idle_days: Annotated[int, Meta(ge=1, le=30, description="days without a move after which a game is cancelled")] = 7
    unplayed_days: Annotated[
        int, Meta(ge=1, le=30, description="days after which a game without any move is removed")
    ] = 3

    def __post_init__(self) -> None:
        for field in msgspec.structs.fields(self):
            value = getattr(self, field.name)
            if isinstance(value, str) and not value.isprintable():
                raise ValueError(f"{field.encode_name} must be printable text")
        if self.public_url and not _PUBLIC_URL.fullmatch(self.public_url):
            raise ValueError("public-url must be like https://noughts.example, without a path")
        for network in filter(None, self.proxies.split(",")):
            try:
                ip_network(network.strip())
            except ValueError as error:
                raise ValueError(f"proxies: {error}") from error
        if self.database and not self.database.startswith(("postgresql://", "postgres://")):
            raise ValueError("database must be a postgresql:// URL")
        if self.redis and not self.redis.startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("redis must be a redis:// URL")
        if self.trace_url and not self.trace_url.startswith(("http://", "https://")):
            raise ValueError("trace-url must be http://… or https://…")
        if self.push_contact and not self.push_contact.startswith(("mailto:", "https://")):
            raise ValueError("push-contact must be mailto:… or https://…")
        if self.smtp_host:
            self._check_mail()
        if self.oidc_issuer:
            self._check_provider()
        if self.redis and not self.database:
            raise ValueError("redis needs database: several servers can't share the embedded database")

    def _check_provider(self) -> None:
        if not _ISSUER.fullmatch(self.oidc_issuer):
            raise ValueError("oidc-issuer must be like https://id.example; http only on this machine")
        for name in ("public_url", "oidc_client_id", "oidc_client_secret", "oidc_label"):
            if not getattr(self, name):
                raise ValueError(f"oidc-issuer needs {name.replace('_', '-')}")

    def _check_mail(self) -> None:
        if not self.public_url:
            raise ValueError("smtp-host needs public-url: links in mails must not depend on a request")
        if not _SENDER.fullmatch(self.smtp_from):
            raise ValueError("smtp-host needs smtp-from, like Noughts <noughts@example.org>")
        if self.smtp_password and self.smtp_tls == "none":
            raise ValueError("smtp-password needs smtp-tls: others could read the password on its way")


class SettingsError(Exception):
    """A setting is invalid. The message is for the server's operator."""


def load_settings(flags: Mapping[str, str], environment: Mapping[str, str]) -> Settings:
    """Return the settings from all three places. Raises `SettingsError`."""
    names = {field.encode_name for field in msgspec.structs.fields(Settings)}
    from_environment = {
        key.removeprefix(PREFIX).lower().replace("_", "-"): value
        for key, value in environment.items()
        if key.startswith(PREFIX)
    }
    file = flags.get("settings") or from_environment.pop("settings", None)
    values: dict[str, Any] = _read(Path(file)) if file else _read(DEFAULT_FILE) if DEFAULT_FILE.exists() else {}
    values |= {key: value for key, value in from_environment.items() if key in names}
    values |= {key: value for key, value in flags.items() if key in names}
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(f"bad setting: {error}") from error


def _read(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except (OSError, ValueError, RecursionError) as error:
        # ValueError: the file is not UTF-8, or not TOML.
        raise SettingsError(f"cannot read the settings file {path}: {error}") from error
