"""A flag for every setting, for the commands that look at the whole installation."""

import argparse
import os
from typing import Any

import msgspec

from noughts.config import Settings, load_settings


def add_settings_flags(parser: argparse.ArgumentParser) -> None:
    """Add `--settings` and a flag for every setting."""
    parser.add_argument("--settings", metavar="FILE", help="a TOML settings file (default: noughts.toml, if it exists)")
    for field in msgspec.structs.fields(Settings):
        default = f" (default: {field.default})" if field.default not in ("", None) else ""
        kind = msgspec.inspect.type_info(field.type)
        parser.add_argument(
            f"--{field.encode_name}",
            metavar=_METAVARS.get(field.name, "TEXT" if field.type is str else "VALUE"),
            help=f"{_description(kind)}{default}",
        )


def settings_in(arguments: argparse.Namespace) -> Settings:
    """Return the settings from the flags, the environment and the file. Raises `SettingsError`."""
    flags = {name.replace("_", "-"): value for name, value in vars(arguments).items() if isinstance(value, str)}
    return load_settings(flags, os.environ)


_METAVARS = {"port": "PORT", "line_port": "PORT", "data": "DIR", "database": "URL", "redis": "URL", "host": "ADDRESS"}


def _description(kind: Any) -> str:
    while isinstance(kind, msgspec.inspect.Metadata):
        description = (kind.extra_json_schema or {}).get("description")
        if description:
            return str(description)
        kind = kind.type
    return ""
