"""The moves of a game round by round."""

from noughts.games.rounds import rounds_of
from noughts.messages import commands as c
from tests.games.playing import ANN, BOB, X_WINS, best_of, two


def test_lists_the_rounds_of_a_series_with_seats_swapped() -> None:
    play = best_of(3).moves(*X_WINS).moves(4, 0)
    first, second = rounds_of(play.changes)
    assert [move.cell for move in first.moves] == list(X_WINS)
    assert (first.number, first.x, first.o) == (1, ANN, BOB)
    assert (second.number, second.x, second.o) == (2, BOB, ANN)
    assert [move.cell for move in second.moves] == [4, 0]
    assert (second.player_at("X"), second.player_at("O")) == (BOB, ANN)


def test_leaves_out_moves_that_were_taken_back() -> None:
    play = two().moves(4, 0, 8)
    play.do(ANN, c.Offer(what="takeback"))
    play.do(BOB, c.AcceptOffer(what="takeback"))
    play.moves(2)
    assert [move.cell for move in rounds_of(play.changes)[0].moves] == [4, 0, 2]
