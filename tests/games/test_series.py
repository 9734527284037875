"""Best of N: the starter alternates, points go with the player, and it ends as soon as it is decided."""

import pytest

from noughts.games import series
from noughts.games.game import PreviousRound, Result
from noughts.messages import commands as c
from noughts.messages.ids import PlayerId
from tests.games.playing import ANN, BOB, DRAWN, O_WINS, X_WINS, Play, best_of


def points(play: Play, player: PlayerId) -> float:
    return play.game.score[0 if play.game.x == player else 1] / 2


def win(play: Play, player: PlayerId) -> None:
    """Play a round that this player wins, in either seat."""
    play.moves(*(X_WINS if play.game.x == player else O_WINS))


def test_after_a_round_the_seats_are_swapped_and_the_board_is_empty() -> None:
    play = best_of(3).moves(*X_WINS[:-1])
    assert play.do(ANN, c.MakeMove(cell=X_WINS[-1])) == ["MoveMade", "RoundFinished", "RoundStarted"]
    game = play.game
    assert (game.x, game.o, game.round, game.result) == (BOB, ANN, 2, None)
    assert (game.position.cells, game.moves, game.turn) == ("." * 9, (), "X")
    assert game.score == (0, 2)
    assert game.previous_round == PreviousRound(
        cells="XXXOO....", result=Result(winner="X", reason="line", line=(0, 1, 2))
    )
    play.check()


def test_ply_numbers_continue_over_rounds_so_that_a_late_move_is_stale() -> None:
    play = best_of(3).moves(*X_WINS)
    assert play.game.ply == 5
    assert play.refusal(BOB, c.MakeMove(cell=8, ply=0)) == "stale"
    assert play.do(BOB, c.MakeMove(cell=8, ply=5)) == ["MoveMade"]


def test_two_wins_decide_a_best_of_three() -> None:
    play = best_of(3)
    win(play, ANN)
    win(play, ANN)
    assert play.game.result is not None
    assert play.game.round == 2
    assert play.game.player_at(play.game.result.winner or "X") == ANN
    assert play.game.result.reason == "score"
    assert (points(play, ANN), points(play, BOB)) == (2, 0)
    play.check()


def test_the_line_of_the_last_round_is_shown_with_the_result() -> None:
    play = best_of(3)
    win(play, ANN)
    play.moves(*O_WINS)
    assert play.game.result == Result(winner="O", reason="score", line=(3, 4, 5))


@pytest.mark.parametrize(
    ("rounds", "winners", "wins"),
    [
        (2, "ab", None),
        (2, "-b", "b"),
        (2, "--", None),
        (3, "aa", "a"),
        (3, "ab-", None),
        (3, "abb", "b"),
        (3, "-aa", "a"),
        (3, "a--", "a"),
        (4, "aa-", "a"),
        (5, "aaa", "a"),
        (5, "ababb", "b"),
        (5, "aba-a", "a"),
        (5, "-----", None),
        (15, "aaaaaaaa", "a"),
    ],
)
def test_a_series_ends_when_nothing_can_change_who_leads(rounds: int, winners: str, wins: str | None) -> None:
    play, players = best_of(rounds), {"a": ANN, "b": BOB}
    for number, winner in enumerate(winners, 1):
        assert play.game.result is None, f"decided before round {number}"
        assert play.game.round == number
        if winner == "-":
            play.moves(*DRAWN)
        else:
            win(play, players[winner])
    result = play.game.result
    assert result is not None
    assert result.reason == "score"
    leader = None if result.winner is None else play.game.player_at(result.winner)
    assert leader == (None if wins is None else players[wins])
    assert points(play, ANN) == winners.count("a") + winners.count("-") / 2
    assert points(play, ANN) + points(play, BOB) == len(winners)
    play.check()


def test_the_starting_player_alternates() -> None:
    play = best_of(5)
    starters = []
    for _ in range(5):
        starters.append(play.game.x)
        play.moves(*DRAWN)
    assert starters == [ANN, BOB, ANN, BOB, ANN]


def test_an_agreed_draw_ends_the_round_and_not_the_series() -> None:
    play = best_of(3).moves(4, 0)
    play.do(ANN, c.Offer(what="draw"))
    assert play.do(BOB, c.AcceptOffer(what="draw")) == ["RoundFinished", "RoundStarted"]
    assert (points(play, ANN), points(play, BOB)) == (0.5, 0.5)
    assert play.game.draw_offer is None


def test_resigning_gives_up_the_whole_series() -> None:
    play = best_of(5)
    win(play, ANN)
    assert play.do(ANN, c.Resign()) == ["GameFinished"]
    assert play.game.result == Result(winner=play.game.seat_of(BOB), reason="resigned")


def test_the_wait_for_takebacks_follows_the_player_to_the_other_seat() -> None:
    play = best_of(3).moves(4, 0)
    play.do(ANN, c.Offer(what="takeback"))
    play.do(BOB, c.DeclineOffer(what="takeback"))
    refused = play.game.takebacks.at("X")
    play.do(ANN, c.Offer(what="draw"))
    play.do(BOB, c.AcceptOffer(what="draw"))
    assert (play.game.takebacks.at("O"), play.game.takebacks.at("X").refused) == (refused, 0)


@pytest.mark.parametrize(
    ("score", "played", "rounds", "decided"),
    [
        ((0, 0), 0, 1, False),
        ((2, 0), 1, 1, True),
        ((1, 1), 1, 1, True),
        ((2, 0), 1, 2, False),
        ((2, 0), 1, 3, False),
        ((4, 0), 2, 3, True),
        ((3, 1), 2, 3, False),
        ((2, 2), 2, 3, False),
        ((4, 2), 3, 4, False),
        ((5, 1), 3, 4, True),
    ],
)
def test_detects_when_a_series_is_decided(score: tuple[int, int], played: int, rounds: int, decided: bool) -> None:
    assert series.is_decided(score, played, rounds) is decided


def test_computes_points_and_the_leader() -> None:
    assert series.scored((1, 3), "X") == (3, 3)
    assert series.scored((1, 3), "O") == (1, 5)
    assert series.scored((1, 3), None) == (2, 4)
    assert (series.leader((2, 1)), series.leader((1, 2)), series.leader((2, 2))) == ("X", "O", None)
