"""What events do to a game: `apply` folds one stored change into it. It refuses nothing: what is stored, happened."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from noughts.games.absence import PROMPT_MS
from noughts.games.clock import full_clock
from noughts.games.game import NO_ACTS, Acts, Game, Takebacks
from noughts.games.rated import objection
from noughts.games.series import scored
from noughts.messages import events as e
from noughts.messages.answers import LastMove, PreviousRound, Result
from noughts.messages.events import Change
from noughts.messages.ids import GameId, Seat
from noughts.rules import MOVES, Position, find_variant, other

# Each refused request to take back makes the next one wait this many plies longer.
PLIES_PER_REFUSAL = 2


def created(change: Change) -> Game:
    """The game that this first change opened."""
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
        # Who agreed to a rematch has seen the lobby already.
        started=event.rematch_of is not None,
        rematch_of=event.rematch_of,
        acts_x=acts if holds_x or event.other else NO_ACTS,
        acts_o=acts if not holds_x or event.other else NO_ACTS,
    )


def apply(game: Game, change: Change) -> Game:
    """The game after this change, which must be the next one."""
    if change.version != game.version + 1:
        raise ValueError(f"game {game.id} is at version {game.version}: change {change.version} is not the next")
    seat = game.seat_of(change.player)
    if seat == "X":
        acts = Acts(change.at_ms, game.acts_x.is_prompt)
        game = replace(game, version=change.version, changed_ms=change.at_ms, acts_x=acts)
    elif seat == "O":
        acts = Acts(change.at_ms, game.acts_o.is_prompt)
        game = replace(game, version=change.version, changed_ms=change.at_ms, acts_o=acts)
    else:
        game = replace(game, version=change.version, changed_ms=change.at_ms)
    for event in change.events:
        game = _APPLIERS[type(event)](game, event, change.at_ms)
    return game


def replay(changes: Iterable[Change]) -> Game:
    """The game that these changes, in order and from the first, have made."""
    changes = iter(changes)
    game = created(next(changes))
    for change in changes:
        game = apply(game, change)
    return game


def _joined(game: Game, event: e.PlayerJoined, now_ms: int) -> Game:
    acts = Acts(now_ms)
    if event.seat == "X":
        return replace(game, x=event.player, acts_x=acts, seated_ms=now_ms)
    return replace(game, o=event.player, acts_o=acts, seated_ms=now_ms)


def _left(game: Game, event: e.PlayerLeft, now_ms: int) -> Game:
    # An offer was made to or by the one who left: whoever comes next has no part in it.
    game = replace(game, draw_offer=None, seated_ms=None)
    return replace(game, x=None) if event.seat == "X" else replace(game, o=None)


def _started(game: Game, event: e.GameStarted, now_ms: int) -> Game:
    return replace(game, started=True)


def _moved(game: Game, event: e.MoveMade, now_ms: int) -> Game:
    mover = game.position.to_move
    clock = game.clock
    if clock is not None:
        clock = clock.pressed(mover, now_ms, running=len(game.moves) >= 1)
    move = MOVES[event.mark][event.cell]
    acts, theirs = (game.acts_x, game.acts_o) if mover == "X" else (game.acts_o, game.acts_x)
    # Untimed games alone need it: see `absence.py`.
    if clock is None and acts.at_ms == now_ms:
        acts = Acts(now_ms, game.ply > 0 and now_ms - theirs.at_ms <= PROMPT_MS)
    return replace(
        game,
        acts_x=acts if mover == "X" else theirs,
        acts_o=acts if mover == "O" else theirs,
        position=game.position.play(move),
        moves=(*game.moves, move),
        last_move=LastMove(
            position=event.cell,
            mark=event.mark,
            seat=mover,
            unprepared=event.unprepared,
            by_computer=event.by_computer,
        ),
        ply=game.ply + 1,
        # A move with both at the board is as good as StartGame.
        started=game.started or game.free_seat is None,
        clock=clock,
        # An offer stands until the one who got it has moved instead of answering.
        draw_offer=game.draw_offer if game.draw_offer == mover else None,
        takeback_request=None,
    )


def _offered(game: Game, event: e.OfferMade, now_ms: int) -> Game:
    if event.what == "draw":
        return replace(game, draw_offer=event.by)
    return replace(game, takeback_request=event.by)


def _declined(game: Game, event: e.OfferDeclined, now_ms: int) -> Game:
    if event.what == "draw":
        return replace(game, draw_offer=None)
    refused = game.takebacks(event.by).refused + 1
    wait = Takebacks(refused, game.ply + refused * PLIES_PER_REFUSAL)
    if event.by == "X":
        return replace(game, takeback_request=None, takebacks_x=wait)
    return replace(game, takeback_request=None, takebacks_o=wait)


def _taken_back(game: Game, event: e.MovesTakenBack, now_ms: int) -> Game:
    moves = game.moves[: event.ply]
    position: Position = find_variant(game.setup.variant).start()
    last_move = None
    for move in moves:
        last_move = LastMove(position=move.cell, mark=move.mark, seat=position.to_move)
        position = position.play(move)
    clock = game.clock
    if clock is not None:
        clock = clock.turned_to(position.to_move, now_ms) if len(moves) >= 2 else clock.stopped(now_ms)
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


def _time_given(game: Game, event: e.TimeGiven, now_ms: int) -> Game:
    return game if game.clock is None else replace(game, clock=game.clock.given(event.to, event.ms, now_ms))


def _excused(game: Game, event: e.DowntimeExcused, now_ms: int) -> Game:
    return game if game.clock is None else replace(game, clock=game.clock.excused(event.ms))


def _round_finished(game: Game, event: e.RoundFinished, now_ms: int) -> Game:
    result = Result(winner=event.winner, reason=event.reason, line=event.line)
    return replace(
        game,
        score=scored(game.score, event.winner),
        previous_round=PreviousRound(cells=game.position.cells, result=result),
        draw_offer=None,
        takeback_request=None,
    )


def _round_started(game: Game, event: e.RoundStarted, now_ms: int) -> Game:
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
        takebacks_x=game.takebacks_o,
        takebacks_o=game.takebacks_x,
        acts_x=game.acts_o,
        acts_o=game.acts_x,
        stand_in=None if game.stand_in is None else other(game.stand_in),
    )


def _finished(game: Game, event: e.GameFinished, now_ms: int) -> Game:
    line = game.previous_round.result.line if game.previous_round and event.reason in ("line", "score") else ()
    return replace(
        game,
        result=Result(winner=event.winner, reason=event.reason, line=line),
        finished_ms=now_ms,
        clock=None if game.clock is None else game.clock.stopped(now_ms),
        draw_offer=None,
        takeback_request=None,
        stand_in=None,
    )


def _again(game: Game, event: e.PlayAgainAnswered, now_ms: int) -> Game:
    if event.by == "X":
        return replace(game, again_x=event.value, again_variant_x=event.variant)
    return replace(game, again_o=event.value, again_variant_o=event.variant)


def _rematched(game: Game, event: e.RematchAgreed, now_ms: int) -> Game:
    return replace(game, next_game=event.next_game)


def _taken_over(game: Game, event: e.SeatTakenOver, now_ms: int) -> Game:
    # What was asked of the one who is gone, nobody answers.
    return replace(game, stand_in=event.seat, stand_in_level=event.level, draw_offer=None, takeback_request=None)


def _given_back(game: Game, event: e.SeatGivenBack, now_ms: int) -> Game:
    return replace(game, stand_in=None)


def _deleted(game: Game, event: e.GameDeleted, now_ms: int) -> Game:
    return replace(game, deleted=True, clock=None if game.clock is None else game.clock.stopped(now_ms))


def rematch(game: Game, next_game: GameId, now_ms: int) -> Change:
    """The first change of the game that follows this one: the setup that both agreed on, the seats swapped."""
    assert game.x is not None
    seat: Seat = "O"
    # The rooms know no rematch: it is agreed at another door, and keeps nobody out of the rooms.
    setup = replace(game.setup, door=None)
    if game.again_variant_x is not None:
        setup = replace(setup, variant=game.again_variant_x)
    if objection(setup) is not None:
        # Another variant may not be rated as this one was: it is played all the same.
        setup = replace(setup, rated=False)
    opened = e.GameCreated(setup, game.x, seat, rematch_of=game.id, other=game.o)
    return Change(next_game, 1, now_ms, None, None, (opened,))


_APPLIERS: dict[type, Callable[[Game, Any, int], Game]] = {
    e.PlayerJoined: _joined,
    e.PlayerLeft: _left,
    e.GameStarted: _started,
    e.MoveMade: _moved,
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
