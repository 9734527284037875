"""A change that is in the journal, with the facts about it that subscribers ask for."""

from msgspec import Struct

from noughts.games.application import apply, created, moved, rematch
from noughts.games.change_facts import is_listed, is_plain_move, is_play
from noughts.games.game import Game
from noughts.messages import events as e
from noughts.messages.events import Change
from noughts.rules import Position


class Stored(Struct, frozen=True, gc=False):
    """One stored change of a game. `is_ours` when this process stored it, so that it acts on it first."""

    before: Game | None
    change: Change
    after: Game
    is_ours: bool
    is_plain_move: bool
    # Whether it is a move, and at most a new round after it: the players and the terms of the game stay the same.
    is_play: bool
    # Whether the lists of games look different now.
    is_listed: bool = False
    # The rematch that the same commit creates, and its first change.
    rematch: Game | None = None
    rematch_opening: Change | None = None

    @property
    def has_move(self) -> bool:
        """Whether there was a move."""
        return self.is_play or any(type(event) is e.MoveMade for event in self.change.events)

    @property
    def has_ended(self) -> bool:
        """Whether the game ended with this change."""
        return type(self.change.events[-1]) is e.GameFinished


def decided(before: Game, change: Change, position: Position | None) -> Stored:
    """Apply a change that this process has decided. Nobody may see the result before it is in the journal.

    `position` is the position after the change's move, if it has one.
    """
    events = change.events
    first = events[0]
    if len(events) == 1 and type(first) is e.MoveMade:
        # `apply` and `stored` in fewer steps, because nearly every change is a plain move.
        return Stored(before, change, moved(before, first, change, position), True, True, True)
    return stored(before, change, apply(before, change, position), is_ours=True)


def stored(before: Game | None, change: Change, after: Game, *, is_ours: bool, opening: Change | None = None) -> Stored:
    """Gather the facts about a change. Nobody may see them before it is in the journal.

    `opening` is the first change of the rematch that another process has created by this change.
    """
    events = change.events
    if is_plain_move(events):
        return Stored(before, change, after, is_ours, True, True)
    if is_play(events):
        return Stored(before, change, after, is_ours, False, True)
    last = events[-1]
    if is_ours and isinstance(last, e.RematchAgreed):
        opening = rematch(after, last.next_game, change.at_ms)
    next_game = None if opening is None else created(opening)
    return Stored(before, change, after, is_ours, False, False, is_listed(events), next_game, opening)
