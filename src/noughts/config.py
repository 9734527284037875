"""The settings: frozen, read once, from flags, the environment (`NOUGHTS_…`) and a file, in this order of weight."""

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

_PUBLIC_URL = re.compile(r"https?://[^/\s?#@]+")

Port = Annotated[int, Meta(ge=0, le=65535)]

# As good as no limit. "inf" is none to count with: an endless rate times no time is no number.
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
    data: Annotated[str, Meta(description="the folder of the embedded database")] = "data"
    database: Annotated[str, Meta(description="the URL of a PostgreSQL database, instead of the embedded one")] = ""
    redis: Annotated[str, Meta(description="the URL of a Redis, needed by several servers on one database")] = ""
    origins: Annotated[
        str, Meta(description="the sites whose pages may connect, separated by commas, instead of the server's own")
    ] = ""
    public_url: Annotated[
        str, Meta(description="where people reach this server, such as https://noughts.example; for links and cookies")
    ] = ""
    proxies: Annotated[
        str, Meta(description="addresses or networks, separated by commas, whose X-Forwarded-For is believed")
    ] = ""
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="how much to log: debug, info, warning or error")
    ] = "info"
    commands_per_second: Annotated[
        float, Meta(gt=0, le=_NO_LIMIT, description="how many commands a connection may send a second, on average")
    ] = 20
    command_burst: Annotated[
        float, Meta(ge=1, le=_NO_LIMIT, description="how many commands a connection may send at once")
    ] = 60
    guests_per_minute: Annotated[
        float, Meta(gt=0, le=_NO_LIMIT, description="how many guests may come from one address")
    ] = 60
    connections_per_address: Annotated[int, Meta(ge=1, description="how many connections one address may have")] = 500
    logins_per_account: Annotated[
        int, Meta(ge=1, description="how many failed logins an account may have in 15 minutes")
    ] = 5
    logins_per_address: Annotated[
        int, Meta(ge=1, description="how many failed logins may come from one address in 10 minutes")
    ] = 30
    registrations_per_address: Annotated[
        int, Meta(ge=1, description="how many accounts may be made from one address in 10 minutes")
    ] = 30
    password_threads: Annotated[int, Meta(ge=1, le=8, description="how many passwords are checked at a time")] = 1
    thinkers: Annotated[
        int, Meta(ge=0, le=64, description="how many processes the computer thinks in; 0: nobody plays it here")
    ] = 1
    warm_computer: Annotated[
        bool, Meta(description="whether the computer gets ready at the start (true), or with the first game against it")
    ] = True
    computer_pause: Annotated[
        float, Meta(ge=0, le=10, description="how long the computer's pauses before a move are: 1 as people's, 0 none")
    ] = 1
    guest_days: Annotated[int, Meta(ge=1, description="after how many days a guest who never played is removed")] = 7
    listeners: Annotated[
        int, Meta(ge=0, le=16, description="how many processes understand speech; 0: nobody is listened to here")
    ] = 1
    unfinished_games: Annotated[int, Meta(ge=1, description="how many unfinished games a player may have")] = 200
    realtime_games: Annotated[int, Meta(ge=1, description="how many of them may have a real-time clock")] = 10
    push_contact: Annotated[
        str, Meta(description="how push services reach you about trouble: mailto:… or https://…")
    ] = ""
    push_anywhere: Annotated[
        bool, Meta(description="for tests alone: push also over http and to addresses of this network")
    ] = False
    idle_days: Annotated[
        int, Meta(ge=1, le=30, description="after how many days without a move a game is cancelled")
    ] = 7
    unplayed_days: Annotated[
        int, Meta(ge=1, le=30, description="after how many days a game in which nobody has moved is removed")
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
        if self.push_contact and not self.push_contact.startswith(("mailto:", "https://")):
            raise ValueError("push-contact must be mailto:… or https://…")
        if self.redis and not self.database:
            raise ValueError("redis needs database: several servers cannot share the embedded one")


class SettingsError(Exception):
    """A setting cannot be used, in words for whoever runs the server."""


def load_settings(flags: Mapping[str, str], environment: Mapping[str, str]) -> Settings:
    """The settings from all three places. Raises `SettingsError`."""
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
        # Bytes that are not UTF-8, and what is not TOML, are errors of value.
        raise SettingsError(f"cannot read the settings file {path}: {error}") from error
