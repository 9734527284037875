"""Invariants after a seed has run: what the clients received, compared with what is stored."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from noughts.games.application import replay
from noughts.games.board import board_state
from noughts.games.game import Game
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.board_state import Players
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId
from noughts.storage.journal import change_of
from tests.simulation.history import History, summary

# Downtime shorter than this may be charged, because a busy moment looks the same.
SHORT_MS = 6_000
# The most that network, disk and differing clocks may add to a player's thinking time.
SLACK_MS = 1_500

_NOBODY = Players(X=None, O=None)

Up = list[tuple[int, int]]


class Stored:
    """The journal after the run, with every game at every version."""

    def __init__(self, rows: Sequence[Any]) -> None:
        self.changes: dict[GameId, list[Change]] = defaultdict(list)
        for row in rows:
            self.changes[row[0]].append(change_of(row))

    def games(self, game: GameId) -> Iterator[tuple[Change, Game]]:
        """Return every change of a game, with the game after it."""
        changes = self.changes[game]
        for index, change in enumerate(changes):
            yield change, replay(changes[: index + 1])


def broken(history: History, stored: Stored, put_notices: Sequence[Any], up: Up, troubles: Up) -> list[str]:
    """Return every broken invariant, in words.

    Servers were running at the times of `up`; in the `troubles` among them they could do nothing.
    """
    gaps = list(_gaps(stored))
    if gaps:
        # Such a game can't be replayed, which the other checks need.
        return [*history.violations, *gaps]
    return [
        *history.violations,
        *_lost_or_doubled(history, stored),
        *_shown_otherwise(history, stored),
        *_charged_for_downtime(stored, up, troubles),
        *_told_twice(stored, put_notices),
    ]


def _gaps(stored: Stored) -> Iterator[str]:
    for game, changes in stored.changes.items():
        if [change.version for change in changes] != list(range(1, len(changes) + 1)):
            yield f"{game} has gaps"


def _lost_or_doubled(history: History, stored: Stored) -> Iterator[str]:
    found: dict[tuple[PlayerId | None, str], list[Change]] = defaultdict(list)
    for changes in stored.changes.values():
        for change in changes:
            if change.command_id is not None:
                found[change.player, change.command_id].append(change)
    for (_, command_id), changes in found.items():
        if len(changes) > 1:
            yield f"{command_id} was applied {len(changes)} times"
    for command_id, asked in history.asked.items():
        changes = found.get((asked.player, command_id), [])
        answer = asked.accepted
        if answer is not None and isinstance(asked.command, c.MakeMove | c.CreateGame | c.Resign):
            if not any((change.game, change.version) == (answer.game, answer.version) for change in changes):
                yield f"{command_id} was accepted and is not stored: {asked.command}"
            elif isinstance(asked.command, c.MakeMove):
                yield from _moved_otherwise(asked.command, changes[0], stored)
        if asked.refused is not None and changes:
            yield f"{command_id} was refused ({asked.refused.code}) and is stored: {asked.command}"


def _moved_otherwise(command: c.MakeMove, change: Change, stored: Stored) -> Iterator[str]:
    before = replay(stored.changes[change.game][: change.version - 1])
    moves = [event.cell for event in change.events if isinstance(event, e.MoveMade)]
    if moves != [command.cell]:
        yield f"{command} was stored as {moves}"
    if command.ply is not None and before.ply != command.ply:
        yield f"{command} was made at ply {before.ply}"


def _shown_otherwise(history: History, stored: Stored) -> Iterator[str]:
    for game, versions in history.boards.items():
        true = {change.version: summary(board_state(after, _NOBODY)) for change, after in stored.games(game)}
        for version, shown in versions.items():
            if shown != {true.get(version)}:
                yield f"{game} at version {version} was shown as {sorted(shown)}, and is {true.get(version)}"


def _charged_for_downtime(stored: Stored, up: Up, troubles: Up) -> Iterator[str]:
    """Check that each clock ran exactly while it was the player's turn and a server was up to accept the move."""
    for game in stored.changes:
        before: Game | None = None
        began_ms = 0
        for change, after in stored.games(game):
            clock = None if before is None else before.clock
            if clock is not None and clock.running is not None and not _is_excuse(change):
                seat = clock.running
                paid_ms = clock.left_ms(seat, clock.since_ms) - clock.left_ms(seat, change.at_ms)
                there_ms, absences = _served(up, began_ms, change.at_ms)
                if paid_ms > there_ms + SLACK_MS + absences * SHORT_MS:
                    yield f"{game}: {seat} paid {paid_ms} ms for {there_ms} ms at version {change.version}"
                lasted_ms = clock.left_ms(seat, clock.since_ms)
                excused_ms = _served(troubles, began_ms, change.at_ms)[0]
                if paid_ms < min(there_ms, lasted_ms) - SLACK_MS - absences * SHORT_MS - excused_ms:
                    yield f"{game}: {seat} paid only {paid_ms} ms for {there_ms} ms at version {change.version}"
            if not _is_excuse(change):
                began_ms = change.at_ms
            before = after


def _is_excuse(change: Change) -> bool:
    return any(isinstance(event, e.DowntimeExcused) for event in change.events)


def _served(up: Up, from_ms: int, to_ms: int) -> tuple[int, int]:
    """Return how long a server was up between these times, and how many gaps there were."""
    inside = [(max(begin, from_ms), min(end, to_ms)) for begin, end in up if begin < to_ms and end > from_ms]
    absences = sum(1 for begin, _ in up if from_ms < begin <= to_ms) + sum(1 for _, end in up if from_ms <= end < to_ms)
    return sum(end - begin for begin, end in inside), absences


def _told_twice(stored: Stored, put_notices: Sequence[Any]) -> Iterator[str]:
    """Check that a player gets at most one notice for each turn, however many servers there are."""
    told: dict[tuple[str, str, int], int] = defaultdict(int)
    for player, game, kind, created_ms in put_notices:
        if kind != "turn":
            continue
        turns = [change.version for change in stored.changes[GameId(game)] if change.at_ms <= created_ms]
        told[player, game, max(turns, default=0)] += 1
    for (player, game, version), times in told.items():
        if times > 1:
            yield f"{player} was told {times} times of version {version} of {game}"
