"""`noughts admin` with and without a running server, on SQLite and on PostgreSQL."""

import argparse
import asyncio
import contextlib
import io
import json
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
import pytest_asyncio

from noughts.cli import admin
from noughts.client import Client
from noughts.client.api import Api
from noughts.client.errors import CommandRefused
from tests.cli.test_serve import COMMAND, environment
from tests.proving import later
from tests.servers import NoughtsServer

PASSWORD = "correct horse"
BLITZ = {"baseSeconds": 180}


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = 15) -> None:
    """Return once the server reports it."""
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 - only asking tells
            await asyncio.sleep(0.1)


class Installation:
    """A running server, and its operator."""

    def __init__(self, server: NoughtsServer, options: tuple[str, ...], folder: Path) -> None:
        self.server = server
        self.options = options
        self.folder = folder

    def admin(self, *words: str, given: str = "") -> str:
        """Run the command, which must succeed, and return its output."""
        done = self.try_admin(*words, given=given)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refusal(self, *words: str) -> str:
        """Run the command, which must fail, and return its error."""
        done = self.try_admin(*words)
        assert (done.returncode, done.stdout) == (1, ""), done.stdout
        assert done.stderr.startswith("noughts: ")
        assert done.stderr.count("\n") == 1
        return done.stderr

    def try_admin(self, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
        """Run the command in this process, which is faster. The server is a separate process."""
        parser = argparse.ArgumentParser()
        admin.add_to(parser.add_subparsers())
        arguments = parser.parse_args(["admin", *self.options, *words])
        said, complained = io.StringIO(), io.StringIO()
        with (
            contextlib.redirect_stdout(said),
            contextlib.redirect_stderr(complained),
            pytest.MonkeyPatch.context() as patch,
            ThreadPoolExecutor(1) as thread,
        ):
            patch.setattr(sys, "stdin", io.StringIO(given))
            code = thread.submit(arguments.run, arguments).result(60)
        return subprocess.CompletedProcess(words, code, said.getvalue(), complained.getvalue())

    async def log_in(self, name: str, password: str = PASSWORD) -> Api:
        async with httpx2.AsyncClient(base_url=self.server.url) as http:
            reply = await http.post("/api/v1/login", json={"username": name, "password": password})
            if reply.status_code != 200:
                raise CommandRefused(reply.json()["code"], reply.json()["error"])
            return Api(self.server.url, reply.json()["token"])

    def create(self, name: str) -> None:
        self.admin("create", name, "--ask", given=f"{PASSWORD}\n")


@pytest_asyncio.fixture(params=["sqlite", later("postgres")])
async def installation(
    request: pytest.FixtureRequest, start_noughts: Callable[..., NoughtsServer], tmp_path: Path
) -> AsyncIterator[Installation]:
    if request.param == "sqlite":
        options: tuple[str, ...] = ("--data", str(tmp_path / "data"))
    else:
        options = ("--database", request.getfixturevalue("postgres_url"))
    server = start_noughts(*options)
    yield Installation(server, options, tmp_path)
    assert server.tracebacks == []


async def test_creates_renames_and_resets_accounts(installation: Installation) -> None:
    said = installation.admin("create", "ann")
    password = said.split("Password: ")[1].strip()
    assert len(password) == 16
    async with await installation.log_in("Ann", password) as ann:
        assert (await ann.me()).name == "ann"
    assert "taken" in installation.refusal("create", "ANN")
    assert "2 to 20 characters" in installation.refusal("create", "no such name")
    installation.create("bob")
    # After a reset of the password, connected sessions have to log in again.
    async with await installation.log_in("bob") as bob:
        [code, *_] = await bob.make_recovery_codes(PASSWORD)
        installation.admin("reset-password", "bob", "--ask", given="battery staple\n")
        with pytest.raises(CommandRefused) as refused:
            await bob.me()
        assert refused.value.code == "bad_token"
    with pytest.raises(CommandRefused) as refused:
        await installation.log_in("bob")
    assert refused.value.code == "wrong_login"
    async with Api(installation.server.url) as thief:
        with pytest.raises(CommandRefused) as refused:
            await thief.recover("bob", code, "battery staple")
        assert refused.value.code == "wrong_recovery_code"
    # Renaming.
    installation.admin("rename", "bob", "robert")
    async with await installation.log_in("Robert", "battery staple") as robert:
        assert (await robert.me()).name == "robert"
    assert "taken" in installation.refusal("rename", "robert", "ann")
    assert "no account" in installation.refusal("ban", "bob")
    assert "characters" in installation.try_admin("create", "cleo", "--ask", given="short\n").stderr


async def test_a_banned_player_is_disconnected_and_loses_running_games(installation: Installation) -> None:
    for name in ("ann", "bob"):
        installation.create(name)
    ann, bob = await installation.log_in("ann"), await installation.log_in("bob")
    async with ann, bob:
        board = await ann.create(variant="gomoku", clock=BLITZ, rated=True)
        await bob.join(board.game)
        await ann.move(board.game, 0)
        await bob.move(board.game, 1)
        alone = await bob.create()
        token = str(bob._http.headers["Authorization"]).removeprefix("Bearer ")
        async with Client(installation.server.url, token=token) as connected:
            assert connected.player is not None
            said = installation.admin("ban", "bob")
            assert "ended 1 sessions" in said
            with pytest.raises(CommandRefused):
                await bob.me()

            async def resigned() -> bool:
                return (await ann.game(board.game)).result is not None

            await until(resigned)
            result = (await ann.game(board.game)).result
            assert result is not None
            assert (result.winner, result.reason) == ("X", "resigned")

            async def called_off() -> bool:
                result = (await ann.game(alone.game)).result
                return result is not None and result.reason == "aborted"

            await until(called_off)
        with pytest.raises(CommandRefused) as refused:
            await installation.log_in("bob")
        assert refused.value.code == "banned"
        with pytest.raises(CommandRefused) as refused:
            await installation.log_in("bob", "a wrong one")
        assert refused.value.code == "wrong_login"
    installation.admin("unban", "bob")
    async with await installation.log_in("bob"):
        pass
    assert "not banned" in installation.refusal("unban", "bob")


async def test_makes_moderators_and_shows_what_they_did(installation: Installation) -> None:
    async with Api(installation.server.url) as ann, Api(installation.server.url) as bob:
        for api, name in ((ann, "ann"), (bob, "bob")):
            await api.register(name, PASSWORD)
        installation.admin("create", "robo", "--bot")
        assert "only a person" in installation.refusal("add-moderator", "robo")
        assert "is a moderator now" in installation.admin("add-moderator", "ann")
        assert "already" in installation.refusal("add-moderator", "ann")
        reply = await bob._http.post("reports", json={"name": "robo", "why": "cheating", "words": "Too good\x1b[2J"})
        report = reply.json()["report"]
        noted = await ann._http.post("moderation/players/robo/notes", json={"words": "A strong bot."})
        assert noted.status_code == 201
        assert [line.split()[0] for line in installation.admin("list", "--moderators").splitlines()] == ["ann", "1"]
        listed = installation.admin("list")
        assert "robo" in listed
        assert "3 players." in listed
        shown = installation.admin("show", "robo")
        assert "A strong bot." in shown
        assert "Reports about this player: 1." in shown
        assert "\x1b" not in shown + installation.admin("show", report)
        assert "reported by bob" in installation.admin("show", report)
        assert "no player or report" in installation.refusal("show", "nobody")
        installation.admin("ban", "robo", "--days", "3")
        assert "In force: ban" in installation.admin("show", "robo")
        assert "robo" in installation.admin("list", "--banned")
        counts = dict(line.rsplit(maxsplit=1) for line in installation.admin("stats").splitlines())
        counts = {name.strip(): count for name, count in counts.items()}
        expected = {"accounts": "2", "bots": "1", "open reports": "1", "banned players": "1", "moderators": "1"}
        assert counts | expected == counts
        installation.admin("remove-moderator", "ann")
        assert "not a moderator" in installation.refusal("remove-moderator", "ann")
        assert (await ann._http.get("moderation/log")).status_code == 403
        actions = [line.split("  ")[2] for line in installation.admin("log").splitlines()[:-1]]
        assert actions == ["remove_role", "ban", "note", "add_role"]


async def test_lists_and_closes_reports(installation: Installation) -> None:
    for name in ("ann", "bob"):
        installation.create(name)
    async with await installation.log_in("ann") as ann:
        told = {"name": "bob", "why": "abuse", "words": "He said \x1b[31mbad words."}
        reply = await ann._http.post("reports", json=told)
        assert reply.status_code == 201, reply.text
        listed = installation.admin("reports")
        assert "bob (account bob), reported by ann" in listed
        assert "1 reports." in listed
        assert "bad words." in listed
        assert "\x1b" not in listed
        report = listed.split()[0]
        installation.admin("close-report", report)
        assert "no open report" in installation.refusal("close-report", report)
        assert "0 reports." in installation.admin("reports")
        assert "closed" in installation.admin("reports", "--all")


async def test_exports_everything_about_one_person_without_secrets(installation: Installation) -> None:
    for name in ("ann", "bob"):
        installation.create(name)
    ann, bob = await installation.log_in("ann"), await installation.log_in("bob")
    async with ann, bob:
        board = await ann.create(variant="gomoku", clock=BLITZ, rated=True)
        await bob.join(board.game)
        await bob.resign(board.game)
    file = installation.folder / "ann.json"
    installation.admin("export", "ann", str(file))
    exported = json.loads(file.read_text())
    assert exported["account"]["username"] == "ann"
    assert exported["rows"]["ratings"][0]["games"] == 1
    assert [game["id"] for game in exported["games"]] == [board.game]
    assert exported["games"][0]["changes"][0]["events"][0]["type"] == "GameCreated"
    text = file.read_text()
    assert "argon2" not in text
    assert '"hash"' not in text
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "already exists" in installation.refusal("export", "ann", str(file))


async def test_backs_up_and_restores_while_the_server_runs(installation: Installation) -> None:
    for name in ("ann", "bob"):
        installation.create(name)
    ann, bob = await installation.log_in("ann"), await installation.log_in("bob")
    async with ann, bob:
        board = await ann.create(variant="9x9", clock=BLITZ)
        await bob.join(board.game)
        for cell, api in ((40, ann), (41, bob)):
            await api.move(board.game, cell)
        file = installation.folder / "backup"
        assert "rows to" in installation.admin("backup", str(file))
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        # The restore undoes everything that happens from here on.
        await ann.move(board.game, 0)
        await bob.move(board.game, 1)
        await ann.resign(board.game)
        installation.create("eve")
        assert (await ann.player("bob")).sums.won == 1
        assert "confirm with --yes" in installation.try_admin("restore", str(file)).stderr
        installation.admin("restore", str(file), "--yes")

        async def is_back() -> bool:
            try:
                return (await ann.game(board.game)).ply == 2
            except (CommandRefused, httpx2.HTTPError):
                return False

        await until(is_back)
        # The game continues from there, and its clock was not charged in between.
        again = await ann.move(board.game, 2)
        assert (again.cells[40], again.cells[0], again.cells[2]) == ("X", ".", "X")
        assert again.clock is not None
        assert again.clock.x_ms > 170_000
        assert (await ann.player("bob")).sums.played == 0
        with pytest.raises(CommandRefused) as refused:
            await ann.player("eve")
        assert refused.value.code == "no_such_player"
        history = await ann.history(board.game)
        assert [entry["version"] for entry in history] == list(range(1, len(history) + 1))
    assert "corrected 0 rows" in installation.admin("rebuild-records")


async def test_moves_made_during_a_restore_are_refused_or_forgotten(installation: Installation) -> None:
    """Check that the journal is consistent afterwards, whatever was accepted during the restore."""
    async with Client(installation.server.url) as ann, Client(installation.server.url) as bob:
        tokens = ann.token, bob.token
        x = await ann.create(variant="gomoku")
        await bob.join(x.id)
        file = installation.folder / "backup"
        installation.admin("backup", str(file))
        game = x.id
    async with Api(installation.server.url, tokens[0]) as one, Api(installation.server.url, tokens[1]) as two:
        accepted = 0

        async def play() -> None:
            nonlocal accepted
            cell = 0
            while not restored.is_set():
                try:
                    await (one, two)[cell % 2].move(game, cell)
                    accepted, cell = accepted + 1, cell + 1
                except (CommandRefused, httpx2.HTTPError):
                    await asyncio.sleep(0.05)
                    cell = await ply()

        async def ply() -> int:
            try:
                return (await one.game(game)).ply
            except (CommandRefused, httpx2.HTTPError):
                return 0

        async def accepted_more_than(count: int) -> None:
            async with asyncio.timeout(60):
                while accepted <= count:  # noqa: ASYNC110 - what is waited for sets no event
                    await asyncio.sleep(0.02)

        restored = asyncio.Event()
        playing = asyncio.create_task(play())
        await accepted_more_than(3)
        await asyncio.to_thread(installation.admin, "restore", str(file), "--yes")
        await accepted_more_than(accepted + 3)
        restored.set()
        await playing
        history = await one.history(game)
        assert [entry["version"] for entry in history] == list(range(1, len(history) + 1))
        moves = sum(event["type"] == "MoveMade" for entry in history for event in entry["events"])
        assert moves == (await one.game(game)).ply


def test_refuses_a_file_that_is_not_a_backup(tmp_path: Path, start_noughts: Callable[..., NoughtsServer]) -> None:
    options = ("--data", str(tmp_path / "data"))
    installation = Installation(start_noughts(*options), options, tmp_path)
    installation.create("ann")
    whole = tmp_path / "whole"
    installation.admin("backup", str(whole))
    cut, other, none = tmp_path / "cut", tmp_path / "other", tmp_path / "none"
    cut.write_bytes(whole.read_bytes()[:-200])
    other.write_text("not a backup")
    for file, words in ((cut, "cannot read"), (other, "cannot read"), (none, "cannot read")):
        assert words in installation.refusal("restore", str(file), "--yes")
    assert "already exists" in installation.refusal("backup", str(whole))
    installation.admin("export", "ann", str(tmp_path / "ann.json"))


def test_a_backup_of_one_machine_is_restored_on_another(
    tmp_path: Path, start_noughts: Callable[..., NoughtsServer], postgres_url: str
) -> None:
    """Check this also from SQLite to PostgreSQL, into an empty database."""
    options = ("--data", str(tmp_path / "data"))
    first = Installation(start_noughts(*options), options, tmp_path)
    first.create("ann")
    first.admin("backup", str(tmp_path / "backup"))
    for elsewhere in (("--data", str(tmp_path / "other")), ("--database", postgres_url)):
        second = Installation(first.server, elsewhere, tmp_path)
        assert "Restored" in second.admin("restore", str(tmp_path / "backup"), "--yes")
        assert "Banned ann" in second.admin("ban", "ann")


def test_reports_a_missing_database(tmp_path: Path) -> None:
    nowhere = Installation.__new__(Installation)
    nowhere.options, nowhere.folder = ("--data", str(tmp_path / "nothing")), tmp_path
    assert "start the server once" in nowhere.refusal("ban", "ann")
    assert not (tmp_path / "nothing").exists()
    nowhere.options = ("--database", "postgresql://me:secret@127.0.0.1:1/db")
    assert "secret" not in nowhere.refusal("ban", "ann")


def test_every_command_has_help() -> None:
    helped = subprocess.run([*COMMAND, "admin", "--help"], env=environment(), capture_output=True, text=True)
    for word in (
        "create",
        "ban",
        "unban",
        "rename",
        "reset-password",
        "add-moderator",
        "remove-moderator",
        "list",
        "show",
        "stats",
        "log",
        "reports",
        "close-report",
        "export",
        "rebuild-records",
        "backup",
        "restore",
    ):
        assert f"    {word}" in helped.stdout
