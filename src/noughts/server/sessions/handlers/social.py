"""Social commands: challenges, invitations, blocked players."""

from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Connection

from noughts.messages import people_commands as p
from noughts.messages.answers import BlockInfo, Blocks, Challenge, Challenges, Message
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.people_answers import InviteMade
from noughts.messages.refusals import Refusal
from noughts.server.players.guests import Identity
from noughts.server.sessions.services import Services
from noughts.storage.blocks import blocks_of, set_block, unset_block
from noughts.storage.games import challenges_by, challenges_to
from noughts.storage.players import card_by_id, card_of, player_named

MOST_LISTED = 100
MOST_BLOCKS = 500


async def _list_challenges(services: Services, who: Identity, command: p.ListChallenges) -> Challenges:
    def query(connection: Connection) -> tuple[list[GameId], list[GameId]]:
        me = who.card.id
        return challenges_to(connection, me, MOST_LISTED), challenges_by(connection, me, MOST_LISTED)

    incoming, outgoing = await services.database.read(query)
    return Challenges(
        incoming=[challenge for game in incoming if (challenge := await _challenge(services, game))],
        outgoing=[challenge for game in outgoing if (challenge := await _challenge(services, game))],
    )


async def _challenge(services: Services, game: GameId) -> Challenge | None:
    async with services.tables.open(game) as table:
        if table is None or table.game.setup.opponent is None:
            return None
        by = await services.database.read(card_by_id, table.game.creator)
        to = await services.database.read(card_by_id, table.game.setup.opponent)
        return None if by is None or to is None else Challenge(state=table.view.board, by=by, to=to)


async def _make_invite(services: Services, who: Identity, command: p.MakeInvite) -> InviteMade | Refusal:
    return await services.invites.make(who.card, GameId(command.game))


async def _list_blocks(services: Services, who: Identity, command: p.ListBlocks) -> Blocks:
    rows = await services.database.read(blocks_of, who.card.id)
    return Blocks(blocks=[BlockInfo(player=card_of(row), how=row.how, since_ms=row.created_ms) for row in rows])


async def _block(services: Services, who: Identity, command: p.Block) -> Blocks | Refusal:
    other = await other_player(services, who, command.name)
    if other is None:
        return Refusal("no_such_player")
    if not await services.database.write(
        set_block, who.card.id, other.id, command.how, MOST_BLOCKS, services.environment.now_ms()
    ):
        return Refusal("too_many_blocks")
    return await _list_blocks(services, who, p.ListBlocks())


async def _unblock(services: Services, who: Identity, command: p.Unblock) -> Blocks | Refusal:
    other = await other_player(services, who, command.name)
    if other is None:
        return Refusal("no_such_player")
    await services.database.write(unset_block, who.card.id, other.id)
    return await _list_blocks(services, who, p.ListBlocks())


async def other_player(services: Services, who: Identity, name: str) -> PlayerCard | None:
    """Return the player of this username or id; None when it is the reader."""
    other = await services.database.read(player_named, name)
    return None if other is None or other.id == who.card.id else other


HANDLERS: dict[type, Callable[[Services, Identity, Any], Awaitable[Message | Refusal]]] = {
    p.ListChallenges: _list_challenges,
    p.MakeInvite: _make_invite,
    p.ListBlocks: _list_blocks,
    p.Block: _block,
    p.Unblock: _unblock,
}
