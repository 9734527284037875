"""The puzzle API: the daily one, any other, and attempts. No token needed."""

from datetime import UTC, datetime
from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from noughts.doors.http.documented import READING, documented
from noughts.doors.http.error_responses import Refused
from noughts.engine.puzzles import MANY_MOVES, Puzzle, daily_puzzle, puzzles, puzzles_like
from noughts.messages.puzzling import PuzzleAttempt, PuzzleCard, PuzzleVerdict
from noughts.messages.refusals import Refusal
from noughts.rules import BadNotation, IllegalMove, parse_move
from noughts.server.sessions.services import Services

PuzzleId = Annotated[str, Parameter(description="the puzzle's id, such as `classic-17`", max_length=40)]
OfVariant = Annotated[
    str | None, Parameter(description="only this variant; any variant if omitted", min_length=1, max_length=20)
]
OfDifficulty = Annotated[
    int | None, Parameter(description="only this difficulty; any difficulty if omitted", ge=1, le=5)
]
OfMoves = Annotated[
    int | None,
    Parameter(
        description=f"only puzzles won in this many moves of your own ({MANY_MOVES}: or more); any if omitted",
        ge=1,
        le=MANY_MOVES,
    ),
]

_MS_PER_DAY = 86_400_000


@get(
    "/puzzles/daily",
    tags=["puzzles"],
    summary="Get the daily puzzle, the same for everyone (days are in UTC)",
    responses=documented(PuzzleCard, words="Today's puzzle."),
    sync_to_thread=False,
)
def show_daily_puzzle(services: Services) -> PuzzleCard:
    now_ms = services.environment.now_ms()
    date = datetime.fromtimestamp(now_ms / 1000, UTC).date().isoformat()
    return _card(daily_puzzle(now_ms // _MS_PER_DAY), date)


@get(
    "/puzzles/random",
    tags=["puzzles"],
    summary="Get a random puzzle, optionally of one variant, difficulty and number of moves",
    responses=documented(PuzzleCard, "no_such_puzzle", "malformed", words="A random puzzle."),
    sync_to_thread=False,
)
def show_random_puzzle(
    services: Services, variant: OfVariant = None, difficulty: OfDifficulty = None, moves: OfMoves = None
) -> PuzzleCard:
    found = puzzles_like(variant, difficulty, moves)
    if not found:
        raise Refused(Refusal("no_such_puzzle"))
    return _card(services.environment.pick(found))


@get(
    "/puzzles/{puzzle_id:str}",
    tags=["puzzles"],
    summary="Get a puzzle",
    responses=documented(PuzzleCard, "no_such_puzzle", "malformed", words="The puzzle."),
    sync_to_thread=False,
)
def show_puzzle(puzzle_id: PuzzleId) -> PuzzleCard:
    return _card(find_puzzle(puzzle_id))


@post(
    "/puzzles/{puzzle_id:str}/attempts",
    tags=["puzzles"],
    summary="Try a move or give up",
    status_code=200,
    responses=documented(
        PuzzleVerdict, *READING, "no_such_puzzle", "bad_notation", "cell_taken", words="Whether the move was right."
    ),
    sync_to_thread=False,
)
def try_puzzle(puzzle_id: PuzzleId, data: PuzzleAttempt) -> PuzzleVerdict:
    puzzle = find_puzzle(puzzle_id)
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


def find_puzzle(puzzle_id: str) -> Puzzle:
    """Return the puzzle with this id. Raises `Refused`."""
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
        order=position.marks_by_age,
    )


HANDLERS = [show_daily_puzzle, show_random_puzzle, show_puzzle, try_puzzle]
