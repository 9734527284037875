"""Accounts with rated games behind them, for the pages that show such: played over the API, as programs do."""

from contextlib import AsyncExitStack
from itertools import combinations

from noughts.client import Api
from tests.e2e.person import PASSWORD

# So many rated games make a rating sure enough for the leaderboard.
GAMES_EACH = 40
# Who is named earlier wins, but for every so manieth game.
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
