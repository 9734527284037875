"""The teacher: says what moves are worth, in a game that is over, in one that may be helped in, or on any position.

All thinking is done by the thinking processes, a position at a time, so that a long game keeps nobody from moving.
Where two people play, nobody is helped.
"""

from collections import OrderedDict

from noughts.engine import Analysis, Valued
from noughts.engine.verdicts import Judgement, accuracy, judge
from noughts.games.game import Game
from noughts.games.rounds import Round, rounds_of
from noughts.messages.answers import PlayerCard
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
from noughts.server.hall import Hall
from noughts.server.jobs import Judged, JudgeMoves
from noughts.server.thinkers import Thinkers
from noughts.storage.games import changes_of, unfinished_of_variant

# A whole game gets so long, each of its moves a share; solved boards need none of it.
REVIEW_MS = 4_000
SHORTEST_MS, LONGEST_MS = 10, 100
HINT_MS = 300
# Games that are being gone through, and those that are kept for whoever asks again.
MOST_REVIEWS = 4
MOST_KEPT = 256
BEST_SHOWN = 3


class Teacher:
    """Explains moves, in an installation that thinks."""

    def __init__(self, hall: Hall, thinkers: Thinkers) -> None:
        self._hall = hall
        self._thinkers = thinkers
        self._kept: OrderedDict[tuple[GameId, int], Review] = OrderedDict()
        self._reviewing = 0

    async def review(self, game_id: GameId, player: PlayerCard) -> Review | Refusal:
        """Every move of this game, judged. While the game goes on, only for one who may be helped in it."""
        game = await self._game(game_id)
        if isinstance(game, Refusal):
            return game
        if game.result is None and not may_be_helped(game, player.id):
            return Refusal("hints_unfair")
        kept = self._kept.get((game.id, game.version))
        if kept is not None:
            return kept
        if self._reviewing >= MOST_REVIEWS:
            return Refusal("computer_busy", wait_seconds=REVIEW_MS / 1000)
        self._reviewing += 1
        try:
            review = await self._judge_all(game)
        finally:
            self._reviewing -= 1
        if isinstance(review, Review) and not review.plain:
            self._kept[game.id, game.version] = review
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return review

    async def hint(self, game_id: GameId, player: PlayerCard) -> MoveValue | Refusal:
        """A best move for this player, who must be to move and may be helped."""
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
        analysis = await self._analyse(variant, game.position, HINT_MS)
        return analysis if isinstance(analysis, Refusal) else _value(variant, analysis.moves[0])

    async def what_if(self, text: str, milliseconds: int, player: PlayerCard) -> PositionValue | Refusal:
        """The value of every move of this position or game in notation, unless this player plays it just now."""
        try:
            variant, position = _parsed(text)
        except BadNotation as error:
            return Refusal("bad_notation", f"{error}.")
        if position.outcome() is not None:
            return Refusal("game_over")
        if await self._is_being_played(variant, position, player.id):
            return Refusal("hints_unfair")
        analysis = await self._analyse(variant, position, milliseconds)
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
        table = await self._hall.find(game_id)
        if table is None:
            return Refusal("no_such_game")
        self._hall.rest(table)
        return table.game

    async def _is_being_played(self, variant: Variant, position: Position, player: PlayerId) -> bool:
        """Whether this player has this very board before it, in a game against somebody else."""
        if position.ply == 0:
            return False
        for game_id in await self._hall.database.read(unfinished_of_variant, player, variant.name):
            game = await self._game(game_id)
            if isinstance(game, Game) and game.position == position and not may_be_helped(game, player):
                return True
        return False

    async def _analyse(self, variant: Variant, position: Position, milliseconds: int) -> Analysis | Refusal:
        objection = self._thinkers.objection
        if objection is not None:
            return objection
        job = JudgeMoves(position=position_text(variant, position), milliseconds=milliseconds)
        thought = await self._thinkers.think(job)
        return thought.analysis if isinstance(thought, Judged) else Refusal("computer_busy", wait_seconds=1)

    async def _judge_all(self, game: Game) -> Review | Refusal:
        variant = find_variant(game.setup.variant)
        rounds = rounds_of(await self._hall.database.read(changes_of, game.id))
        count = sum(len(one.moves) for one in rounds)
        milliseconds = min(LONGEST_MS, max(SHORTEST_MS, REVIEW_MS // max(1, count)))
        moves: list[ReviewedMove] = []
        judgements: dict[PlayerId, list[Judgement]] = {player: [] for player in (game.x, game.o) if player is not None}
        is_plain = False
        for one in rounds:
            position = variant.start()
            for ply, move in enumerate(one.moves):
                analysis = await self._analyse(variant, position, milliseconds)
                if isinstance(analysis, Refusal):
                    return analysis
                judgement = judge(analysis.moves, move)
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
    """Whether help is fair: only against the computer, whose games have no ratings."""
    seat = game.seat_of(player)
    return seat is not None and game.computer_at(other(seat)) is not None


def _parsed(text: str) -> tuple[Variant, Position]:
    """A position in one line, or a game as its moves: the latter has no spaces."""
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
        position=one.move.cell,
        mark=one.move.mark,
        name=move_name(variant, one.move),
        value=round(one.value, 3),
        exact=one.exact,
        distance=one.distance,
    )
