"""What a review makes of the searches: verdicts only get surer, and forced lines end as proven."""

from noughts.engine import Analysis, Valued
from noughts.games.rounds import Round
from noughts.messages.setup import Setup
from noughts.rules import Move, Position, parse_game
from noughts.server.computer.game_review import GameReview
from tests.games.playing import ANN, BOB, Play

# X completes five in row 8; O plays in row 1.
WON = "gomoku.h8a1i8c1j8e1k8g1l8"


def reviewed(text: str = WON) -> GameReview:
    variant, moves = parse_game(text)
    game = Play(Setup(variant=variant.name)).join().game
    return GameReview(game, [Round(1, ANN, BOB, tuple(moves))])


def analysis(position: Position, value: float = 0.0, *, exact: tuple[tuple[Move, float], ...] = ()) -> Analysis:
    proven = dict(exact)
    moves = [Valued(move=move, value=proven.get(move, value), exact=move in proven) for move in position.legal_moves()]
    moves.sort(key=lambda one: -one.value)
    return Analysis(value=moves[0].value, exact=moves[0].exact, moves=tuple(moves))


def look(review: GameReview) -> None:
    for step in review.backwards:
        review.learn(step, analysis(step.position))


def test_longer_searches_make_verdicts_surer() -> None:
    review = reviewed()
    look(review)
    summary = review.summary(is_searching=True)
    assert (summary.progress.searched, summary.progress.total, summary.progress.state) == (0, 9, "searching")
    assert {one.certainty for one in summary.moves} == {"quick"}
    review.close(review.steps[0], ())
    assert review.summary(is_searching=True).moves[0].certainty == "deep"
    assert [step.number for step in review.to_deepen] == [8, 7, 6, 5, 4, 3, 2, 1]


def test_a_proof_outlives_a_search_that_misses_it() -> None:
    review = reviewed()
    last = review.steps[-1]
    review.learn(last, analysis(last.position, exact=((last.move, 1.0),)))
    review.learn(last, analysis(last.position, 0.3))
    assert review.is_exact(last)


def test_a_proven_reply_decides_the_value_of_the_move_before_it() -> None:
    review = reviewed()
    last, before = review.steps[-1], review.steps[-2]
    review.learn(last, analysis(last.position, exact=((last.move, 1.0),)))
    review.learn(before, analysis(before.position, 0.1))
    look_at = [step for step in review.backwards if step.number < before.number]
    for step in look_at:
        review.learn(step, analysis(step.position))
    move = review.summary(is_searching=False).moves[before.number]
    assert (move.played.value, move.played.exact, move.verdict) == (-1, True, "blunder")


def test_a_line_is_shown_only_if_it_ends_as_proven() -> None:
    review = reviewed()
    look(review)
    last = review.steps[-1]
    assert review.first_of_line(last) is None
    review.learn(last, analysis(last.position, exact=((last.move, 1.0),)))
    assert review.first_of_line(last) == last.move
    review.close(last, (Move(14, "X"), Move(15, "O")))
    assert review.summary(is_searching=False).moves[-1].line is None
    review.close(last, (last.move,))
    line = review.summary(is_searching=False).moves[-1].line
    assert line is not None
    assert (line.winner, [one.name for one in line.moves]) == ("X", ["l8"])
    # The move before it loses, and its line goes on like that of the next move.
    before = review.steps[-2]
    assert [move.cell for move in review.known_line(before)] == [before.move.cell, last.move.cell]


def test_a_missed_win_is_shown_with_the_move_that_wins() -> None:
    review = reviewed("gomoku.h8a1i8c1j8e1k8g1a15")
    look(review)
    last = review.steps[-1]
    win = Move(parse_game(WON)[1][-1].cell, "X")
    review.learn(last, analysis(last.position, exact=((win, 1.0),)))
    assert review.first_of_line(last) == win
    review.close(last, (win,))
    line = review.summary(is_searching=False).moves[-1].line
    assert line is not None
    assert line.winner == "X"
