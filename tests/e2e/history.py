"""Accounts with rated games, for the pages that show them: played over the API."""

from contextlib import AsyncExitStack
from itertools import combinations

from noughts.client import Api
from tests.e2e.person import PASSWORD

# After this many rated games a rating is on the leaderboard.
GAMES_EACH = 40
# Players named earlier win, except in every few games.
UPSET = 4


async def play_rated(url: str, *names: str) -> None:
    """Make these accounts, and let each play everybody else in short games of gomoku."""
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Api(url)) for _ in names]
        for player, name in zip(players, names, strict=True):
            await player.register(name, PASSWORD)
        pairs = list(combinations(players, 2))
        for number in range(GAMES_EACH * len(players) // 2):
            better, worse = pairs[number % len(pairs)]
            winner, loser = (worse, better) if number % UPSET == 0 else (better, worse)
            clock = {"baseSeconds": 120, "incrementSeconds": 3}
            game = (await winner.create(variant="gomoku", rated=True, clock=clock, seat="X")).game
            await loser.join(game)
            await winner.move(game, 112)
            await loser.move(game, 97)
            await loser.resign(game)
