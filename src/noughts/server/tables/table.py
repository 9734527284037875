"""One live game, and its only writer in this process. It decides, stores, and only then publishes.

Only one change of a game is being stored at a time; later commands wait here. Other processes may write the same game:
then the database decides who was first, and the loser reads the game again. A table in doubt about its game (a commit
that may or may not have happened, a bug) reads it again before it decides anything else.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

import structlog
from msgspec.structs import replace

from noughts.games.application import apply
from noughts.games.board import board_state
from noughts.games.change_facts import is_plain_move
from noughts.games.decision import Context
from noughts.games.decisions import decide_played
from noughts.games.game import Game
from noughts.messages.events import Change
from noughts.messages.ids import PlayerKind
from noughts.messages.refusals import Refusal
from noughts.server.runtime.environment import Environment
from noughts.server.tables.audience import Audience
from noughts.server.tables.board_view import BoardView
from noughts.server.tables.journal import Journal, LoadedGame, Missed, accepted_commands, current_game, players_in
from noughts.server.tables.requests import Answer, Request, named
from noughts.server.tables.rival import Rival
from noughts.server.tables.stored import Stored, decided, stored
from noughts.storage.journal import Fate, RefusedCommand, Write

log = structlog.get_logger()

# Looked up once, because the class of an enumeration is slow to ask.
STORED, CONFLICT = Fate.STORED, Fate.CONFLICT

MOST_WAITING = 64
MOST_TRIES = 5
# How many refusals are remembered for each seat, by command id. Bounded, because a client may invent any number of ids.
MOST_REFUSALS = 64
# A table with an audience that could not read its game tries again after this time.
RETRY_SECONDS = 0.5


class Owner(Protocol):
    """The owner of the tables."""

    def on_stored(self, table: "Table", stored: Stored) -> None:
        """Called when a change of this table's game is in the journal."""

    def on_gone(self, table: "Table") -> None:
        """Called when the game of this table was deleted."""


class Table:
    """A game, its audience, and the answers it has given."""

    __slots__ = ("_accepted", "_append", "_in_doubt", "_journal", "_new_game_id", "_now_ms", "_owner", "_reading",
                 "_refusals", "_request", "_rival", "_waiting", "_wanted", "audience", "game",
                 "move_subscribers", "pending", "subscribers", "users", "view")  # fmt: skip

    def __init__(self, loaded: LoadedGame, journal: Journal, environment: Environment, owner: Owner) -> None:
        self.game = loaded.game
        self.view = BoardView(loaded.game, loaded.cards)
        self.audience = Audience()
        # How many callers are working with this table, which keeps it in memory.
        self.users = 0
        # Set by the pipeline: the calls for a change, and those for a plain move.
        self.subscribers: tuple[Callable[[Table, Stored], None], ...] = ()
        self.move_subscribers: tuple[Callable[[Table, Stored], None], ...] = ()
        self._journal = journal
        self._append = journal.append
        self._now_ms = environment.now_ms
        self._new_game_id = environment.new_game_id
        self._owner = owner
        self._accepted = loaded.accepted
        self._refusals = loaded.refusals
        # What is on its way to the disk, who asked for it, and what another process stored in its place.
        self.pending: Stored | None = None
        self._request: Request | None = None
        self._rival = Rival(journal.is_shared)
        self._waiting: deque[Request] = deque()
        self._reading = self._in_doubt = False
        # The version that others are known to have stored, if it came while the journal could not be read.
        self._wanted = 0

    @property
    def is_idle(self) -> bool:
        """Whether this table can leave memory unnoticed."""
        return not (self.audience or self.users or self.pending or self._waiting or self._reading)

    def submit(self, request: Request) -> None:
        """Have `request` decided, stored and answered. Returns at once."""
        if self.pending is None and not self._reading and not self._in_doubt:
            self._consider(request)
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append(request)
            if self._in_doubt:
                self.catch_up()
        else:
            request.reply(request.command, Answer(refusal=Refusal("busy")))

    def _consider(self, request: Request) -> None:
        try:
            answer = self._decide(request)
        except Exception:
            # A bug in one game: that game is read again from the database, all others continue.
            log.exception("a command failed", game=self.game.id, **named(request.command))
            answer = Answer(refusal=Refusal("internal"))
            self.recover()
        if answer is not None:
            request.reply(request.command, answer)

    def _decide(self, request: Request) -> Answer | None:
        """Return the answer, or None when it has to wait for the disk."""
        player, command, game = request.player, request.command, self.game
        player_id = None if player is None else player.id
        kind: PlayerKind = "guest" if player is None else player.kind
        command_id = command.id
        if command_id is not None and player_id is not None:
            key = (player_id, command_id)
            if (version := self._accepted.get(key)) is not None:
                return Answer(game.id, version)
            if self._refusals and key in self._refusals:
                return _refused(game, self.view, Refusal(self._refusals[key]))
        now_ms = self._now_ms()
        decision, position = decide_played(game, command, Context(player_id, now_ms, self._new_game_id, kind))
        if not isinstance(decision, tuple):
            return self._refuse(request, decision)
        if not decision:
            return Answer(game.id, game.version)
        change = Change(game.id, game.version + 1, now_ms, player_id, command_id, decision)
        pending = decided(game, change, position)
        self._request, self.pending = request, pending
        self._append(Write((change,)) if pending.is_plain_move else _write_of(pending), self._on_fate)
        return None

    def _refuse(self, request: Request, refusal: Refusal) -> Answer | None:
        player, command_id = request.player, request.command.id
        if self._journal.is_shared and player is not None and not request.is_doubted and not refusal.is_passing:
            # Another process may have stored this very command, or the moves that make it possible.
            self._waiting.appendleft(replace(request, is_doubted=True))
            self.catch_up()
            return None
        answer = _refused(self.game, self.view, refusal)
        if player is None or command_id is None or refusal.is_passing or self.game.seat_of(player.id) is None:
            return answer
        if sum(1 for by, _ in self._refusals if by == player.id) >= MOST_REFUSALS:
            return answer
        self._refusals[player.id, command_id] = refusal.code
        refused = RefusedCommand(self.game.id, player.id, command_id, refusal.code)
        # Whatever its fate, the command is refused and the game is unchanged.
        self._append(Write((), refused=refused), lambda fate: request.reply(request.command, answer))
        return None

    def _on_fate(self, fate: Fate) -> None:
        if fate is CONFLICT and self._rival.is_missing(self._on_fate):
            return
        request, pending = self._request, self.pending
        self._request = self.pending = None
        assert request is not None and pending is not None  # noqa: PT018 - they are set together
        if fate is STORED:
            if not pending.is_plain_move and request.player is not None:
                self.view.cards.setdefault(request.player.id, request.player)
            self._apply_stored(pending)
            request.reply(request.command, Answer(pending.after.id, pending.after.version))
            if self._waiting or self._wanted:
                self._take_next()
        elif fate is CONFLICT and request.tries < MOST_TRIES:
            self._waiting.appendleft(replace(request, tries=request.tries + 1))
            rival = self._rival.take()
            if rival is None or not self.receive(*rival):
                self.catch_up()
        else:
            # It is unknown whether the write is stored: read the journal before deciding anything.
            request.reply(request.command, Answer(refusal=Refusal("storage_unavailable")))
            self.catch_up()

    def _apply_stored(self, stored: Stored) -> None:
        """Apply the stored change here, and publish it."""
        change = stored.change
        self.game = stored.after
        if change.command_id is not None and change.player is not None:
            self._accepted[change.player, change.command_id] = change.version
        self.view.update(stored)
        self._owner.on_stored(self, stored)

    def _take_next(self) -> None:
        if self.game.version < self._wanted:
            return self.catch_up()
        while self._waiting and self.pending is None and not self._reading:
            self._consider(self._waiting.popleft())

    # Reading what others have stored.

    def receive(self, change: Change, opening: Change | None = None) -> bool:
        """Apply a change that another process has stored. Return False when the journal has to be read instead.

        `opening` is the first change of the rematch that it creates.
        """
        is_next = change.version == self.game.version + 1 and not (self._reading or self._in_doubt)
        if is_next and self.pending is not None:
            return self._rival.keep(change, opening)
        if not is_next or not (is_plain_move(change.events) or players_in((change,)) <= self.view.cards.keys()):
            return False
        try:
            after = apply(self.game, change)
        except Exception:
            log.exception("a change of another process could not be applied", game=self.game.id)
            self.recover()
            return True
        self._apply_stored(stored(self.game, change, after, is_ours=False, opening=opening))
        self._take_next()
        return True

    def catch_up(self, version: int = 0) -> None:
        """Read what others have stored, at least up to this version. Requests wait until that is done."""
        self._wanted = max(self._wanted, version)
        if not self._reading and self.pending is None:
            self._wanted = 0
            self._reading = True
            self._journal.fetch(self.game.id, 0 if self._in_doubt else self.game.version, self._on_fetched)

    def recover(self) -> None:
        """Read the whole game again: what is in memory can't be trusted."""
        self._in_doubt = True
        self.catch_up()

    def _on_fetched(self, missed: Missed | None) -> None:
        self._reading = False
        if missed is None:
            self._in_doubt = True
            _refuse_all(self._waiting, "storage_unavailable")
            if self.audience:
                asyncio.get_running_loop().call_later(RETRY_SECONDS, self.catch_up)
            return
        self.view.cards.update(missed.cards)
        if self._in_doubt:
            self._replace(missed)
        for change in missed.changes:
            if change.version == self.game.version + 1:
                self._apply_stored(stored(self.game, change, apply(self.game, change), is_ours=False))
        self._take_next()

    def _replace(self, missed: Missed) -> None:
        game = current_game(missed.changes)
        if game is None:
            _refuse_all(self._waiting, "no_such_game")
            return self._owner.on_gone(self)
        self._in_doubt = False
        self._accepted = accepted_commands(missed.changes)
        self.game = game
        self.view.reset(game)
        self.audience.send(self.view.packet)


def _refused(game: Game, view: BoardView, refusal: Refusal) -> Answer:
    board = board_state(game, view.players) if refusal.code == "stale" else None
    return Answer(game.id, game.version, refusal, board)


def _refuse_all(waiting: deque[Request], code: str) -> None:
    while waiting:
        request = waiting.popleft()
        request.reply(request.command, Answer(refusal=Refusal(code)))


def _write_of(stored: Stored) -> Write:
    if stored.rematch is not None and stored.rematch_opening is not None:
        return Write((stored.change, stored.rematch_opening), (stored.rematch,))
    return Write((stored.change,), (stored.after,) if stored.is_listed else ())
