"""The review of one game, as far as it is known: a value for each move, which gets surer with every search.

It asks nobody: `reviews.py` runs the searches.
"""

from msgspec import Struct
from msgspec.structs import replace

from noughts.engine import Analysis, Valued
from noughts.engine.sharpen import after_reply, keep_proofs
from noughts.engine.verdicts import Judgement, accuracy, judge
from noughts.games.game import Game
from noughts.games.rounds import Round
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.teaching import (
    Accuracy,
    Certainty,
    ForcedLine,
    LineMove,
    MoveValue,
    Review,
    ReviewedMove,
    ReviewProgress,
)
from noughts.rules import Move, Position, Variant, find_variant, move_name

BEST_SHOWN = 3


class Step(Struct, frozen=True):
    """One move of the game: where it was made, and what it is called in the list of steps."""

    number: int
    round: Round
    position: Position
    move: Move


class _Found(Struct, frozen=True, kw_only=True):
    """What is known about one move. `is_searched` says that no longer search follows."""

    judgement: Judgement
    best: tuple[Valued, ...]
    is_plain: bool
    is_searched: bool = False
    line: ForcedLine | None = None

    @property
    def is_exact(self) -> bool:
        return self.judgement.played.exact and self.judgement.best.exact

    @property
    def is_solved(self) -> bool:
        """Whether even the distance to the end is known, so that no line is needed."""
        return self.is_exact and None not in (self.judgement.played.distance, self.judgement.best.distance)

    @property
    def certainty(self) -> Certainty:
        if self.is_exact:
            return "exact"
        return "deep" if self.is_searched and not self.is_plain else "quick"


class GameReview:
    """The moves of a game and what was found about them. Searches go from the last move to the first, because the end
    of a game proves the value of the moves before it.
    """

    def __init__(self, game: Game, rounds: list[Round]) -> None:
        self.key: tuple[GameId, int] = (game.id, game.version)
        self.variant: Variant = find_variant(game.setup.variant)
        self.is_over = game.result is not None
        self.steps: list[Step] = []
        self._players = [one for one in (game.x, game.o) if one is not None]
        self._found: dict[int, _Found] = {}
        for one in rounds:
            position = self.variant.start()
            for move in one.moves:
                self.steps.append(Step(len(self.steps), one, position, move))
                position = position.play(move)

    @property
    def is_plain(self) -> bool:
        """Whether a move was judged before the engine was ready."""
        return any(one.is_plain for one in self._found.values())

    @property
    def backwards(self) -> list[Step]:
        """Every move, the last first."""
        return self.steps[::-1]

    @property
    def to_deepen(self) -> list[Step]:
        """The moves that a longer search may judge better, the last first."""
        return [step for step in self.backwards if not self._is_final(step)]

    def is_exact(self, step: Step) -> bool:
        """Return whether the verdict on this move is proven."""
        found = self._found.get(step.number)
        return found is not None and found.is_exact

    def learn(self, step: Step, analysis: Analysis) -> None:
        """Judge this move by the value of every move. Proofs of earlier searches remain."""
        known = self._found.get(step.number)
        moves = keep_proofs(analysis.moves, () if known is None else (known.judgement.best, known.judgement.played))
        reply, same_mover = self._reply_to(step)
        moves = after_reply(moves, step.move, reply, same_mover=same_mover)
        judgement = judge(step.position, moves, step.move)
        best = [one for one in moves if (one.value, one.distance) == (judgement.best.value, judgement.best.distance)]
        self._found[step.number] = _Found(
            judgement=judgement,
            best=tuple(best[:BEST_SHOWN]),
            is_plain=analysis.plain,
        )

    def first_of_line(self, step: Step) -> Move | None:
        """Return the move with which the forced line begins that explains this verdict, or None if nothing is forced.

        If both the move and its best alternative are proven wins, the line shows the move.
        """
        judgement = self._found[step.number].judgement
        played, best = judgement.played, judgement.best
        if best.exact and best.value == 1 > played.value:
            return best.move
        return step.move if played.exact and abs(played.value) == 1 else None

    def known_line(self, step: Step) -> tuple[Move, ...]:
        """Return the line of the next move with this move before it: it shows what this move led to."""
        following = self._following(step)
        found = None if following is None else self._found.get(following.number)
        if found is None or found.line is None:
            return ()
        return (step.move, *(Move(one.cell, one.mark) for one in found.line.moves))

    def close(self, step: Step, line: tuple[Move, ...]) -> None:
        """Note that this move needs no more searches. The line is shown if it ends with the result that was proven."""
        found = self._found[step.number]
        self._found[step.number] = replace(found, is_searched=True, line=self._shown_line(step, line))

    def summary(self, *, is_searching: bool, is_waiting: bool = False) -> Review:
        """Return the review as it is now. Every move was judged at least once."""
        game_id, version = self.key
        judgements: dict[PlayerId, list[Judgement]] = {one: [] for one in self._players}
        for step in self.steps:
            player = step.round.player_at(step.position.to_move)
            if player is not None:
                judgements.setdefault(player, []).append(self._found[step.number].judgement)
        return Review(
            game=game_id,
            version=version,
            variant=self.variant.name,
            exact=all(one.is_exact for one in self._found.values()),
            plain=self.is_plain,
            progress=ReviewProgress(
                searched=sum(map(self._is_final, self.steps)),
                total=len(self.steps),
                state="searching" if is_searching else "waiting" if is_waiting else "done",
            ),
            moves=tuple(map(self._reviewed, self.steps)),
            accuracy=tuple(
                Accuracy(player=player, accuracy=accuracy(made), moves=len(made)) for player, made in judgements.items()
            ),
        )

    def _is_final(self, step: Step) -> bool:
        found = self._found.get(step.number)
        return found is not None and (found.is_searched or found.is_solved)

    def _shown_line(self, step: Step, moves: tuple[Move, ...]) -> ForcedLine | None:
        judgement, end, shown = self._found[step.number].judgement, step.position, []
        for move in moves:
            shown.append(LineMove(cell=move.cell, mark=move.mark, name=move_name(self.variant, move)))
            end = end.play(move)
        outcome = end.outcome()
        if outcome is None or outcome.winner is None:
            return None
        value = judgement.played.value if moves[0] == step.move else judgement.best.value
        is_as_proven = outcome.value_for(step.position.to_move) == value
        return ForcedLine(winner=outcome.winner, moves=tuple(shown)) if is_as_proven else None

    def _reply_to(self, step: Step) -> tuple[Valued | None, bool]:
        """Return the best reply to this move, if it is known, and whether the same player makes it."""
        following = self._following(step)
        found = None if following is None else self._found.get(following.number)
        if following is None or found is None:
            return None, False
        return found.judgement.best, following.position.to_move == step.position.to_move

    def _following(self, step: Step) -> Step | None:
        """Return the next move of the same round."""
        following = self.steps[step.number + 1 : step.number + 2]
        return following[0] if following and following[0].round is step.round else None

    def _reviewed(self, step: Step) -> ReviewedMove:
        found = self._found[step.number]
        return ReviewedMove(
            round=step.round.number,
            ply=step.position.ply,
            seat=step.position.to_move,
            player=step.round.player_at(step.position.to_move),
            verdict=found.judgement.verdict,
            certainty=found.certainty,
            played=value_of(self.variant, found.judgement.played),
            best=tuple(value_of(self.variant, one) for one in found.best),
            line=found.line,
        )


def value_of(variant: Variant, one: Valued) -> MoveValue:
    """Return a move and its value as a message."""
    return MoveValue(
        cell=one.move.cell,
        mark=one.move.mark,
        name=move_name(variant, one.move),
        value=round(one.value, 3),
        exact=one.exact,
        distance=one.distance,
    )
