"""The board of a game, whose bytes are partly kept between moves, equals a board that is encoded as a whole."""

import random

import pytest

from noughts.games.application import apply, created
from noughts.games.board import board_state, seated
from noughts.games.change_facts import is_plain_move
from noughts.games.decision import Context
from noughts.games.decisions import decide
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.board_state import PlayerCard
from noughts.messages.codec import decode_message
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.setup import ClockSetting, Setup
from noughts.rules import VARIANTS
from noughts.server.tables.board_view import BoardView
from noughts.server.tables.stored import stored

X, O = PlayerId("x"), PlayerId("o")  # noqa: E741 - the seat's own name
CARDS = {X: PlayerCard(id=X, name="Ann"), O: PlayerCard(id=O, name="Bob")}
CLOCKS = [None, ClockSetting(base_seconds=60, increment_seconds=2), ClockSetting(days_per_move=1)]


@pytest.mark.parametrize("variant", [variant.name for variant in VARIANTS])
def test_every_board_of_a_game_is_complete(variant: str) -> None:
    chance = random.Random(variant)
    for clock in CLOCKS:
        setup = Setup(variant=variant, clock=clock, rounds=3)
        opened = e.Change(GameId("g"), 1, 0, X, None, (e.GameCreated(setup, X, "X"), e.PlayerJoined(O, "O")))
        game = created(opened)
        view = BoardView(game, dict(CARDS))
        change = e.Change(GameId("g"), 2, 0, O, None, (e.PlayerJoined(O, "O"),))
        while True:
            before, game = game, apply(game, change)
            view.update(stored(before, change, game, is_ours=True))
            whole = board_state(game, seated(game, CARDS))
            if chance.random() < 0.9:
                # Sometimes nobody asks for the board.
                assert view.packet is view.packet
                assert decode_message(view.packet.json()) == whole
                assert view.board == whole
            if game.result is not None:
                break
            mover = game.x if game.turn == "X" else game.o
            if chance.random() < 0.1 and game.draw_offer is None:
                command: c.Offer | c.MakeMove = c.Offer(what="draw")
            else:
                move = chance.choice(game.position.legal_moves())
                command = c.MakeMove(cell=move.cell, mark=move.mark)
            decision = decide(game, command, Context(mover, game.version * 10, lambda: GameId("n")))
            assert isinstance(decision, tuple)
            change = e.Change(game.id, game.version + 1, game.version * 10, mover, None, decision)


def test_a_new_name_is_shown_at_once() -> None:
    opened = e.Change(GameId("g"), 1, 0, X, None, (e.GameCreated(Setup(), X, "X", other=O),))
    game = created(opened)
    view = BoardView(game, dict(CARDS))
    assert b"Bob" in view.packet.json()
    change = e.Change(GameId("g"), 2, 10, X, None, (e.MoveMade(4, "X"),))
    assert is_plain_move(change.events)
    after = apply(game, change)
    view.update(stored(game, change, after, is_ours=True))
    view.set_card(PlayerCard(id=O, name="Robert"))
    assert view.board == decode_message(view.packet.json())
    assert b"Robert" in view.packet.json()
    assert b"Bob" not in view.packet.json()
