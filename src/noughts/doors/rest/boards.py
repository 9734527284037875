"""Boards over HTTP: the state of a game, and of the game that a command has joined."""

from noughts.doors.http.error_responses import Refused
from noughts.messages.board_state import BoardState
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.server.sessions.services import Services
from noughts.server.tables.requests import Answer


async def board_of(services: Services, game: GameId) -> BoardState:
    """Return the board of this game. Raises `Refused`."""
    board = await services.tables.board(game)
    if board is None:
        raise Refused(Refusal("no_such_game"))
    return board


async def entered(services: Services, answer: Answer) -> BoardState:
    """Return the board of the game that an accepted command has entered. Raises `Refused`."""
    if answer.refusal is not None or answer.game is None:
        raise Refused(answer.refusal or Refusal("internal"))
    return await board_of(services, answer.game)
