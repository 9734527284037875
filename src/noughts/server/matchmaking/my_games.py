"""All games of one player with their boards, those that need attention first."""

from sqlalchemy import Connection

from noughts.messages.answers import MyGames
from noughts.messages.board_state import BoardState
from noughts.messages.ids import GameId, PlayerId
from noughts.server.tables.table_cache import TableCache
from noughts.storage.games import games_of
from noughts.storage.journal import Database

MOST_UNFINISHED = 256
MOST_FINISHED = 100


class PlayerGames:
    """Lists the games of a player."""

    def __init__(self, database: Database, tables: TableCache) -> None:
        self._database = database
        self._tables = tables

    async def unfinished(self, player: PlayerId) -> MyGames:
        """Return every unfinished game: those waiting for the player, longest first, then the others, newest first."""
        waiting: list[tuple[int, BoardState]] = []
        others: list[BoardState] = []
        for changed_ms, board in await self._boards(player, finished=False, most=MOST_UNFINISHED):
            if is_waiting_for(board, player):
                waiting.append((changed_ms, board))
            else:
                others.append(board)
        waiting.sort(key=lambda entry: entry[0])
        return MyGames(games=[board for _, board in waiting] + others, waiting=len(waiting))

    async def finished(self, player: PlayerId) -> list[BoardState]:
        """Return the games that ended last, the newest first."""
        return [board for _, board in await self._boards(player, finished=True, most=MOST_FINISHED)]

    async def _boards(self, player: PlayerId, *, finished: bool, most: int) -> list[tuple[int, BoardState]]:
        def query(connection: Connection) -> list[GameId]:
            return games_of(connection, player, finished=finished, most=most)

        found = []
        for game in await self._database.read(query):
            async with self._tables.open(game) as table:
                if table is not None:
                    found.append((table.game.changed_ms, table.view.board))
        return found


def is_waiting_for(state: BoardState, player: PlayerId) -> bool:
    """Return whether the game is waiting for this player's move. In an open game the move may come first, but nobody
    waits.
    """
    card = None if state.turn is None else state.players.X if state.turn == "X" else state.players.O
    return state.phase == "playing" and card is not None and card.id == player
