"""Reviews moves: in a finished game, in a running game where help is allowed, or in any position.

The engine processes do all the thinking, one position at a time, so that a long game never delays a move. Two people
who play each other get no help.
"""

from collections import OrderedDict

from noughts.engine import Analysis, Valued
from noughts.engine.verdicts import Judgement, accuracy, judge
from noughts.games.game import Game
from noughts.games.rounds import Round, rounds_of
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import SEATS, GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.messages.teaching import Accuracy, MoveValue, PositionValue, Review, ReviewedMove
from noughts.rules import (
    BadNotation,
    Position,
    Variant,
    find_variant,
    move_name,
    other,
    parse_game,
    parse_position,
    position_text,
)
from noughts.server.computer.engine_jobs import Judged, JudgeMoves
from noughts.server.computer.engine_pool import EnginePool
from noughts.server.runtime.budget import Budget, Client
from noughts.server.tables.requests import Peek
from noughts.storage.games import changes_of, unfinished_of_variant
from noughts.storage.journal import Database

# The time for a whole game, shared among its moves; solved boards need none.
REVIEW_MS = 4_000
SHORTEST_MS, LONGEST_MS = 10, 100
HINT_MS = 300
# Games under review, one for each player, and finished reviews, kept for the next request.
MOST_REVIEWS = 16
MOST_KEPT = 256
BEST_SHOWN = 3


class GameAnalysis:
    """Rates moves, on a server with engine processes."""

    def __init__(self, database: Database, peek: Peek, engine_pool: EnginePool, budget: Budget) -> None:
        self._database = database
        self._peek = peek
        self._engine_pool = engine_pool
        self._budget = budget
        self._kept: OrderedDict[tuple[GameId, int], Review] = OrderedDict()
        self._reviewing: set[PlayerId] = set()

    async def review(self, game_id: GameId, player: PlayerCard, address: str) -> Review | Refusal:
        """Return every move of this game with its verdict. In a running game, only for a player who may get help."""
        game = await self._game(game_id)
        if isinstance(game, Refusal):
            return game
        if game.result is None and not may_be_helped(game, player.id):
            return Refusal("hints_unfair")
        kept = self._kept.get((game.id, game.version))
        if kept is not None:
            return kept
        if player.id in self._reviewing or len(self._reviewing) >= MOST_REVIEWS:
            return Refusal("computer_busy", wait_seconds=REVIEW_MS / 1000)
        self._reviewing.add(player.id)
        try:
            review = await self._judge_all(game, Client(address, player.id))
        finally:
            self._reviewing.discard(player.id)
        if isinstance(review, Review) and not review.plain:
            self._kept[game.id, game.version] = review
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return review

    async def hint(self, game_id: GameId, player: PlayerCard, address: str) -> MoveValue | Refusal:
        """Return a best move for this player, who must be to move and may be helped."""
        game = await self._game(game_id)
        if isinstance(game, Refusal):
            return game
        seat = game.seat_of(player.id)
        if seat is None:
            return Refusal("not_yours")
        if game.result is not None:
            return Refusal("game_over")
        if not may_be_helped(game, player.id):
            return Refusal("hints_unfair")
        if game.turn != seat:
            return Refusal("not_your_turn")
        variant = find_variant(game.setup.variant)
        analysis = await self._analyse(variant, game.position, HINT_MS, Client(address, player.id))
        return analysis if isinstance(analysis, Refusal) else _value(variant, analysis.moves[0])

    async def what_if(self, text: str, milliseconds: int, player: PlayerCard, address: str) -> PositionValue | Refusal:
        """Return the value of every move of this position or game in notation, unless this player is playing it right
        now.
        """
        try:
            variant, position = _parsed(text)
        except BadNotation as error:
            return Refusal("bad_notation", f"{error}.")
        if position.outcome() is not None:
            return Refusal("game_over")
        if await self._is_being_played(variant, position, player.id):
            return Refusal("hints_unfair")
        analysis = await self._analyse(variant, position, milliseconds, Client(address, player.id))
        if isinstance(analysis, Refusal):
            return analysis
        return PositionValue(
            position=position_text(variant, position),
            variant=variant.name,
            turn=position.to_move,
            value=analysis.value,
            exact=analysis.exact,
            plain=analysis.plain,
            moves=tuple(_value(variant, one) for one in analysis.moves),
        )

    async def _game(self, game_id: GameId) -> Game | Refusal:
        return await self._peek(game_id) or Refusal("no_such_game")

    async def _is_being_played(self, variant: Variant, position: Position, player: PlayerId) -> bool:
        """Return whether this player has exactly this board in a running game against somebody else."""
        if position.ply == 0:
            return False
        for game_id in await self._database.read(unfinished_of_variant, player, variant.name):
            game = await self._game(game_id)
            if isinstance(game, Game) and _looks_like(game.position, position) and not may_be_helped(game, player):
                return True
        return False

    async def _analyse(
        self, variant: Variant, position: Position, milliseconds: int, client: Client
    ) -> Analysis | Refusal:
        wait_seconds = self._budget.wait("analysis", client)
        if wait_seconds:
            return Refusal("computer_busy", wait_seconds=round(wait_seconds, 2))
        player = client.player or ""
        objection = self._engine_pool.objection_to_analysis(player)
        if objection is not None:
            return objection
        job = JudgeMoves(position=position_text(variant, position), milliseconds=milliseconds)
        began = self._budget.now()
        thought = await self._engine_pool.think(job, player, "analysis")
        # A solved board takes less than its time. Waiting for a free process doesn't count as time.
        self._budget.spend("analysis", client, min(milliseconds / 1000, self._budget.now() - began))
        return thought.analysis if isinstance(thought, Judged) else Refusal("computer_busy", wait_seconds=1)

    async def _judge_all(self, game: Game, client: Client) -> Review | Refusal:
        variant = find_variant(game.setup.variant)
        rounds = rounds_of(await self._database.read(changes_of, game.id))
        count = sum(len(one.moves) for one in rounds)
        milliseconds = min(LONGEST_MS, max(SHORTEST_MS, REVIEW_MS // max(1, count)))
        moves: list[ReviewedMove] = []
        judgements: dict[PlayerId, list[Judgement]] = {one: [] for one in (game.x, game.o) if one is not None}
        is_plain = False
        for one in rounds:
            position = variant.start()
            for ply, move in enumerate(one.moves):
                analysis = await self._analyse(variant, position, milliseconds, client)
                if isinstance(analysis, Refusal):
                    return analysis
                judgement = judge(position, analysis.moves, move)
                moves.append(_reviewed(variant, one, ply, judgement, analysis))
                judgements.setdefault(one.player_at(ply) or PlayerId(""), []).append(judgement)
                is_plain |= analysis.plain
                position = position.play(move)
        return Review(
            game=game.id,
            version=game.version,
            variant=variant.name,
            exact=all(one.played.exact and all(best.exact for best in one.best) for one in moves),
            plain=is_plain,
            moves=tuple(moves),
            accuracy=tuple(
                Accuracy(player=player, accuracy=accuracy(made), moves=len(made))
                for player, made in judgements.items()
                if player
            ),
        )


def may_be_helped(game: Game, player: PlayerId) -> bool:
    """Return whether help is fair: only against the computer, whose games have no ratings."""
    seat = game.seat_of(player)
    return seat is not None and game.computer_at(other(seat)) is not None


def _looks_like(one: Position, two: Position) -> bool:
    """Return whether the boards are the same, however many moves led to them."""
    in_order = one.marks_by_age, one.cells
    return one == two or (one.marks_by_age != () and in_order == (two.marks_by_age, two.cells))


def _parsed(text: str) -> tuple[Variant, Position]:
    """Parse a position in one line, or a game as its moves. A game has no spaces."""
    if " " in text:
        return parse_position(text)
    variant, moves = parse_game(text)
    return variant, variant.replay(moves)


def _reviewed(variant: Variant, one: Round, ply: int, judgement: Judgement, analysis: Analysis) -> ReviewedMove:
    value, distance = judgement.best.value, judgement.best.distance
    best = [move for move in analysis.moves if (move.value, move.distance) == (value, distance)]
    return ReviewedMove(
        round=one.number,
        ply=ply,
        seat=SEATS[ply % 2],
        player=one.player_at(ply),
        verdict=judgement.verdict,
        played=_value(variant, judgement.played),
        best=tuple(_value(variant, move) for move in best[:BEST_SHOWN]),
    )


def _value(variant: Variant, one: Valued) -> MoveValue:
    return MoveValue(
        cell=one.move.cell,
        mark=one.move.mark,
        name=move_name(variant, one.move),
        value=round(one.value, 3),
        exact=one.exact,
        distance=one.distance,
    )
