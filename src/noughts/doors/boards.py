"""Boards over HTTP: the state of a game, and of the one to which a command has led."""

from noughts.doors.replies import Refused
from noughts.messages.answers import BoardState
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.server.request import Answer
from noughts.server.session import Reception


async def board_of(reception: Reception, game: GameId) -> BoardState:
    table = await reception.hall.find(game)
    if table is None:
        raise Refused(Refusal("no_such_game"))
    state = table.state.message
    reception.hall.rest(table)
    assert isinstance(state, BoardState)
    return state


async def entered(reception: Reception, answer: Answer) -> BoardState:
    """The board to which an accepted command has led. Raises `Refused`."""
    if answer.refusal is not None or answer.game is None:
        raise Refused(answer.refusal or Refusal("internal"))
    return await board_of(reception, answer.game)
