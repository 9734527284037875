"""One live game: the only writer of it in this process. It decides, stores, and only then tells.

One change of a game is on its way to the disk at a time; what comes meanwhile waits here. Other processes may write the
same game: then the database says who was first, and the loser looks again.
"""

from collections import deque
from typing import TYPE_CHECKING

import structlog
from msgspec import Struct
from msgspec.structs import replace

from noughts.games.application import apply, created, rematch
from noughts.games.board import board_after_move, board_state, seated
from noughts.games.decisions import Context, decide
from noughts.games.game import Game
from noughts.messages import events as e
from noughts.messages.answers import BoardState, PlayerCard, Players
from noughts.messages.events import Change
from noughts.messages.ids import PlayerId
from noughts.messages.refusals import Refusal
from noughts.rules import other
from noughts.server.audience import Audience, Watcher, opponent_info
from noughts.server.packet import Packet
from noughts.server.request import Answer, Request
from noughts.storage.journal import Fate, RefusedCommand, Write

if TYPE_CHECKING:
    from noughts.server.hall import Hall

log = structlog.get_logger()

MOST_WAITING = 64
MOST_TRIES = 5
# Refusals remembered by command id, for each seat: a bound, since a client may invent ids for ever.
MOST_REFUSALS = 64

# Events after which the game stands differently in the list of games. A new round is none: the same two play on.
_LISTED: set[type] = {
    e.PlayerJoined,
    e.PlayerLeft,
    e.SeatTakenOver,
    e.SeatGivenBack,
    e.GameFinished,
    e.GameDeleted,
}


class _Pending(Struct, frozen=True, gc=False):
    """A change on its way to the disk."""

    request: Request
    change: Change
    after: Game
    # The game that this change has opened beside this one.
    rematch: Game | None


class Table:
    """A game, its audience, and the answers it has given."""

    def __init__(
        self,
        hall: "Hall",
        game: Game,
        cards: dict[PlayerId, PlayerCard],
        accepted: dict[tuple[PlayerId, str], int],
        refusals: dict[tuple[PlayerId, str], str],
    ) -> None:
        self.game = game
        self.audience = Audience()
        self._hall = hall
        self._cards = cards
        self._accepted = accepted
        self._refusals = refusals
        self._players: Players = seated(game, cards)
        self._state: Packet | None = None
        self._pending: _Pending | None = None
        self._waiting: deque[Request] = deque()
        self._reloading = False

    @property
    def state(self) -> Packet:
        """The whole state, encoded once."""
        if self._state is None:
            self._state = Packet(board_state(self.game, self._players))
        return self._state

    def announce(self, player: PlayerId) -> None:
        """Tell the opponent that this player is here."""
        seat = self.game.seat_of(player)
        opponent = None if seat is None else self.game.player_at(other(seat))
        if seat is not None and opponent is not None:
            info = opponent_info(self.game, self._players, opponent)
            if info is not None:
                self._hall.neighbours.tell_seat(self, other(seat), info)

    def introduce_to(self, watcher: Watcher, player: PlayerId) -> None:
        """Tell one who has just taken a seat who sits opposite."""
        info = opponent_info(self.game, self._players, player)
        if info is not None:
            watcher.deliver(Packet(info))

    def show_card(self, card: PlayerCard) -> None:
        """One of the players is called or looks differently now."""
        self._cards[card.id] = card
        self._players = seated(self.game, self._cards)
        self._state = None
        if self.audience:
            self.audience.tell(self.state)

    @property
    def is_idle(self) -> bool:
        """Whether nobody would notice if this table were put away."""
        return not (self.audience or self._pending or self._waiting or self._reloading)

    def submit(self, request: Request) -> None:
        """Have `request` decided, stored and answered. Returns at once."""
        if self._pending is None and not self._reloading:
            self._consider(request)
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append(request)
        else:
            request.reply(Answer(refusal=Refusal("busy")))

    def _consider(self, request: Request) -> None:
        try:
            answer = self._known_answer(request) or self._decide(request)
        except Exception:
            # A fault of ours in one game: that game is read again from the store, all others go on.
            log.exception("a command failed", game=self.game.id, command=type(request.command).__name__)
            answer = Answer(refusal=Refusal("internal"))
            self._hall.forget(self)
        if answer is not None:
            request.reply(answer)

    def _known_answer(self, request: Request) -> Answer | None:
        command_id = request.command.id
        if command_id is None or request.player is None:
            return None
        key = (request.player.id, command_id)
        version = self._accepted.get(key)
        if version is not None:
            return Answer(self.game.id, version)
        code = self._refusals.get(key)
        return None if code is None else self._refusal(Refusal(code))

    def _decide(self, request: Request) -> Answer | None:
        """The answer, or None when it has to wait for the disk."""
        player = request.player
        now_ms = self._hall.outside.now_ms()
        player_id = None if player is None else player.id
        kind = "guest" if player is None else player.kind
        context = Context(player_id, now_ms, self._hall.outside.new_game_id, kind)
        decision = decide(self.game, request.command, context)
        if isinstance(decision, Refusal):
            return self._refuse(request, decision)
        if not decision:
            return Answer(self.game.id, self.game.version)
        game = self.game
        change = Change(game.id, game.version + 1, now_ms, player_id, request.command.id, decision)
        after = apply(game, change)
        write = _write_of(change, after)
        opened = write.listings[0] if len(write.changes) > 1 else None
        self._pending = _Pending(request, change, after, opened)
        self._hall.database.append(write, self._settle)
        return None

    def _refuse(self, request: Request, refusal: Refusal) -> Answer | None:
        player, command_id = request.player, request.command.id
        answer = self._refusal(refusal)
        if player is None or command_id is None or refusal.is_passing or self.game.seat_of(player.id) is None:
            return answer
        if sum(1 for by, _ in self._refusals if by == player.id) >= MOST_REFUSALS:
            return answer
        self._refusals[player.id, command_id] = refusal.code
        refused = RefusedCommand(self.game.id, player.id, command_id, refusal.code)
        # Whatever becomes of it, the command is refused and the game is as it was.
        self._hall.database.append(Write((), refused=refused), lambda fate: request.reply(answer))
        return None

    def _refusal(self, refusal: Refusal) -> Answer:
        if refusal.code != "stale":
            return Answer(self.game.id, self.game.version, refusal)
        return Answer(self.game.id, self.game.version, refusal, board_state(self.game, self._players))

    def _settle(self, fate: Fate) -> None:
        pending, self._pending = self._pending, None
        assert pending is not None
        request = pending.request
        if fate is Fate.STORED:
            if request.player is not None:
                self._cards.setdefault(request.player.id, request.player)
            try:
                if pending.rematch is not None:
                    self._hall.open_table(pending.rematch, dict(self._cards))
                self._absorb(pending.change, pending.after, is_ours=True)
            except Exception:
                log.exception("a stored change could not be told", game=self.game.id)
                self._hall.forget(self)
            request.reply(Answer(self.game.id, pending.change.version))
            self._hall.changed(self, pending.change)
            if self._waiting:
                self._take_next()
        elif fate is Fate.CONFLICT and request.tries < MOST_TRIES:
            self._waiting.appendleft(replace(request, tries=request.tries + 1))
            self.reload()
        else:
            # Whether it is stored is not known: nothing is decided before what is stored has been read.
            request.reply(Answer(refusal=Refusal("storage_unavailable")))
            self.reload()

    def _take_next(self) -> None:
        while self._waiting and self._pending is None and not self._reloading:
            self._consider(self._waiting.popleft())

    # What is stored, by this process or another, becomes the truth here.

    def reload(self) -> None:
        """Read what others have stored; what waits is decided after that."""
        if not self._reloading:
            self._reloading = True
            self._hall.reload(self)

    def reloaded(self, changes: list[Change], cards: dict[PlayerId, PlayerCard]) -> None:
        """The changes that this table had missed, in order."""
        self._reloading = False
        self._cards.update(cards)
        for change in changes:
            if change.version == self.game.version + 1:
                self._absorb(change, apply(self.game, change), is_ours=False)
        self._take_next()

    def reload_failed(self) -> None:
        """The store cannot be read: whoever waits is told so, and the next command tries again."""
        self._hall.forget(self)

    def give_up(self) -> None:
        """This table is no longer the game's: whoever waits has to ask again."""
        self._reloading = False
        while self._waiting:
            self._waiting.popleft().reply(Answer(refusal=Refusal("storage_unavailable")))

    def _absorb(self, change: Change, after: Game, *, is_ours: bool) -> None:
        before, self.game = self.game, after
        if change.command_id is not None and change.player is not None:
            self._accepted[change.player, change.command_id] = change.version
        if after.x != before.x or after.o != before.o:
            self._players = seated(after, self._cards)
        is_plain_move = len(change.events) == 1 and type(change.events[0]) is e.MoveMade
        if is_plain_move and self._state is not None:
            assert isinstance(self._state.message, BoardState)
            self._state = Packet(board_after_move(self._state.message, after))
        else:
            self._state = None
        if after.deleted:
            self._hall.remove(self)
        elif self.audience:
            self.audience.tell(self.state)
            if not is_plain_move:
                self.audience.tell_events(after, self._players, change.events, change.player)
        if after.clock is not None:
            self._hall.clocks.watch(self)
        if after.has_computer:
            self._hall.house.watch(self, is_ours=is_ours)
        if after.setup.absence not in ("choose", "wait"):
            self._hall.absences.follow(self)


def _write_of(change: Change, after: Game) -> Write:
    last = change.events[-1]
    if isinstance(last, e.RematchAgreed):
        first = rematch(after, last.next_game, change.at_ms)
        return Write((change, first), (created(first),))
    return Write((change,), () if _LISTED.isdisjoint(map(type, change.events)) else (after,))
