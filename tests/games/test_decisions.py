"""The effect of every command in every phase of a game, by X (Ann), by O (Bob) and by an outsider (Eve).

A cell of the table is X's result, then O's where it differs: a refusal's code or the names of the events. Separate
rules below give the results for others.
"""

from collections.abc import Callable
from typing import get_args

import pytest

from noughts.games.absence import Gone
from noughts.games.decisions import _DECIDERS, _MOVE_DECIDERS
from noughts.games.orders import (
    ClaimAbsence,
    ComputerMove,
    DecidedCommand,
    DeleteGame,
    EndIdle,
    EndOnTime,
    ExcuseDowntime,
    LeaveSeat,
    TakeSeat,
    TakeSeatBack,
)
from noughts.messages import commands as c
from noughts.messages.ids import PlayerId
from noughts.messages.refusals import Refusal
from noughts.messages.setup import Setup
from noughts.rules import Move
from tests.games.playing import ANN, BLITZ, BOB, EVE, START_MS, X_WINS, Play, two


def after(play: Play, *steps: tuple[PlayerId, DecidedCommand], at_ms: int = 0) -> Play:
    for player, command in steps:
        play.do(player, command)
    play.at_ms = at_ms
    return play


DRAW, TAKEBACK = c.Offer(what="draw"), c.Offer(what="takeback")
AGAIN, ENOUGH = c.PlayAgain(value=True), c.PlayAgain(value=False)

PHASES: dict[str, Callable[[], Play]] = {
    "open": Play,
    "moved alone": lambda: Play().moves(4),
    "lobby": lambda: Play().join(),
    "started": two,
    "one moved": lambda: two().moves(4),
    "both moved": lambda: two().moves(4, 0),
    "draw offered": lambda: after(two().moves(4, 0), (ANN, DRAW)),
    "takeback asked": lambda: after(two().moves(4, 0), (BOB, TAKEBACK)),
    "clock stands": lambda: two(BLITZ).moves(4),
    "clock runs": lambda: two(BLITZ).moves(4, 0),
    "time over": lambda: after(two(BLITZ).moves(4, 0), at_ms=60_000),
    "aborted": lambda: after(two(), (ANN, c.Abort())),
    "won": lambda: two().moves(*X_WINS),
    "again asked": lambda: after(two().moves(*X_WINS), (ANN, AGAIN)),
    "again declined": lambda: after(two().moves(*X_WINS), (BOB, ENOUGH)),
    "rematch": lambda: after(two().moves(*X_WINS), (ANN, AGAIN), (BOB, AGAIN)),
}
ALONE = ("open", "moved alone")
OVER = ("aborted", "won", "again asked", "again declined", "rematch")

COMMANDS: dict[str, DecidedCommand] = {
    "start": c.StartGame(),
    "move": c.MakeMove(cell=8),
    "resign": c.Resign(),
    "abort": c.Abort(),
    "draw": DRAW,
    "takeback": TAKEBACK,
    "accept draw": c.AcceptOffer(what="draw"),
    "accept takeback": c.AcceptOffer(what="takeback"),
    "decline draw": c.DeclineOffer(what="draw"),
    "decline takeback": c.DeclineOffer(what="takeback"),
    "give time": c.GiveTime(),
    "again": AGAIN,
    "enough": ENOUGH,
    "decline challenge": c.DeclineChallenge(),
    "take seat": TakeSeat(),
    "leave seat": LeaveSeat(),
    "end on time": EndOnTime(),
    "excuse downtime": ExcuseDowntime(0, 10**13),
    # For the player to move; no player here is the computer.
    "computer's move": ComputerMove(seat="X", move=Move(8, "X"), ply=2),
    "claim of ann": ClaimAbsence(claimant=ANN, what="win", gone=Gone(START_MS + 10**6, START_MS)),
    "end idle": EndIdle(remove_before_ms=START_MS + 1, cancel_before_ms=START_MS + 10**9),
    # No downtime: nothing happens, and it is not an error.
    "take seat back": TakeSeatBack(ANN),
    "delete": DeleteGame(),
}

# While the game is running; `otherwise` is the result in all other phases.
GOING_ON: dict[str, dict[str, str]] = {
    "start": {
        "open": "opponent_missing",
        "moved alone": "opponent_missing",
        "lobby": "GameStarted",
        "otherwise": "already_started",
    },
    "move": {
        "moved alone": "not_your_turn",
        "one moved": "not_your_turn / MoveMade",
        "clock stands": "not_your_turn / MoveMade",
        "time over": "time_over / not_your_turn",
        "otherwise": "MoveMade / not_your_turn",
    },
    "resign": {"open": "opponent_missing", "moved alone": "opponent_missing", "otherwise": "GameFinished"},
    "abort": {
        "open": "GameFinished",
        "moved alone": "GameFinished",
        "lobby": "GameFinished",
        "started": "GameFinished",
        "one moved": "GameFinished",
        "clock stands": "GameFinished",
        "otherwise": "too_late_to_abort",
    },
    "draw": {
        "open": "opponent_missing",
        "moved alone": "opponent_missing",
        "draw offered": "already_offered / RoundFinished GameFinished",
        "otherwise": "OfferMade",
    },
    "takeback": {
        "open": "opponent_missing",
        "moved alone": "opponent_missing",
        "lobby": "nothing_to_take_back",
        "started": "nothing_to_take_back",
        "one moved": "nothing_to_take_back",
        "clock stands": "nothing_to_take_back",
        "takeback asked": "MovesTakenBack / already_offered",
        "otherwise": "OfferMade",
    },
    "accept draw": {"draw offered": "no_offer / RoundFinished GameFinished", "otherwise": "no_offer"},
    "accept takeback": {"takeback asked": "MovesTakenBack / no_offer", "otherwise": "no_offer"},
    "decline draw": {"draw offered": "OfferDeclined", "otherwise": "no_offer"},
    "decline takeback": {"takeback asked": "OfferDeclined", "otherwise": "no_offer"},
    "give time": {"clock runs": "TimeGiven", "time over": "TimeGiven", "otherwise": "no_clock"},
    "again": {"otherwise": "not_finished"},
    "enough": {"otherwise": "not_finished"},
    # It has no invited player: see test_challenges.py.
    "decline challenge": {"otherwise": "not_invited"},
    "take seat": {"otherwise": "own_game"},
    "leave seat": {
        "open": "GameFinished",
        "moved alone": "GameFinished",
        "lobby": "GameFinished / PlayerLeft",
        "otherwise": "already_started",
    },
    "end on time": {"clock runs": "not_finished", "time over": "GameFinished", "otherwise": "no_clock"},
    "excuse downtime": {"clock runs": "DowntimeExcused", "time over": "DowntimeExcused", "otherwise": "no_clock"},
    "computer's move": {"otherwise": "stale"},
    "take seat back": {"otherwise": ""},
    # With a clock at any time, without one when the absent player is to move.
    "claim of ann": {
        "clock runs": "GameFinished",
        "time over": "GameFinished",
        "otherwise": "nothing_to_claim",
    },
    "end idle": {
        "open": "GameDeleted",
        "lobby": "GameDeleted",
        "started": "GameDeleted",
        "clock runs": "not_finished",
        "time over": "not_finished",
        "otherwise": "GameFinished",
    },
    # Except for rooms: see below.
    "delete": {"otherwise": "not_a_room"},
}

# After the end, everything except the following is refused.
OVER_ALREADY: dict[str, dict[str, str]] = {
    "again": {
        "again asked": " / PlayAgainAnswered RematchAgreed",
        "again declined": "rematch_declined / PlayAgainAnswered",
        "rematch": "",
        "otherwise": "PlayAgainAnswered",
    },
    "enough": {"again declined": "PlayAgainAnswered / ", "rematch": "", "otherwise": "PlayAgainAnswered"},
    "decline challenge": {"otherwise": "not_invited"},
    "end on time": {"otherwise": "no_clock"},
    "excuse downtime": {"otherwise": "no_clock"},
    "computer's move": {"otherwise": "stale"},
    "take seat back": {"otherwise": ""},
    # Except for rooms: see below.
    "delete": {"otherwise": "not_a_room"},
}


def said_to(play: Play, player: PlayerId | None, command: DecidedCommand) -> str:
    decision = play.ask(player, command)
    return decision.code if isinstance(decision, Refusal) else " ".join(type(event).__name__ for event in decision)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", COMMANDS)
def test_decides_each_command_in_each_phase(name: str, phase: str) -> None:
    table = OVER_ALREADY if phase in OVER else GOING_ON
    row = table.get(name, {"otherwise": "game_over"})
    expected = row.get(phase, row["otherwise"]).split(" / ")
    play = PHASES[phase]()
    assert said_to(play, ANN, COMMANDS[name]) == expected[0]
    if phase not in ALONE:
        assert said_to(play, BOB, COMMANDS[name]) == expected[-1]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_stranger_may_only_take_a_free_seat(name: str, phase: str) -> None:
    play = PHASES[phase]()
    said = said_to(play, EVE, COMMANDS[name])
    if name == "take seat":
        assert said == ("game_over" if phase in OVER else "PlayerJoined" if phase in ALONE else "game_full")
    elif name == "decline challenge":
        assert said == said_to(play, None, COMMANDS[name]) == "not_invited"
    elif name in ("end on time", "excuse downtime", "computer's move", "take seat back", "claim of ann", "end idle"):
        # For the server's own commands the sender doesn't matter.
        assert said == said_to(play, None, COMMANDS[name]) == said_to(play, ANN, COMMANDS[name])
    else:
        assert said == "not_yours"
        assert said_to(play, None, COMMANDS[name]) == "not_yours"


@pytest.mark.parametrize("phase", PHASES)
def test_deciding_does_not_change_the_game(phase: str) -> None:
    play, same = PHASES[phase](), PHASES[phase]()
    for player in (ANN, BOB, EVE):
        for command in COMMANDS.values():
            play.ask(player, command)
    assert play.game == same.game
    play.check()


def test_the_table_has_all_commands() -> None:
    assert (
        {type(command) for command in COMMANDS.values()}
        == set(get_args(DecidedCommand))
        == {*_DECIDERS, *_MOVE_DECIDERS}
    )
    assert GOING_ON.keys() == COMMANDS.keys()


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_deleted_game_refuses_everything(name: str, phase: str) -> None:
    play = after(PHASES[phase]().as_room(), (ANN, DeleteGame()))
    for player in (ANN, BOB, EVE, None):
        assert said_to(play, player, COMMANDS[name]) == "no_such_game"


def test_only_the_invited_player_may_join() -> None:
    play = Play(Setup(opponent=EVE))
    assert said_to(play, BOB, TakeSeat()) == "not_invited"
    assert said_to(play, EVE, TakeSeat()) == "PlayerJoined"
