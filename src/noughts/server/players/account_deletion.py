"""Deletes accounts. This releases the username."""

from collections.abc import Callable

from sqlalchemy import Connection

from noughts.messages import commands as c
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.server.players.logins import LoginRegistry
from noughts.server.tables.requests import Ask
from noughts.storage.games import games_of
from noughts.storage.journal import Database
from noughts.storage.players import forget_player

MOST_AT_ONCE = 500


class AccountDeletion:
    """Erases accounts. Their games stay, for the opponents."""

    def __init__(
        self, database: Database, logins: LoginRegistry, ask: Ask, show_card: Callable[[PlayerCard], None]
    ) -> None:
        self._database = database
        self._logins = logins
        self._ask = ask
        self._show_card = show_card

    async def delete(self, player: PlayerCard) -> int:
        """Erase everything that identifies this player, and return how many logins ended.

        The logins end first, so that nobody logs in meanwhile.
        """
        ended = await self._logins.end_some(player.id, lambda _: True)
        await give_up_games(self._database, self._ask, player)
        self._show_card(await self._database.write(forget_player, player.id))
        # Last, because the request itself came over one of these logins.
        self._logins.cut_soon(ended)
        return len(ended)


async def give_up_games(database: Database, ask: Ask, player: PlayerCard) -> int:
    """End every unfinished game of this player, and count them.

    A game is cancelled where that is still allowed, and otherwise resigned, so that no opponent is left waiting.
    """

    def unfinished(connection: Connection) -> list[GameId]:
        return games_of(connection, player.id, finished=False, most=MOST_AT_ONCE)

    games = await database.read(unfinished)
    for game in games:
        cancelled = await ask(game, player, c.Abort())
        if cancelled.refusal is not None:
            await ask(game, player, c.Resign())
    return len(games)
