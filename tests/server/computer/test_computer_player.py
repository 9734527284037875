"""The computer in a seat of a running server: it plays, answers, and is a player like any other."""

import asyncio

import pytest

from noughts.app import Application
from noughts.client import Client, CommandRefused, RemoteGame
from noughts.messages import commands as c
from noughts.messages.board_state import BoardState
from noughts.messages.setup import ClockSetting
from noughts.rules import VARIANTS
from noughts.server.computer import engine_pool

# The first move waits for a process to start, and the machine may be busy.
PATIENCE_SECONDS = 60.0


async def play_out(game: RemoteGame, *, most_moves: int = 500) -> BoardState:
    """Play the first legal cell on each of our turns, until the game is over or we have made `most_moves`."""
    for _ in range(most_moves):
        state = await game.until_my_turn(PATIENCE_SECONDS)
        if state.result is not None:
            return state
        await game.move(game.legal_moves()[0].cell)
    return await game.until_my_turn(PATIENCE_SECONDS)


async def test_plays_every_variant(application: Application) -> None:
    async with Client(application.address) as ann:
        for variant in VARIANTS:
            game = await ann.create(variant=variant.name, opponent="computer-2", seat="O")
            state = await play_out(game, most_moves=3)
            assert state.players.X is not None
            assert (state.players.X.kind, state.players.X.name) == ("computer", "Noughts 2")
            assert state.result is not None or state.ply >= 7
            assert len(state.cells) == variant.size


async def test_the_best_level_never_loses_on_solved_boards(application: Application) -> None:
    async with Client(application.address) as ann:
        for variant in ("classic", "misere"):
            state = await play_out(await ann.create(variant=variant, opponent="computer-8", seat="O"))
            assert state.result is not None
            assert state.result.winner != "O"


async def test_joins_at_once_when_named(application: Application) -> None:
    async with Client(application.address) as ann:
        for name in ("computer-4", "Noughts 4", "noughts 4"):
            state = (await ann.pair(opponent=name)).state
            assert state is not None
            assert state.phase == "playing"
            assert "computer-4" in {card.id for card in (state.players.X, state.players.O) if card is not None}
        with pytest.raises(CommandRefused, match="Player not found"):
            await ann.create(opponent="computer-9")


async def test_a_client_with_screens_is_sent_to_the_board(application: Application) -> None:
    heard: list[str] = []
    async with Client(application.address, heard=lambda message: heard.append(type(message).__name__)) as ann:
        game = await ann.create(opponent="computer-1")
        await game.until(lambda state: state.started)
        assert "ClientInfo" in heard
        await game.move(4)
        assert (await game.until_my_turn(PATIENCE_SECONDS)).ply == 2


async def test_accepts_a_takeback_and_plays_on(application: Application) -> None:
    async with Client(application.address) as ann:
        game = await ann.create(variant="4x4", opponent="computer-5")
        await play_out(game, most_moves=2)
        await game.offer("takeback")
        state = await game.until(lambda state: state.ply == 2)
        assert (state.turn, state.offers) == ("X", {})
        assert (await play_out(game, most_moves=1)).ply == 4


async def test_accepts_a_draw_when_it_cannot_win(application: Application) -> None:
    async with Client(application.address) as ann:
        game = await ann.create(opponent="computer-8")
        await game.move(4)
        await game.until_my_turn(PATIENCE_SECONDS)
        await game.offer("draw")
        state = await game.until(lambda state: state.result is not None, PATIENCE_SECONDS)
        assert state.result is not None
        assert (state.result.winner, state.result.reason) == (None, "agreed")


async def test_declines_a_draw_in_a_won_game(application: Application) -> None:
    async with Client(application.address) as ann:
        # The first player wins in wild.
        game = await ann.create(variant="wild", opponent="computer-8", seat="O")
        state = await game.until_my_turn(PATIENCE_SECONDS)
        # The other mark, so that nobody can win at once.
        await game.move(state.cells.index("."), mark="X" if "O" in state.cells else "O")
        await game.until_my_turn(PATIENCE_SECONDS)
        await game.offer("draw")
        state = await game.until(lambda state: not state.offers, PATIENCE_SECONDS)
        assert state.result is None


async def test_accepts_a_rematch_in_the_requested_variant(application: Application) -> None:
    async with Client(application.address) as ann:
        game = await ann.create(opponent="computer-6")
        await game.resign()
        await game.ask(c.PlayAgain, value=True, variant="misere")
        state = await game.until(lambda state: state.next_game is not None)
        assert state.next_game is not None
        following = await ann.watch(state.next_game)
        first = await following.until_my_turn(PATIENCE_SECONDS)
        assert (first.variant, first.ply, following.seat) == ("misere", 1, "O")


async def test_plays_a_series_with_a_clock(application: Application) -> None:
    async with Client(application.address) as ann:
        clock = ClockSetting(base_seconds=30)
        state = await play_out(await ann.create(opponent="computer-7", rounds=3, clock=clock))
        assert state.result is not None
        assert state.round > 1
        assert state.result.reason == "score"


async def test_nobody_can_imitate_the_computer(application: Application) -> None:
    for name in ("Noughts 3", "computer-3", "N0ughts 8", "computer", "noughts_12"):
        with pytest.raises(CommandRefused, match="reserved"):
            async with Client(application.address, name=name):
                pass
    async with Client(application.address, name="Computer Wizard"):
        pass


async def test_a_busy_computer_says_how_long_to_wait(application: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_pool, "MOST_WAIT_SECONDS", -1.0)
    async with Client(application.address) as ann:
        with pytest.raises(CommandRefused, match="Too many people are playing the computer") as refused:
            await ann.create(opponent="computer-1")
        assert refused.value.wait_seconds is not None
        # People still play each other.
        await ann.create()


async def test_plays_many_games_at_once(application: Application) -> None:
    async with Client(application.address) as ann:
        games = [await ann.create(opponent=f"computer-{1 + number % 8}") for number in range(40)]
        finished = await asyncio.gather(*(play_out(game) for game in games))
    assert all(state.result is not None for state in finished)
    assert not application.server.computer_player._due
