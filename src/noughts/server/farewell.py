"""How a player leaves for good. Its games stay, for its opponents; it is in them as a deleted player."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from noughts.messages import commands as c
from noughts.messages.answers import PlayerCard
from noughts.messages.ids import GameId
from noughts.storage.games import games_of
from noughts.storage.players import forget_player

if TYPE_CHECKING:
    from noughts.server.hall import Hall
    from noughts.server.session import Reception

MOST_AT_ONCE = 500


async def give_up_games(hall: "Hall", player: PlayerCard) -> int:
    """End every unfinished game of this player, and count them.

    A game is called off where that is still allowed, and else resigned: nobody waits for one who will not come.
    """

    def unfinished(connection: Connection) -> list[GameId]:
        return games_of(connection, player.id, finished=False, most=MOST_AT_ONCE)

    games = await hall.database.read(unfinished)
    for game in games:
        called_off = await hall.ask(game, player, c.Abort())
        if called_off.refusal is not None:
            await hall.ask(game, player, c.Resign())
    return len(games)


async def leave_for_good(reception: "Reception", player: PlayerCard) -> int:
    """Erase everything that tells who this player was; how many logins have ended.

    The logins end first, so that nobody comes in meanwhile.
    """
    ended = await reception.logins.end_some(player.id, lambda _: True)
    await give_up_games(reception.hall, player)
    reception.hall.show_card(await reception.hall.database.write(forget_player, player.id))
    # Only now, since the one who asks is connected by one of them.
    reception.logins.cut_soon(ended)
    return len(ended)
