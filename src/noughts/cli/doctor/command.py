"""The command `noughts doctor`: runs every check, prints the findings, and exits with 1 if there is a problem."""

import argparse
import asyncio
import sys
from collections import Counter
from typing import Any

from noughts.cli.doctor.finding import Finding
from noughts.cli.doctor.login_provider import check_login_provider
from noughts.cli.doctor.machine import check_clock, check_disk, check_open_files, check_parts, check_private
from noughts.cli.doctor.mail import check_mail
from noughts.cli.doctor.network import check_ports, check_public_url, check_server
from noughts.cli.doctor.stores import check_database, check_push, check_redis
from noughts.cli.settings_flags import add_settings_flags, settings_in
from noughts.config import DEFAULT_FILE, Settings, SettingsError


def add_to(commands: Any) -> None:
    """Add `doctor` with a flag for every setting."""
    parser = commands.add_parser(
        "doctor",
        help="check an installation",
        description="Check an installation and say how to fix what is wrong. Give it the same settings as the server, "
        "and run it as the server's user, while the server runs or before. It changes nothing.",
    )
    add_settings_flags(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check, and return the exit code."""
    try:
        settings = settings_in(arguments)
    except SettingsError as error:
        print(f"noughts: {error}", file=sys.stderr)
        return 1
    findings = asyncio.run(examine(settings, arguments.settings or str(DEFAULT_FILE)))
    for finding in findings:
        print(f"{finding.grade:8} {finding.words}")
        if finding.remedy:
            print(f"{'':8} -> {finding.remedy}")
    counts = Counter(finding.grade for finding in findings)
    print(f"Problems: {counts['problem']}. Warnings: {counts['warning']}.")
    return 1 if counts["problem"] else 0


async def examine(settings: Settings, settings_file: str) -> list[Finding]:
    """Return all findings."""
    is_running, findings = await check_ports(settings)
    if is_running:
        findings += await check_server(settings)
    return [
        *findings,
        *await check_public_url(settings, is_running=is_running),
        *await check_database(settings),
        *await check_redis(settings),
        *await check_push(settings),
        *await check_mail(settings),
        *await check_login_provider(settings),
        *check_disk(settings),
        *check_private(settings, settings_file),
        *check_clock(),
        *check_open_files(),
        *check_parts(settings),
    ]
