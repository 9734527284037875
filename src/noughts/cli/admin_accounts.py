"""What an operator does to accounts: `noughts admin create`, `ban`, `rename` and the like."""

import argparse
import getpass
import secrets
import sys
import time
from typing import Any

from sqlalchemy import Connection, Row
from sqlalchemy.exc import IntegrityError

from noughts.cli.admin_error import AdminError
from noughts.messages.answers import PlayerCard
from noughts.messages.ids import PlayerKind
from noughts.messages.refusals import Refusal
from noughts.messages.usernames import is_reserved, is_username
from noughts.server.outside import Outside
from noughts.server.passwords import Passwords, objection
from noughts.storage import administration as stored
from noughts.storage.journal import Database
from noughts.storage.players import NewAccount, add_account, set_password

NEW_PASSWORD_LENGTH = 16
MOST_REPORTS = 500
# Nothing that is easily taken for something else when it is read out.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


async def create(database: Database, arguments: argparse.Namespace) -> None:
    _check_name(arguments.name)
    password, is_ours = _password(arguments)
    kind: PlayerKind = "bot" if arguments.bot else "account"
    card = PlayerCard(id=Outside().new_player_id(), name=arguments.name, kind=kind)
    account = NewAccount(card, arguments.name, await _hashed(password, arguments.name))
    try:
        await database.write(add_account, account, Outside().now_ms())
    except IntegrityError as error:
        raise AdminError(f"{arguments.name} is taken, or looks like a name that is") from error
    print(f"{arguments.name} is an account now.")
    _tell(password, is_ours)


async def ban(database: Database, arguments: argparse.Namespace) -> None:
    account = await account_named(database, arguments.name)
    ended = await database.write(stored.ban, account.id, Outside().now_ms())
    print(f"{account.username} is banned; {ended} logins have ended. A running server ends its connections and its "
          "games within ten seconds, a stopped one when it starts.")  # fmt: skip


async def unban(database: Database, arguments: argparse.Namespace) -> None:
    account = await account_named(database, arguments.name)
    if account.banned_ms is None:
        raise AdminError(f"{account.username} is not banned")
    await database.write(stored.unban, account.id)
    print(f"{account.username} may log in again.")


async def rename(database: Database, arguments: argparse.Namespace) -> None:
    account = await account_named(database, arguments.name)
    _check_name(arguments.new_name)
    try:
        await database.write(stored.rename, account, arguments.new_name)
    except IntegrityError as error:
        raise AdminError(f"{arguments.new_name} is taken, or looks like a name that is") from error
    print(f"{account.username} is {arguments.new_name} now. Games that are going on show it when they are next loaded.")


async def reset_password(database: Database, arguments: argparse.Namespace) -> None:
    account = await account_named(database, arguments.name)
    password, is_ours = _password(arguments)
    hashed = await _hashed(password, account.username)

    def store(connection: Connection) -> int:
        set_password(connection, account.id, hashed)
        return stored.end_all_tokens(connection, account.id)

    ended = await database.write(store)
    print(f"{account.username} has a new password; {ended} logins have ended.")
    _tell(password, is_ours)


async def list_reports(database: Database, arguments: argparse.Namespace) -> None:
    def told(connection: Connection) -> list[Row[Any]]:
        return stored.reports_told(connection, closed=arguments.all, most=MOST_REPORTS)

    rows = await database.read(told)
    for row in rows:
        when = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(row.created_ms / 1000))
        account = f"account {row.about_username}" if row.about_username else "no account"
        game = f", game {row.game_id}" if row.game_id else ""
        print(f"{row.id}  {when}  {'closed' if row.closed_ms else 'open'}  "
              f"{row.why}: {row.about_name} ({account}), told by {row.by_name}{game}")  # fmt: skip
        if row.words:
            # Words of a stranger on somebody's terminal: only what can be shown.
            print("    " + "".join(letter if letter.isprintable() else " " for letter in row.words))
    print(f"{len(rows)} reports." if len(rows) < MOST_REPORTS else f"The first {MOST_REPORTS} reports.")


async def close_report(database: Database, arguments: argparse.Namespace) -> None:
    if not await database.write(stored.close_report, arguments.report, Outside().now_ms()):
        raise AdminError(f"there is no open report {arguments.report!r}")
    print("The report is closed.")


async def account_named(database: Database, name: str) -> Row[Any]:
    """The account's row. Raises `AdminError`."""
    account = await database.read(stored.account_named, name) if is_username(name) else None
    if account is None:
        raise AdminError(f"there is no account {name!r}")
    return account


def _check_name(name: str) -> None:
    if not is_username(name):
        raise AdminError(Refusal("bad_username").words)
    if is_reserved(name):
        raise AdminError(Refusal("username_reserved").words)


def _password(arguments: argparse.Namespace) -> tuple[str, bool]:
    """The password, and whether it was made here."""
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
