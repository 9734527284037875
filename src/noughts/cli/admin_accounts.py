"""Operator commands for accounts: `noughts admin create`, `ban`, `rename` and others."""

import argparse
import getpass
import secrets
import sys
import time
from typing import Any

from sqlalchemy import Connection, Row
from sqlalchemy.exc import IntegrityError

from noughts.cli.admin_error import AdminError
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId, PlayerKind
from noughts.messages.moderation import Action
from noughts.messages.refusals import Refusal
from noughts.messages.scopes import Role
from noughts.messages.usernames import is_reserved, is_username
from noughts.server.players.passwords import Passwords, objection
from noughts.server.runtime.environment import Environment
from noughts.storage import administration as stored
from noughts.storage.journal import Database
from noughts.storage.moderation import add_to_log, end_report, report_by_id, set_role
from noughts.storage.passkeys import end_passkeys
from noughts.storage.players import NewAccount, add_account, set_password
from noughts.storage.recovery_codes import end_codes

NEW_PASSWORD_LENGTH = 16
MOST_REPORTS = 500
DAY_MS = 24 * 60 * 60 * 1000
# Leaves out characters that are easily confused when read aloud.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


async def create(database: Database, arguments: argparse.Namespace) -> None:
    _check_name(arguments.name)
    password, is_ours = _password(arguments)
    kind: PlayerKind = "bot" if arguments.bot else "account"
    card = PlayerCard(id=Environment().new_player_id(), name=arguments.name, kind=kind)
    account = NewAccount(card, arguments.name, await _hashed(password, arguments.name))
    try:
        await database.write(add_account, account, Environment().now_ms())
    except IntegrityError as error:
        raise AdminError(f"{arguments.name} is taken, or looks like a name that is taken") from error
    print(f"Created the account {arguments.name}.")
    _tell(password, is_ours)


async def ban(database: Database, arguments: argparse.Namespace) -> None:
    account = await account_named(database, arguments.name)
    now_ms = Environment().now_ms()
    ends_ms = None if arguments.days is None else now_ms + arguments.days * DAY_MS

    def store(connection: Connection) -> int:
        log(connection, "ban", account.id, ends_ms=ends_ms)
        return stored.ban(connection, account.id, now_ms, ends_ms)

    ended = await database.write(store)
    until = "" if ends_ms is None else f" for {arguments.days} days"
    print(f"Banned {account.username}{until} and ended {ended} sessions. A running server closes its connections and "
          "games within ten seconds; a stopped server does so when it starts.")  # fmt: skip


async def unban(database: Database, arguments: argparse.Namespace) -> None:
    account = await account_named(database, arguments.name)
    if account.banned_ms is None:
        raise AdminError(f"{account.username} is not banned")

    def store(connection: Connection) -> None:
        stored.unban(connection, account.id)
        log(connection, "unban", account.id)

    await database.write(store)
    print(f"{account.username} can log in again.")


async def rename(database: Database, arguments: argparse.Namespace) -> None:
    account = await account_named(database, arguments.name)
    _check_name(arguments.new_name)

    def store(connection: Connection) -> None:
        stored.rename(connection, account, arguments.new_name)
        log(connection, "rename", account.id, f"{account.username} → {arguments.new_name}")

    try:
        await database.write(store)
    except IntegrityError as error:
        raise AdminError(f"{arguments.new_name} is taken, or looks like a name that is taken") from error
    print(f"Renamed {account.username} to {arguments.new_name}. Current games show it after they are next loaded.")


async def reset_password(database: Database, arguments: argparse.Namespace) -> None:
    account = await account_named(database, arguments.name)
    password, is_ours = _password(arguments)
    hashed = await _hashed(password, account.username)

    def store(connection: Connection) -> int:
        set_password(connection, account.id, hashed)
        # An attacker who knew the password may have created these.
        end_codes(connection, account.id)
        end_passkeys(connection, account.id)
        return stored.end_all_tokens(connection, account.id)

    ended = await database.write(store)
    print(f"Set a new password for {account.username}, and ended {ended} sessions, all recovery codes and passkeys.")
    _tell(password, is_ours)


async def add_moderator(database: Database, arguments: argparse.Namespace) -> None:
    account = await account_named(database, arguments.name)
    if account.kind != "account":
        raise AdminError(f"{account.username} is a bot; only a person can be a moderator")
    if account.role is not None:
        raise AdminError(f"{account.username} is a moderator already")
    await _set_role(database, account.id, "moderator")
    print(f"{account.username} is a moderator now. They find the menu entry Moderation after they reload the page.")


async def remove_moderator(database: Database, arguments: argparse.Namespace) -> None:
    account = await account_named(database, arguments.name)
    if account.role is None:
        raise AdminError(f"{account.username} is not a moderator")
    await _set_role(database, account.id, None)
    print(f"{account.username} is no longer a moderator, from this moment on.")


async def _set_role(database: Database, player: PlayerId, role: Role | None) -> None:
    def store(connection: Connection) -> None:
        set_role(connection, player, role)
        log(connection, "add_role" if role else "remove_role", player)

    await database.write(store)


async def list_reports(database: Database, arguments: argparse.Namespace) -> None:
    def told(connection: Connection) -> list[Row[Any]]:
        return stored.reports_told(connection, closed=arguments.all, most=MOST_REPORTS)

    rows = await database.read(told)
    for row in rows:
        when = shown_time(row.created_ms)
        account = f"account {row.about_username}" if row.about_username else "no account"
        game = f", game {row.game_id}" if row.game_id else ""
        print(f"{row.id}  {when}  {'closed' if row.closed_ms else 'open'}  "
              f"{row.why}: {row.about_name} ({account}), reported by {row.by_name}{game}")  # fmt: skip
        if row.words:
            print("    " + printable(row.words))
    print(f"{len(rows)} reports." if len(rows) < MOST_REPORTS else f"The first {MOST_REPORTS} reports.")


async def close_report(database: Database, arguments: argparse.Namespace) -> None:
    def store(connection: Connection) -> bool:
        row = report_by_id(connection, arguments.report)
        if row is None or not end_report(connection, row.id, arguments.outcome, Environment().now_ms()):
            return False
        log(connection, "close_report", row.about_id, f"{arguments.outcome}.", report=row.id)
        return True

    if not await database.write(store):
        raise AdminError(f"no open report {arguments.report!r}")
    print("Closed the report.")


def log(
    connection: Connection,
    action: Action,
    about: PlayerId,
    words: str = "",
    *,
    report: str | None = None,
    ends_ms: int | None = None,
) -> None:
    """Record the operator's action in the moderators' log."""
    environment = Environment()
    entry, now_ms = environment.new_player_id(), environment.now_ms()
    add_to_log(connection, entry, None, action, about, now_ms, words=words, report=report, ends_ms=ends_ms)


async def account_named(database: Database, name: str) -> Row[Any]:
    """Return the account's row. Raises `AdminError`."""
    account = await database.read(stored.account_named, name) if is_username(name) else None
    if account is None:
        raise AdminError(f"no account {name!r}")
    return account


def shown_time(ms: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(ms / 1000))


def printable(words: str) -> str:
    """Return untrusted text with everything escaped that could affect a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in words)


def _check_name(name: str) -> None:
    if not is_username(name):
        raise AdminError(Refusal("bad_username").words)
    if is_reserved(name):
        raise AdminError(Refusal("username_reserved").words)


def _password(arguments: argparse.Namespace) -> tuple[str, bool]:
    """Return the password, and whether it was generated here."""
    if not arguments.ask:
        return "".join(secrets.choice(_LETTERS) for _ in range(NEW_PASSWORD_LENGTH)), True
    given = getpass.getpass("password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    return given, False


async def _hashed(password: str, username: str) -> str:
    refusal = objection(password, username)
    if refusal is not None:
        raise AdminError(refusal.words)
    passwords = Passwords(1)
    try:
        hashed = await passwords.hash(password)
    finally:
        passwords.close()
    assert isinstance(hashed, str)
    return hashed


def _tell(password: str, is_ours: bool) -> None:
    if is_ours:
        print(f"Password: {password}")
