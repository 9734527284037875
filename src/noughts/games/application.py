"""Fold stored events into a game: `apply` applies one change. It refuses nothing: a stored change has happened."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from noughts.games.absence import PROMPT_MS
from noughts.games.by_seat import BySeat
from noughts.games.clock import full_clock
from noughts.games.game import Acts, Game, PlayAgainAnswer, PreviousRound, Result, Takebacks
from noughts.games.rated import objection
from noughts.games.series import scored
from noughts.messages import events as e
from noughts.messages.board_state import LastMove
from noughts.messages.events import Change
from noughts.messages.ids import GameId, Seat
from noughts.rules import MOVES, Position, find_variant, other

# After each declined take-back request, the next one must wait this many plies longer.
PLIES_PER_REFUSAL = 2


def created(change: Change) -> Game:
    """Return the game that this first change opened."""
    event = change.events[0]
    assert isinstance(event, e.GameCreated)
    holds_x = event.seat == "X"
    acts = Acts(change.at_ms)
    return Game(
        id=change.game,
        version=change.version,
        setup=event.setup,
        creator=event.player,
        x=event.player if holds_x else event.other,
        o=event.other if holds_x else event.player,
        position=find_variant(event.setup.variant).start(),
        clock=full_clock(event.setup.clock),
        created_ms=change.at_ms,
        changed_ms=change.at_ms,
        seated_ms=None if event.other is None else change.at_ms,
        # A player who agreed to a rematch has already left the lobby.
        started=event.rematch_of is not None,
        rematch_of=event.rematch_of,
        acts=BySeat(acts if holds_x or event.other else Acts(), acts if not holds_x or event.other else Acts()),
    )


def apply(game: Game, change: Change, position: Position | None = None) -> Game:
    """Return the game after this change, which must be the next one.

    `position` is the position after the change's move, if already known.
    """
    if change.version != game.version + 1:
        raise ValueError(f"game {game.id} is at version {game.version}: change {change.version} is not the next")
    events = change.events
    first = events[0]
    if type(first) is e.MoveMade:
        game = moved(game, first, change, position)
        if len(events) == 1:
            return game
        events = events[1:]
    else:
        game = _touched(game, change)
    for event in events:
        game = _APPLIERS[type(event)](game, event, change)
    return game


def _touched(game: Game, change: Change) -> Game:
    """Return the game with the fields that every change updates. A move updates them together with its own fields."""
    seat = game.seat_of(change.player)
    acts = game.acts
    if seat is not None:
        acts = acts.put(seat, Acts(change.at_ms, acts.at(seat).is_prompt))
    return replace(game, version=change.version, changed_ms=change.at_ms, acts=acts)


def replay(changes: Iterable[Change]) -> Game:
    """Return the game that these changes, in order and from the first, have made."""
    changes = iter(changes)
    game = created(next(changes))
    for change in changes:
        game = apply(game, change)
    return game


def _joined(game: Game, event: e.PlayerJoined, change: Change) -> Game:
    acts = Acts(change.at_ms)
    if event.seat == "X":
        return replace(game, x=event.player, acts=game.acts.put("X", acts), seated_ms=change.at_ms)
    return replace(game, o=event.player, acts=game.acts.put("O", acts), seated_ms=change.at_ms)


def _left(game: Game, event: e.PlayerLeft, change: Change) -> Game:
    # The offer involved the player who left, so it doesn't concern the next one.
    game = replace(game, draw_offer=None, seated_ms=None)
    return replace(game, x=None) if event.seat == "X" else replace(game, o=None)


def _started(game: Game, event: e.GameStarted, change: Change) -> Game:
    return replace(game, started=True)


def moved(game: Game, event: e.MoveMade, change: Change, after: Position | None = None) -> Game:
    """Return the game after this move. `after` is the position after it, if already known."""
    clock, now_ms = game.clock, change.at_ms
    mover = game.position.to_move
    move = MOVES[event.mark][event.cell]
    position = game.position.play(move) if after is None else after
    if clock is not None:
        clock = clock.pressed(mover, now_ms, then=position.to_move if game.moves else None)
    acts = game.acts
    if not event.by_computer:
        theirs = acts.o if mover == "X" else acts.x
        # Only untimed games need to know whether a move was prompt: see `absence.py`.
        mine = Acts(now_ms, clock is None and game.ply > 0 and now_ms - theirs.at_ms <= PROMPT_MS)
        acts = BySeat(mine, theirs) if mover == "X" else BySeat(theirs, mine)
    return replace(
        game,
        version=change.version,
        changed_ms=now_ms,
        acts=acts,
        position=position,
        moves=(*game.moves, move),
        last_move=LastMove(
            cell=event.cell,
            mark=event.mark,
            seat=mover,
            unprepared=event.unprepared,
            by_computer=event.by_computer,
        ),
        ply=game.ply + 1,
        # A move while both are at the board counts as StartGame.
        started=game.started or game.free_seat is None,
        clock=clock,
        # An offer stays open until the player who received it moves instead of answering.
        draw_offer=game.draw_offer if game.draw_offer == mover else None,
        takeback_request=None,
    )


def _offered(game: Game, event: e.OfferMade, change: Change) -> Game:
    if event.what == "draw":
        return replace(game, draw_offer=event.by)
    return replace(game, takeback_request=event.by)


def _declined(game: Game, event: e.OfferDeclined, change: Change) -> Game:
    if event.what == "draw":
        return replace(game, draw_offer=None)
    refused = game.takebacks.at(event.by).refused + 1
    wait = Takebacks(refused, game.ply + refused * PLIES_PER_REFUSAL)
    return replace(game, takeback_request=None, takebacks=game.takebacks.put(event.by, wait))


def _taken_back(game: Game, event: e.MovesTakenBack, change: Change) -> Game:
    moves = game.moves[: event.ply]
    position: Position = find_variant(game.setup.variant).start()
    last_move = None
    for move in moves:
        last_move = LastMove(cell=move.cell, mark=move.mark, seat=position.to_move)
        position = position.play(move)
    clock = game.clock
    if clock is not None:
        clock = clock.turned_to(position.to_move, change.at_ms) if len(moves) >= 2 else clock.stopped(change.at_ms)
    return replace(
        game,
        position=position,
        moves=moves,
        last_move=last_move,
        ply=game.ply - (len(game.moves) - len(moves)),
        clock=clock,
        takeback_request=None,
        draw_offer=None,
    )


def _time_given(game: Game, event: e.TimeGiven, change: Change) -> Game:
    return game if game.clock is None else replace(game, clock=game.clock.given(event.to, event.ms, change.at_ms))


def _excused(game: Game, event: e.DowntimeExcused, change: Change) -> Game:
    return game if game.clock is None else replace(game, clock=game.clock.excused(event.ms))


def _round_finished(game: Game, event: e.RoundFinished, change: Change) -> Game:
    result = Result(winner=event.winner, reason=event.reason, line=event.line)
    return replace(
        game,
        score=scored(game.score, event.winner),
        previous_round=PreviousRound(cells=game.position.cells, result=result),
        draw_offer=None,
        takeback_request=None,
    )


def _round_started(game: Game, event: e.RoundStarted, change: Change) -> Game:
    return replace(
        game,
        x=game.o,
        o=game.x,
        score=game.score[::-1],
        position=find_variant(game.setup.variant).start(),
        moves=(),
        last_move=None,
        clock=full_clock(game.setup.clock),
        round=game.round + 1,
        takebacks=game.takebacks.swapped(),
        acts=game.acts.swapped(),
        stand_in=None if game.stand_in is None else other(game.stand_in),
    )


def _finished(game: Game, event: e.GameFinished, change: Change) -> Game:
    line = game.previous_round.result.line if game.previous_round and event.reason in ("line", "score") else ()
    return replace(
        game,
        result=Result(winner=event.winner, reason=event.reason, line=line),
        finished_ms=change.at_ms,
        clock=None if game.clock is None else game.clock.stopped(change.at_ms),
        draw_offer=None,
        takeback_request=None,
        stand_in=None,
    )


def _again(game: Game, event: e.PlayAgainAnswered, change: Change) -> Game:
    return replace(game, again=game.again.put(event.by, PlayAgainAnswer(event.value, event.variant)))


def _rematched(game: Game, event: e.RematchAgreed, change: Change) -> Game:
    return replace(game, next_game=event.next_game)


def _taken_over(game: Game, event: e.SeatTakenOver, change: Change) -> Game:
    # The absent player can't answer open offers.
    return replace(game, stand_in=event.seat, stand_in_level=event.level, draw_offer=None, takeback_request=None)


def _given_back(game: Game, event: e.SeatGivenBack, change: Change) -> Game:
    return replace(game, stand_in=None)


def _deleted(game: Game, event: e.GameDeleted, change: Change) -> Game:
    return replace(game, deleted=True, clock=None if game.clock is None else game.clock.stopped(change.at_ms))


def rematch(game: Game, next_game: GameId, now_ms: int) -> Change:
    """Return the first change of the game that follows this one: the setup that both agreed on, the seats swapped."""
    assert game.x is not None
    seat: Seat = "O"
    # The rooms API has no rematch: the players agreed on it over another protocol, so the new game is not a room.
    setup = replace(game.setup, door=None)
    agreed = game.again.x
    if agreed is not None and agreed.variant is not None:
        setup = replace(setup, variant=agreed.variant)
    if objection(setup) is not None:
        # The other variant may not support rated games; then the rematch is casual.
        setup = replace(setup, rated=False)
    opened = e.GameCreated(setup, game.x, seat, rematch_of=game.id, other=game.o)
    return Change(next_game, 1, now_ms, None, None, (opened,))


_APPLIERS: dict[type, Callable[[Game, Any, Change], Game]] = {
    e.PlayerJoined: _joined,
    e.PlayerLeft: _left,
    e.GameStarted: _started,
    e.MoveMade: moved,
    e.OfferMade: _offered,
    e.OfferDeclined: _declined,
    e.MovesTakenBack: _taken_back,
    e.TimeGiven: _time_given,
    e.DowntimeExcused: _excused,
    e.RoundFinished: _round_finished,
    e.RoundStarted: _round_started,
    e.GameFinished: _finished,
    e.PlayAgainAnswered: _again,
    e.RematchAgreed: _rematched,
    e.SeatTakenOver: _taken_over,
    e.SeatGivenBack: _given_back,
    e.GameDeleted: _deleted,
}
