"""A game as everyone may see it: the whole `BoardState`, built from the game and its players' cards."""

from collections.abc import Mapping
from functools import lru_cache

from noughts.games.clock import Clock
from noughts.games.game import Game, Result
from noughts.messages import board_state as shown
from noughts.messages.board_state import (
    Alike,
    BoardOfMove,
    BoardState,
    ClockState,
    Phase,
    PlayerCard,
    Players,
    Score,
    StandIn,
)
from noughts.messages.ids import SEATS, PlayerId, Seat
from noughts.messages.usernames import lookalike_key
from noughts.rules import find_variant

_NO_OFFERS: dict[str, Seat] = {}


def board_state(game: Game, players: Players) -> BoardState:
    """Return the state of `game` to be sent to everybody who looks at it."""
    position = game.position
    variant = find_variant(game.setup.variant)
    return BoardState(
        game=game.id,
        version=game.version,
        phase=phase_of(game),
        started=game.started,
        variant=game.setup.variant,
        rows=variant.rows,
        cols=variant.cols,
        cells=position.cells,
        turn=game.turn,
        ply=game.ply,
        last_move=game.last_move,
        players=players,
        result=None if game.result is None else _result(game.result),
        clock=None if game.clock is None else clock_state(game.clock),
        clock_setting=game.setup.clock,
        boards=position.boards,
        open_boards=position.open_boards,
        offers=offers(game),
        play_again=wants_again(game),
        next_game=game.next_game,
        round=game.round,
        rounds=game.setup.rounds,
        score=_score(game),
        previous_round=_previous_round(game),
        name=game.setup.name,
        visibility=game.setup.visibility,
        rated=game.setup.rated,
        absence=game.setup.absence,
        alike=alike(players),
        stand_ins=stand_ins(game),
        order=position.marks_by_age,
        stage=position.stage,
    )


def board_of_move(game: Game) -> BoardOfMove:
    """Return the part of `board_state` that a plain move may have changed."""
    position = game.position
    return BoardOfMove(
        game=game.id,
        version=game.version,
        started=game.started,
        cells=position.cells,
        turn=position.to_move,
        ply=game.ply,
        last_move=game.last_move,
        clock=None if game.clock is None else clock_state(game.clock),
        boards=position.boards,
        open_boards=position.open_boards,
        # A move answers a request to take one back.
        offers=_NO_OFFERS if game.draw_offer is None else offers(game),
        order=position.marks_by_age,
        stage=position.stage,
    )


def _score(game: Game) -> Score | None:
    return None if game.setup.rounds == 1 else Score(X=game.score[0] / 2, O=game.score[1] / 2)


def _result(result: Result) -> shown.Result:
    return shown.Result(winner=result.winner, reason=result.reason, line=result.line)


def _previous_round(game: Game) -> shown.PreviousRound | None:
    previous = game.previous_round
    if previous is None or game.round == 1:
        return None
    return shown.PreviousRound(cells=previous.cells, result=_result(previous.result))


def seated(game: Game, cards: Mapping[PlayerId, PlayerCard]) -> Players:
    """Return the cards of this game's players."""
    return Players(X=cards[game.x] if game.x else None, O=cards[game.o] if game.o else None)


# Remembered, because every end of a round asks for the same two cards again.
@lru_cache(4096)
def alike(players: Players) -> tuple[Alike, ...]:
    """Return what the two cards have in common. A picture that clients draw from the id is always distinct."""
    one, two = players.X, players.O
    if one is None or two is None:
        return ()
    name: tuple[Alike, ...] = ("name",) if lookalike_key(one.name) == lookalike_key(two.name) else ()
    return (*name, "picture") if one.picture is not None and one.picture == two.picture else name


def clock_state(clock: Clock) -> ClockState:
    return ClockState(x_ms=clock.x_ms, o_ms=clock.o_ms, running=clock.running, at_ms=clock.since_ms)


def wants_again(game: Game) -> tuple[Seat, ...]:
    """Return the seats that have asked for another game."""
    return tuple(seat for seat in SEATS if (answer := game.again.at(seat)) is not None and answer.value)


def phase_of(game: Game) -> Phase:
    if game.result is not None:
        return "finished"
    return "open" if game.free_seat is not None else "playing"


def stand_ins(game: Game) -> tuple[StandIn, ...]:
    player = None if game.stand_in is None else game.player_at(game.stand_in)
    if game.stand_in is None or player is None:
        return ()
    return (StandIn(seat=game.stand_in, level=game.stand_in_level, credited=player),)


def offers(game: Game) -> dict[str, Seat]:
    if game.draw_offer is None and game.takeback_request is None:
        return _NO_OFFERS
    standing: dict[str, Seat] = {}
    if game.draw_offer is not None:
        standing["draw"] = game.draw_offer
    if game.takeback_request is not None:
        standing["takeback"] = game.takeback_request
    return standing
