"""The computer's duties in every phase of a game with a person."""

import pytest

from noughts.games.application import created
from noughts.games.duties import duty_of
from noughts.games.orders import ComputerMove, DeleteGame
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.board_state import LastMove
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.messages.setup import Setup
from noughts.rules import Move
from tests.games.playing import ANN, START_MS, X_WINS, Play, two

COMPUTER = PlayerId("computer-3")


def against_computer(setup: Setup | None = None, seat: Seat = "X") -> Play:
    """Return a game of Ann in this seat against the computer."""
    play = Play()
    opened = e.GameCreated(setup or Setup(), ANN, seat, other=COMPUTER)
    play.changes = [Change(GameId("g1"), 1, START_MS, ANN, None, (opened,))]
    play.game = created(play.changes[0])
    return play


def owed(play: Play) -> str | None:
    duty = duty_of(play.game)
    if duty is None:
        return None
    assert duty.level == 3
    assert play.game.player_at(duty.seat) == COMPUTER
    return duty.what


def started(seat: Seat = "X", setup: Setup | None = None) -> Play:
    play = against_computer(setup, seat)
    play.do(COMPUTER, c.StartGame())
    return play


def test_starts_the_game_and_moves_in_its_turn() -> None:
    play = against_computer()
    assert owed(play) == "start"
    play.do(COMPUTER, c.StartGame())
    assert owed(play) is None
    play.moves(4)
    assert owed(play) == "move"
    play.moves(0)
    assert owed(play) is None
    play.check()


def test_a_move_by_the_person_starts_the_game() -> None:
    assert owed(against_computer().moves(4)) == "move"


def test_the_computer_moves_first_as_x() -> None:
    assert owed(started("O")) == "move"


@pytest.mark.parametrize("offered", ["draw", "takeback"])
@pytest.mark.parametrize("cells", [(4, 0), (4, 0, 8)], ids=["the person's turn", "its own turn"])
def test_the_computer_answers_an_offer_before_it_moves(offered: c.Offered, cells: tuple[int, ...]) -> None:
    play = started().moves(*cells)
    play.do(ANN, c.Offer(what=offered))
    assert owed(play) == offered
    play.do(COMPUTER, c.DeclineOffer(what=offered))
    assert owed(play) == ("move" if len(cells) == 3 else None)


def test_after_the_end_the_computer_only_answers_a_rematch() -> None:
    play = started().moves(*X_WINS)
    assert owed(play) is None
    play.do(ANN, c.PlayAgain(value=True))
    assert owed(play) == "rematch"
    play.do(ANN, c.PlayAgain(value=True, variant="misere"))
    assert owed(play) == "rematch"
    play.do(COMPUTER, c.PlayAgain(value=True, variant="misere"))
    assert owed(play) is None
    following = play.rematch()
    # The seats are swapped, and the game starts by itself.
    assert (following.game.x, following.game.started, owed(following)) == (COMPUTER, True, "move")


def test_does_not_act_while_a_player_has_enough_time() -> None:
    play = started().moves(*X_WINS)
    play.do(ANN, c.PlayAgain(value=False))
    assert owed(play) is None


def test_in_a_series_the_computer_starts_the_next_round() -> None:
    play = started(setup=Setup(rounds=3)).moves(*X_WINS)
    assert play.game.round == 2
    assert owed(play) == "move"


def test_has_no_duty_between_people_or_in_a_deleted_game() -> None:
    assert duty_of(two().moves(4).game) is None
    play = started().moves(4).as_room()
    play.do(ANN, DeleteGame())
    assert owed(play) is None


def test_the_computers_move_is_accepted_only_on_the_same_board() -> None:
    play = started().moves(4)
    late = ComputerMove(seat="O", move=Move(0, "O"), ply=1)
    for wrong in (
        ComputerMove(seat="X", move=Move(0, "X"), ply=1),
        ComputerMove(seat="O", move=Move(0, "O"), ply=0),
        ComputerMove(seat="O", move=Move(0, "O"), ply=2),
    ):
        assert play.refusal(COMPUTER, wrong) == "stale"
    assert play.refusal(COMPUTER, ComputerMove(seat="O", move=Move(4, "O"), ply=1)) == "cell_taken"
    assert play.do(COMPUTER, late) == ["MoveMade"]
    assert play.refusal(COMPUTER, late) == "stale"


def test_a_quick_move_stays_marked_until_the_next() -> None:
    play = started().moves(4)
    play.do(COMPUTER, ComputerMove(seat="O", move=Move(0, "O"), ply=1, unprepared=True))
    seen = [play.game.last_move]
    play.moves(8)
    seen.append(play.game.last_move)
    assert seen == [
        LastMove(cell=0, mark="O", seat="O", unprepared=True),
        LastMove(cell=8, mark="X", seat="X"),
    ]
    play.check()
