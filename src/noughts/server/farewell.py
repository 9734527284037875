"""How a player leaves for good. Its games stay, for its opponents; it is in them as a deleted player."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from noughts.messages import commands as c
from noughts.messages.answers import PlayerCard
from noughts.messages.ids import GameId
from noughts.storage.games import games_of
from noughts.storage.players import forget_player

if TYPE_CHECKING:
    from noughts.server.session import Reception

MOST_AT_ONCE = 500


async def leave_for_good(reception: "Reception", player: PlayerCard) -> int:
    """Erase everything that tells who this player was; how many logins have ended.

    A game that is going on is called off where that is still allowed, and else resigned: nobody waits for one who
    will not come. The logins end first, so that nobody comes in meanwhile.
    """

    def unfinished(connection: Connection) -> list[GameId]:
        return games_of(connection, player.id, finished=False, most=MOST_AT_ONCE)

    ended = await reception.logins.end_some(player.id, lambda _: True)
    for game in await reception.hall.database.read(unfinished):
        called_off = await reception.hall.ask(game, player, c.Abort())
        if called_off.refusal is not None:
            await reception.hall.ask(game, player, c.Resign())
    reception.hall.show_card(await reception.hall.database.write(forget_player, player.id))
    # Only now, since the one who asks is connected by one of them.
    reception.logins.cut_soon(ended)
    return len(ended)
