"""Sanctions, reports and the moderators' log, on both databases."""

from pathlib import Path

from sqlalchemy import Connection, select

import noughts
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.storage import chat_lines, moderation, sanctions
from noughts.storage.blocks import add_report
from noughts.storage.journal import Database
from noughts.storage.players import NewAccount, add_account, forget_player
from noughts.storage.tables import players
from tests.storage.writing import NOW_MS, new_id

SOURCE = Path(noughts.__file__).parent


async def account(database: Database) -> PlayerId:
    name = new_id("name")
    card = PlayerCard(id=PlayerId(new_id("player")), name=name, kind="account")
    await database.write(add_account, NewAccount(card, name, "hash"), NOW_MS)
    return card.id


def is_out(connection: Connection, player: PlayerId) -> bool:
    return connection.scalar(select(players.c.banned_ms).where(players.c.id == player)) is not None


async def test_a_player_is_locked_out_until_the_last_sanction_ends(database: Database) -> None:
    eve = await account(database)
    await database.write(sanctions.impose, eve, "ban", NOW_MS, NOW_MS + 1000)
    await database.write(sanctions.impose, eve, "mute", NOW_MS, NOW_MS + 2000)
    assert await database.read(sanctions.objection_to_login, eve, NOW_MS) == Refusal("banned", wait_seconds=1.0)
    await database.write(sanctions.impose, eve, "close", NOW_MS, None)
    assert await database.read(sanctions.objection_to_login, eve, NOW_MS) == Refusal("account_closed")
    assert await database.write(sanctions.lift, eve, "close")
    assert await database.read(is_out, eve)
    assert not await database.read(sanctions.has_ended, NOW_MS + 999)
    assert await database.write(sanctions.lift_ended, NOW_MS + 1000) == 1
    assert not await database.read(is_out, eve)
    assert [row.kind for row in await database.read(sanctions.sanctions_of, eve)] == ["mute"]
    assert not await database.write(sanctions.lift, eve, "ban")
    await database.write(sanctions.lift, eve, "mute")


async def test_a_new_ban_replaces_the_end_of_the_old_one(database: Database) -> None:
    eve = await account(database)
    for ends_ms in (NOW_MS + 1000, NOW_MS + 5000):
        await database.write(sanctions.impose, eve, "ban", NOW_MS, ends_ms)
    assert await database.read(sanctions.objection_to_login, eve, NOW_MS) == Refusal("banned", wait_seconds=5.0)
    assert await database.read(sanctions.objection_to_login, eve, NOW_MS + 5000) is None
    await database.write(sanctions.lift, eve, "ban")


async def test_lists_reports_from_the_same_millisecond_once_each(database: Database) -> None:
    eve, bob = await account(database), await account(database)
    ids = sorted(new_id("report") for _ in range(5))
    for report in ids:
        await database.write(add_report, report, bob, eve, None, "abuse", "", NOW_MS)
    seen: list[str] = []
    while page := await database.read(moderation.page_of_reports, "open", seen[-1] if seen else None, 2):
        seen += [row.id for row in page]
    assert sorted(report for report in seen if report in ids) == ids
    assert len(seen) == len(set(seen))
    assert await database.write(moderation.end_report, ids[0], "acted", NOW_MS)
    assert not await database.write(moderation.end_report, ids[0], "acted", NOW_MS)
    row = await database.read(moderation.report_by_id, ids[0])
    assert row is not None
    assert (row.outcome, row.open_about_player) == ("acted", 4)


async def test_the_log_keeps_the_action_but_no_text_about_a_deleted_account(database: Database) -> None:
    eve, entry = await account(database), new_id("entry")
    await database.write(sanctions.impose, eve, "mute", NOW_MS, None)

    def note(connection: Connection) -> None:
        moderation.add_to_log(connection, entry, None, "note", eve, NOW_MS, words="about eve")

    await database.write(note)
    await database.write(forget_player, eve)
    (row,) = await database.read(moderation.page_of_log, eve, None, 10)
    assert (row.id, row.action, row.words) == (entry, "note", "")
    assert await database.read(sanctions.sanctions_of, eve) == []


async def test_a_game_keeps_its_last_chat_lines(database: Database) -> None:
    game, eve = GameId(new_id("game")), await account(database)
    for n in range(4):
        await database.write(chat_lines.add_line, new_id("line"), game, eve, "X", f"line {n}", NOW_MS + n, 2)
    assert [row.words for row in await database.read(chat_lines.lines_of, game)] == ["line 2", "line 3"]


def test_only_deleting_an_account_changes_the_log() -> None:
    changing = [
        path.name
        for path in SOURCE.rglob("*.py")
        for change in ("moderation_log.update(", "moderation_log.delete(")
        if change in path.read_text()
    ]
    assert changing == ["players.py"]
