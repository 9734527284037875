"""Read-only operator commands: `noughts admin list`, `show`, `stats` and `log`."""

import argparse
from typing import Any

from sqlalchemy import Connection, Row

from noughts.cli.admin_accounts import DAY_MS, printable, shown_time
from noughts.cli.admin_error import AdminError
from noughts.messages.board_state import PlayerCard
from noughts.messages.moderation import LogEntry, ModeratedPlayer, ReportInfo, ReportShown
from noughts.messages.refusals import Refusal
from noughts.server.players.moderation_views import log_entries, player_shown, report_shown
from noughts.server.runtime.environment import Environment
from noughts.storage import overview
from noughts.storage.journal import Database


async def list_players(database: Database, arguments: argparse.Namespace) -> None:
    def query(connection: Connection) -> list[Row[Any]]:
        return list(
            overview.list_players(
                connection,
                guests=arguments.guests,
                banned=arguments.banned,
                moderators=arguments.moderators,
                most=arguments.most,
            )
        )

    rows = await database.read(query)
    for row in rows:
        marks = [row.role, "banned" if row.banned_ms else None, "bot" if row.kind == "bot" else None]
        facts = "".join(f"  {mark}" for mark in marks if mark)
        print(f"{row.username or row.id:20}  {printable(row.display_name):20}  since {shown_time(row.created_ms)}  "
              f"seen {shown_time(row.seen_ms)}{facts}")  # fmt: skip
    print(f"{len(rows)} players." if len(rows) < arguments.most else f"The first {len(rows)} players; see --most.")


async def show(database: Database, arguments: argparse.Namespace) -> None:
    player = await database.read(player_shown, arguments.name)
    if isinstance(player, ModeratedPlayer):
        _show_player(player, await database.read(overview.count_games, player.player.id))
        return
    report = await database.read(report_shown, arguments.name)
    if isinstance(report, Refusal):
        raise AdminError(f"no player or report {arguments.name!r}")
    _show_report(report)


async def stats(database: Database, arguments: argparse.Namespace) -> None:
    now_ms = Environment().now_ms()
    for name, count in (await database.read(overview.counts, now_ms - DAY_MS, now_ms - 7 * DAY_MS)).items():
        print(f"{name:30} {count:>9,}")


async def show_log(database: Database, arguments: argparse.Namespace) -> None:
    entries = await database.read(log_entries, arguments.most)
    for entry in entries:
        print(_entry(entry))
    print(f"{len(entries)} entries.")


def _show_player(player: ModeratedPlayer, games: dict[str, int]) -> None:
    card = player.player
    print(f"{_name(card)}: {card.kind}{f', username {player.username}' if player.username else ''}, id {card.id}")
    print(f"Created {shown_time(player.created_ms)}, last seen {shown_time(player.seen_ms)}.")
    if player.role:
        print(f"Role: {player.role}.")
    for one in player.sanctions:
        until = "without end" if one.ends_ms is None else f"until {shown_time(one.ends_ms)}"
        print(f"In force: {one.kind}, since {shown_time(one.since_ms)}, {until}.")
    print("Games: " + (", ".join(f"{count:,} {status}" for status, count in sorted(games.items())) or "none") + ".")
    for hint in player.hints:
        others = "" if hint.others is None else f" (others of this level: {hint.others:.0%})"
        print(f"Signal: {hint.kind} {hint.share:.0%}{others} in {len(hint.games)} games. A hint, not a proof.")
    print(f"Reports about this player: {len(player.reports)}.")
    for report in player.reports:
        print(f"  {_report(report)}")
    print(f"Log: {len(player.log)} entries.")
    for entry in player.log:
        print(f"  {_entry(entry)}")


def _show_report(shown: ReportShown) -> None:
    print(_report(shown.report))
    for line in shown.chat:
        speaker = f"{line.seat} " if line.seat else ""
        print(f"  {shown_time(line.at_ms)}  {speaker}{_name(line.by)}: {printable(line.words)}")
    print(f"{len(shown.chat)} chat messages stored.")


def _report(report: ReportInfo) -> str:
    game = f", game {report.game}" if report.game else ""
    state = f"closed ({report.outcome or 'no outcome'})" if report.closed_ms else "open"
    words = f": {printable(report.words)}" if report.words else ""
    return (
        f"{report.id}  {shown_time(report.created_ms)}  {state}  {report.why}: "
        f"{_name(report.about)}, reported by {_name(report.by)}{game}{words}"
    )


def _entry(entry: LogEntry) -> str:
    by = "operator" if entry.by is None else _name(entry.by)
    until = "" if entry.ends_ms is None else f" until {shown_time(entry.ends_ms)}"
    words = f": {printable(entry.words)}" if entry.words else ""
    return f"{shown_time(entry.at_ms)}  {by}  {entry.action}  {_name(entry.about)}{until}{words}"


def _name(card: PlayerCard) -> str:
    return printable(card.name)
