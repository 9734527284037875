"""Accounts with rated games, for the pages that show them. They play over the API, once for each server."""

from contextlib import AsyncExitStack
from itertools import combinations

from noughts.client import Api
from tests.e2e.person import PASSWORD

NAMES = ("Paula", "Quentin", "Rosa")
# After this many rated games a rating is on the leaderboard.
GAMES_EACH = 40
# Players named earlier win, except in every few games.
UPSET = 4


# The servers where they have played.
_played: set[str] = set()


async def play_rated(url: str) -> None:
    """Let these accounts play each other in short games of gomoku, unless they have done so."""
    if url in _played:
        return
    _played.add(url)
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Api(url)) for _ in NAMES]
        for player, name in zip(players, NAMES, strict=True):
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
