"""All games of one player with their state, in the order in which they want to be looked at."""

from typing import TYPE_CHECKING

from noughts.messages.answers import BoardState, MyGames
from noughts.messages.ids import PlayerId
from noughts.storage.games import games_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from noughts.messages.ids import GameId
    from noughts.server.hall import Hall

MOST_UNFINISHED = 256
MOST_FINISHED = 100


async def my_games(hall: "Hall", player: PlayerId) -> MyGames:
    """Every unfinished game: those that wait for the player first, longest waiting first, then the newest first."""
    waiting: list[tuple[int, BoardState]] = []
    others: list[BoardState] = []
    for changed_ms, state in await _states(hall, player, finished=False, most=MOST_UNFINISHED):
        if is_waiting_for(state, player):
            waiting.append((changed_ms, state))
        else:
            others.append(state)
    waiting.sort(key=lambda entry: entry[0])
    return MyGames(games=[state for _, state in waiting] + others, waiting=len(waiting))


async def finished_games(hall: "Hall", player: PlayerId) -> list[BoardState]:
    """The games that ended last, the newest first."""
    return [state for _, state in await _states(hall, player, finished=True, most=MOST_FINISHED)]


async def _states(hall: "Hall", player: PlayerId, *, finished: bool, most: int) -> list[tuple[int, BoardState]]:
    def query(connection: "Connection") -> "list[GameId]":
        return games_of(connection, player, finished=finished, most=most)

    found = []
    for game in await hall.database.read(query):
        table = await hall.find(game)
        if table is not None:
            state = table.state.message
            assert isinstance(state, BoardState)
            found.append((table.game.changed_ms, state))
            hall.rest(table)
    return found


def is_waiting_for(state: BoardState, player: PlayerId) -> bool:
    """Whether the game goes on when this player moves. In an open game the move may come first, but nobody waits."""
    card = None if state.turn is None else state.players.X if state.turn == "X" else state.players.O
    return state.phase == "playing" and card is not None and card.id == player
