"""Rated games and their results over the API, on a real server."""

from collections.abc import AsyncIterator

import httpx2
import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.client.api import Api
from noughts.client.errors import CommandRefused
from tests.doors.rooms_user import RoomsUser

BLITZ = {"baseSeconds": 180}


@pytest_asyncio.fixture
async def ann(application: Application) -> AsyncIterator[Api]:
    async with httpx2.AsyncClient(base_url=application.address) as http:
        user = await RoomsUser(http).register("Ann")
    async with Api(application.address, user.token) as api:
        yield api


@pytest_asyncio.fixture
async def bob(application: Application) -> AsyncIterator[Api]:
    async with httpx2.AsyncClient(base_url=application.address) as http:
        user = await RoomsUser(http).register("Bob")
    async with Api(application.address, user.token) as api:
        yield api


async def test_a_rated_game_shows_on_every_page(ann: Api, bob: Api) -> None:
    board = await ann.create(variant="gomoku", clock=BLITZ, rated=True)
    assert board.rated is True
    assert [game.rated for game in (await ann.open_games()).games] == [True]
    await bob.join(board.game)
    assert await ann.rating_changes(board.game) == []
    await bob.resign(board.game)
    profile = await bob.player("ANN")
    assert (profile.username, profile.sums.won, profile.streak is not None) == ("Ann", 1, True)
    [rating] = profile.ratings
    assert (rating.variant, rating.speed, rating.is_provisional) == ("gomoku", "blitz", True)
    changes = {change.player: change for change in await ann.rating_changes(board.game)}
    assert changes[profile.player.id].before == 1500
    assert changes[profile.player.id].after == rating.rating > 1500
    [finished] = (await ann.player_games("Bob")).games
    assert (finished.game, finished.winner, len(finished.rating_changes)) == (board.game, "X", 2)
    versus = await ann.versus("Bob", "Ann")
    assert (versus.sums.played, versus.sums.lost) == (1, 1)
    [point] = (await ann.rating_history("Ann", "gomoku", "blitz")).points
    assert point.rating == rating.rating
    # One game is not enough for the leaderboard.
    assert (await ann.leaderboard("gomoku", "blitz")).places == []
    assert (await ann.leaderboard("gomoku", "blitz", around="ann", of="bots")).places == []


async def test_accepts_rated_games_only_where_they_can_be_rated(ann: Api) -> None:
    for fields in (
        {"variant": "gomoku"},
        {"variant": "classic", "clock": BLITZ},
        {"variant": "mnk-5x7-4", "clock": BLITZ},
        {"variant": "gomoku", "clock": BLITZ, "opponent": "computer-1"},
    ):
        with pytest.raises(CommandRefused) as refused:
            await ann.create(rated=True, **fields)
        assert refused.value.code == "not_rated", fields
    assert (await ann.create(rated=True, variant="classic", clock=BLITZ, rounds=2)).rated


async def test_guests_play_unrated(application: Application, ann: Api) -> None:
    board = await ann.create(variant="gomoku", clock=BLITZ, rated=True)
    async with Api(application.address) as guest:
        await guest.be_guest()
        for asked in (
            guest.create(variant="gomoku", clock=BLITZ, rated=True),
            guest.join(board.game),
            guest.pair(variant="gomoku", clock=BLITZ, rated=True),
        ):
            with pytest.raises(CommandRefused) as refused:
                await asked
            assert refused.value.code == "account_needed"
        # A player who seeks an unrated game is not paired into a rated one.
        assert (await guest.pair(variant="gomoku", clock=BLITZ)).game != board.game


async def test_pairs_two_players_who_seek_a_rated_game(ann: Api, bob: Api) -> None:
    mine = await ann.pair(variant="gomoku", clock=BLITZ, rated=True)
    assert (await bob.pair(variant="gomoku", clock=BLITZ)).game != mine.game
    assert (await bob.pair(variant="gomoku", clock=BLITZ, rated=True)).game == mine.game


ASKED = {
    "players/nobody": 404,
    "players/Ann/versus/nobody": 404,
    "players/Ann/versus/Bob?before=x": 422,
    "players/Ann/games?before=1": 422,
    "players/Ann/games?before=1-g": 200,
    "players/Ann/ratings/gomoku/soon": 422,
    "leaderboards/chess/blitz": 422,
    "leaderboards/gomoku/blitz?after=1500.25-abc": 200,
    "leaderboards/gomoku/blitz?after=-12.5-abc": 200,
    "leaderboards/gomoku/blitz?after=abc": 422,
    "leaderboards/gomoku/blitz?after=nan-abc": 422,
    "leaderboards/gomoku/blitz?around=nobody": 404,
    "leaderboards/mnk-5x7-4/blitz": 200,
    "games/none/ratings": 404,
}


async def test_refuses_invalid_requests(application: Application, ann: Api, bob: Api) -> None:
    async with httpx2.AsyncClient(base_url=f"{application.address}/api/v1/") as http:
        for path, status in ASKED.items():
            reply = await http.get(path)
            assert reply.status_code == status, (path, reply.text)
