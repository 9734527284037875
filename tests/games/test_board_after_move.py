"""The shortcuts to the state after a move and after a round give the same state as a full computation."""

import random

import pytest

from noughts.games.application import apply, created
from noughts.games.board import board_after_move, board_after_round, board_state, seated
from noughts.games.change_facts import is_plain_move, is_play
from noughts.games.decision import Context
from noughts.games.decisions import decide
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.setup import ClockSetting, Setup
from noughts.rules import VARIANTS

X, O = PlayerId("x"), PlayerId("o")  # noqa: E741 - the seat's own name
CARDS = {X: PlayerCard(id=X, name="Ann"), O: PlayerCard(id=O, name="Bob")}
CLOCKS = [None, ClockSetting(base_seconds=60, increment_seconds=2), ClockSetting(days_per_move=1)]


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_the_shortcut_equals_the_full_state(variant: str) -> None:
    chance = random.Random(variant)
    for clock in CLOCKS:
        setup = Setup(variant=variant, clock=clock, rounds=3)
        opened = e.Change(GameId("g"), 1, 0, X, None, (e.GameCreated(setup, X, "X"), e.PlayerJoined(O, "O")))
        game = apply(created(opened), e.Change(GameId("g"), 2, 0, O, None, (e.PlayerJoined(O, "O"),)))
        state = board_state(game, seated(game, CARDS))
        while game.result is None:
            mover = game.x if game.turn == "X" else game.o
            if chance.random() < 0.1 and game.draw_offer is None:
                command: c.Offer | c.MakeMove = c.Offer(what="draw")
            else:
                move = chance.choice(game.position.legal_moves())
                command = c.MakeMove(cell=move.cell, mark=move.mark)
            decision = decide(game, command, Context(mover, game.version * 10, lambda: GameId("n")))
            assert isinstance(decision, tuple)
            game = apply(game, e.Change(game.id, game.version + 1, game.version * 10, mover, None, decision))
            players = seated(game, CARDS)
            if is_plain_move(decision):
                state = board_after_move(state, game)
            elif is_play(decision):
                state = board_after_round(state, game, players)
            else:
                state = board_state(game, players)
            assert state == board_state(game, players)
