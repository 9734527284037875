"""Reviews games: a quick look at every move at once, then a longer search of each in the background.

The background search uses the engine processes only while nobody waits for them, and the time of the player who looks.
It ends when nobody has asked for the review for a while, and continues when somebody asks again.
"""

import asyncio
from collections import OrderedDict

from msgspec import Struct

from noughts.games.game import Game
from noughts.games.rounds import rounds_of
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.messages.teaching import Review
from noughts.server.computer.analyst import Analyst
from noughts.server.computer.game_review import GameReview, Step
from noughts.server.runtime.budget import Client
from noughts.server.tables.journal import Spawn
from noughts.storage.games import changes_of
from noughts.storage.journal import Database

# The time of the first look at a whole game, shared among its moves; solved boards need none.
QUICK_MS = 2_000
SHORTEST_MS, LONGEST_MS = 10, 100
# The time of the longer search of one move, and of following a forced line to its end.
DEEP_MS = 1_500
LINE_MS = 1_000
# A player who hasn't asked for a review for this long no longer looks at it. The page asks every two seconds.
GONE_SECONDS = 10.0
# Games in their first look, one for each player, and games in a longer search.
MOST_REVIEWS = 16
MOST_KEPT = 256
# How often the background search checks whether its player has time again.
PAUSE_SECONDS = 1.0

_Key = tuple[GameId, int]


class _Viewer(Struct, frozen=True):
    key: _Key
    client: Client
    seen_at: float


class Reviews:
    """The reviews that were asked for lately."""

    def __init__(self, database: Database, analyst: Analyst, spawn: Spawn) -> None:
        self._database = database
        self._analyst = analyst
        self._spawn = spawn
        self._kept: OrderedDict[_Key, GameReview] = OrderedDict()
        self._looking: set[PlayerId] = set()
        # A player looks at one game at a time.
        self._viewers: dict[PlayerId, _Viewer] = {}
        self._deepening: set[_Key] = set()

    async def review(self, game: Game, player: PlayerId, address: str) -> Review | Refusal:
        """Return the review as far as it is known, after a quick look if there is none."""
        client = Client(address, player)
        known = self._kept.get((game.id, game.version))
        if known is None:
            if player in self._looking or len(self._looking) >= MOST_REVIEWS:
                return Refusal("computer_busy", wait_seconds=QUICK_MS / 1000)
            self._looking.add(player)
            try:
                looked = await self._look(game, client)
            finally:
                self._looking.discard(player)
            if isinstance(looked, Refusal):
                return looked
            known = looked
            if known.is_over or not known.is_plain:
                self._keep(known)
        return self._watched(known, client)

    async def _look(self, game: Game, client: Client) -> GameReview | Refusal:
        review = GameReview(game, rounds_of(await self._database.read(changes_of, game.id)))
        milliseconds = min(LONGEST_MS, max(SHORTEST_MS, QUICK_MS // max(1, len(review.steps))))
        for step in review.backwards:
            analysis = await self._analyst.analyse(review.variant, step.position, milliseconds, client)
            if isinstance(analysis, Refusal):
                return analysis
            review.learn(step, analysis)
        return review

    def _keep(self, review: GameReview) -> None:
        self._kept[review.key] = review
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def _watched(self, review: GameReview, client: Client) -> Review:
        """Note that this player looks at the review, and search on if anything is left to find."""
        # Verdicts on a running game are asked for after each move: only a finished game is worth the time.
        if not review.is_over or not review.to_deepen:
            return review.summary(is_searching=False)
        now = self._analyst.now()
        self._viewers = {player: one for player, one in self._viewers.items() if now - one.seen_at <= GONE_SECONDS}
        assert client.player is not None
        self._viewers[PlayerId(client.player)] = _Viewer(review.key, client, now)
        if review.key not in self._deepening:
            if len(self._deepening) >= MOST_REVIEWS or not self._analyst.is_ready:
                return review.summary(is_searching=False, is_waiting=True)
            self._deepening.add(review.key)
            self._spawn(self._deepen(review))
        return review.summary(is_searching=True)

    async def _deepen(self, review: GameReview) -> None:
        try:
            for step in review.to_deepen:
                client = await self._viewer_with_time(review.key)
                if client is None or not await self._search(review, step, client):
                    return
        finally:
            self._deepening.discard(review.key)

    async def _viewer_with_time(self, key: _Key) -> Client | None:
        """Wait until a client who looks at this review may use the computer, and return it. None if nobody looks."""
        while True:
            now = self._analyst.now()
            clients = [
                one.client for one in self._viewers.values() if one.key == key and now - one.seen_at <= GONE_SECONDS
            ]
            waits = [(self._analyst.wait_in_background(client), client) for client in clients]
            if not waits:
                return None
            wait_seconds, client = min(waits, key=lambda one: one[0])
            if not wait_seconds:
                return client
            await asyncio.sleep(min(wait_seconds, PAUSE_SECONDS))

    async def _search(self, review: GameReview, step: Step, client: Client) -> bool:
        """Search one move for longer, and show how a proven result comes about. Return whether that worked."""
        if not review.is_exact(step):
            analysis = await self._analyst.analyse_in_background(review.variant, step.position, DEEP_MS, client)
            if analysis is None:
                return False
            review.learn(step, analysis)
        first = review.first_of_line(step)
        line = review.known_line(step) if first == step.move else ()
        if first is not None and not line:
            line = await self._analyst.follow(review.variant, step.position, first, LINE_MS, client)
        review.close(step, line)
        return True
