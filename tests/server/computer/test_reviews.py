"""Reviews of games: a quick look first, then a longer search in the background while somebody asks."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.client import Client
from noughts.messages.board_state import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.messages.teaching import Review
from noughts.rules import Move, find_variant, parse_game
from noughts.server.computer import analyst, reviews
from tests.waiting import until

# O doesn't stop the three in row 8, and X wins by force.
GAME = "gomoku.h8h9i8i9j8a1"


class Viewers:
    """A finished game of two players, and its reviews."""

    def __init__(self, application: Application, game: str, names: dict[str, PlayerCard]) -> None:
        self._analysis = application.services.analysis
        self._game = game
        self._names = names

    async def ask(self, name: str = "ann") -> Review:
        said = await self._analysis.review(self._game, self._names[name], "10.0.0.1")  # type: ignore[arg-type]
        assert not isinstance(said, Refusal)
        return said

    async def has(self, state: str) -> bool:
        return (await self.ask()).progress.state == state


@pytest_asyncio.fixture
async def viewers(application: Application, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Viewers]:
    monkeypatch.setattr(reviews, "DEEP_MS", 40)
    monkeypatch.setattr(reviews, "LINE_MS", 400)
    application.services.engine_pool.start()
    async with Client(application.address) as ann, Client(application.address) as bob:
        variant, moves = parse_game(GAME)
        x = await ann.create(variant=variant.name)
        o = await bob.join(x.id)
        for number, move in enumerate(moves):
            mover = (x, o)[number % 2]
            await mover.until_my_turn()
            await mover.move(move.cell)
        await o.resign()
        assert ann.player is not None
        assert bob.player is not None
        await until(lambda: application.services.engine_pool.is_ready, timeout=100)
        yield Viewers(application, x.id, {"ann": ann.player, "bob": bob.player})


async def _until_done(viewers: Viewers) -> Review:
    for _ in range(1000):
        review = await viewers.ask()
        if review.progress.state == "done":
            return review
        await _a_moment()
    raise AssertionError(review.progress)


async def _a_moment() -> None:
    await asyncio.sleep(0.02)


async def test_the_first_answer_is_quick_and_later_ones_are_surer(viewers: Viewers) -> None:
    first = await viewers.ask()
    assert (first.progress.searched, first.progress.total, first.progress.state) == (0, 6, "searching")
    assert {move.certainty for move in first.moves} <= {"quick", "exact"}
    last = await _until_done(viewers)
    assert last.progress.searched == 6
    assert {move.certainty for move in last.moves} <= {"deep", "exact"}
    # The last move loses by force, and the line shows how.
    line = last.moves[-1].line
    assert line is not None
    assert line.winner == "X"
    assert line.moves[0].name == "a1"
    variant = find_variant("gomoku")
    played = [*parse_game(GAME)[1][:-1], *(Move(one.cell, one.mark) for one in line.moves)]
    outcome = variant.replay(played).outcome()
    assert outcome is not None
    assert outcome.winner == "X"


async def test_the_search_ends_when_nobody_looks_and_continues_later(
    viewers: Viewers, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as absent:
        absent.setattr(reviews, "GONE_SECONDS", -1.0)
        assert await viewers.has("searching")
        for _ in range(5):
            await _a_moment()
            assert (await viewers.ask()).progress.searched == 0
    assert (await _until_done(viewers)).progress.searched == 6


async def test_the_search_leaves_the_player_time_for_hints(viewers: Viewers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "PAUSE_SECONDS", 0.01)
    with monkeypatch.context() as poor:
        poor.setattr(analyst, "RESERVED_SECONDS", 1e9)
        assert await viewers.has("searching")
        for _ in range(5):
            await _a_moment()
            assert (await viewers.ask()).progress.searched == 0
    assert (await _until_done(viewers)).progress.searched == 6


async def test_only_some_games_are_searched_at_one_time(viewers: Viewers, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await viewers.has("searching")
    with monkeypatch.context() as full:
        full.setattr(reviews, "MOST_REVIEWS", 0)
        # A search that runs already goes on, for all who look.
        assert (await viewers.ask("bob")).progress.state in ("searching", "done")
    assert (await _until_done(viewers)).progress.searched == 6
