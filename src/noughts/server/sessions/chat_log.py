"""Stores chat for a few days, so that moderators can see what a report is about. Nobody else reads it."""

from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.server.runtime.background import report_failure
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.limits import MOST_STORED_LINES
from noughts.storage.chat_lines import add_line
from noughts.storage.journal import Database


class ChatLog:
    """The stored chat of all games."""

    def __init__(self, database: Database, environment: Environment) -> None:
        self._database = database
        self._environment = environment

    async def add(self, game: GameId, player: PlayerId, seat: Seat | None, words: str) -> None:
        """Store what a player said. Chat goes on when that fails."""
        now_ms = self._environment.now_ms()
        line = self._environment.new_player_id()
        try:
            await self._database.write(add_line, line, game, player, seat, words, now_ms, MOST_STORED_LINES)
        except Exception as error:
            report_failure("a chat message could not be stored", error)
