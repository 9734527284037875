"""The API of the puzzles: the one of the day, any other, and attempts. Nobody needs to be anybody for them."""

from datetime import UTC, datetime
from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from noughts.doors.documented import READING, documented
from noughts.doors.replies import Refused
from noughts.engine.puzzles import Puzzle, daily_puzzle, puzzles, puzzles_like
from noughts.messages.puzzling import PuzzleAttempt, PuzzleCard, PuzzleVerdict
from noughts.messages.refusals import Refusal
from noughts.rules import BadNotation, IllegalMove, parse_move
from noughts.server.session import Reception

PuzzleId = Annotated[str, Parameter(description="the puzzle's id, such as `classic-17`", max_length=40)]
OfVariant = Annotated[str | None, Parameter(description="of this variant; any without it", min_length=1, max_length=20)]
OfDifficulty = Annotated[int | None, Parameter(description="of this difficulty; any without it", ge=1, le=5)]

_MS_PER_DAY = 86_400_000


@get(
    "/puzzles/daily",
    tags=["puzzles"],
    summary="The puzzle of the day, the same for all (by the day in UTC)",
    responses=documented(PuzzleCard, words="Today's puzzle."),
    sync_to_thread=False,
)
def show_daily_puzzle(reception: Reception) -> PuzzleCard:
    now_ms = reception.hall.outside.now_ms()
    date = datetime.fromtimestamp(now_ms / 1000, UTC).date().isoformat()
    return _card(daily_puzzle(now_ms // _MS_PER_DAY), date)


@get(
    "/puzzles/random",
    tags=["puzzles"],
    summary="Any puzzle, or any of a variant and a difficulty",
    responses=documented(PuzzleCard, "no_such_puzzle", "malformed", words="One of them, by chance."),
    sync_to_thread=False,
)
def show_random_puzzle(reception: Reception, variant: OfVariant = None, difficulty: OfDifficulty = None) -> PuzzleCard:
    found = puzzles_like(variant, difficulty)
    if not found:
        raise Refused(Refusal("no_such_puzzle"))
    return _card(reception.hall.outside.pick(found))


@get(
    "/puzzles/{puzzle_id:str}",
    tags=["puzzles"],
    summary="The puzzle of this id",
    responses=documented(PuzzleCard, "no_such_puzzle", "malformed", words="The puzzle."),
    sync_to_thread=False,
)
def show_puzzle(puzzle_id: PuzzleId) -> PuzzleCard:
    return _card(_find(puzzle_id))


@post(
    "/puzzles/{puzzle_id:str}/attempts",
    tags=["puzzles"],
    summary="Try a move, or give up",
    status_code=200,
    responses=documented(
        PuzzleVerdict, *READING, "no_such_puzzle", "bad_notation", "cell_taken", words="Whether it was the move."
    ),
    sync_to_thread=False,
)
def try_puzzle(puzzle_id: PuzzleId, data: PuzzleAttempt) -> PuzzleVerdict:
    puzzle = _find(puzzle_id)
    if data.move is None:
        return PuzzleVerdict(solved=False, solution=puzzle.line)
    variant, position = puzzle.parsed()
    try:
        move = parse_move(variant, position, data.move)
        position.play(move)
    except BadNotation as error:
        raise Refused(Refusal("bad_notation", f"{error}.")) from error
    except IllegalMove as illegal:
        raise Refused(Refusal(illegal.code)) from illegal
    solved = puzzle.is_solved_by(move)
    return PuzzleVerdict(solved=solved, solution=puzzle.line if solved else ())


def _find(puzzle_id: str) -> Puzzle:
    puzzle = puzzles().get(puzzle_id)
    if puzzle is None:
        raise Refused(Refusal("no_such_puzzle"))
    return puzzle


def _card(puzzle: Puzzle, date: str | None = None) -> PuzzleCard:
    variant, position = puzzle.parsed()
    return PuzzleCard(
        id=puzzle.id,
        variant=puzzle.variant,
        position=puzzle.position,
        rows=variant.rows,
        cols=variant.cols,
        cells=position.cells,
        boards=position.boards,
        open_boards=position.open_boards,
        turn=position.to_move,
        moves=puzzle.moves_to_win,
        difficulty=puzzle.difficulty,
        date=date,
    )


HANDLERS = [show_daily_puzzle, show_random_puzzle, show_puzzle, try_puzzle]
