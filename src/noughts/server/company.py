"""What a player asks about others: challenges, invitations, whom it does not want to meet, and what it reports."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from noughts.messages import people_commands as p
from noughts.messages.answers import BlockInfo, Blocks, BoardState, Challenge, Challenges, Message, PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.people_answers import InviteMade, ReportMade
from noughts.messages.refusals import Refusal
from noughts.messages.text import spoken_text
from noughts.server.people import Identity
from noughts.storage.blocks import add_report, blocks_of, reports_since, set_block, unset_block
from noughts.storage.games import challenges_by, challenges_to
from noughts.storage.players import card_of, player_named

if TYPE_CHECKING:
    from noughts.server.session import Reception

MOST_LISTED = 100
MOST_BLOCKS = 500
MOST_REPORTS = 10
DAY_MS = 24 * 60 * 60 * 1000


async def _list_challenges(reception: "Reception", who: Identity, command: p.ListChallenges) -> Challenges:
    def query(connection: Connection) -> tuple[list[GameId], list[GameId]]:
        me = who.card.id
        return challenges_to(connection, me, MOST_LISTED), challenges_by(connection, me, MOST_LISTED)

    incoming, outgoing = await reception.hall.database.read(query)
    return Challenges(
        incoming=[challenge for game in incoming if (challenge := await _challenge(reception, game))],
        outgoing=[challenge for game in outgoing if (challenge := await _challenge(reception, game))],
    )


async def _challenge(reception: "Reception", game: GameId) -> Challenge | None:
    table = await reception.hall.find(game)
    if table is None:
        return None
    state = table.state.message
    assert isinstance(state, BoardState)
    by = await reception.hall.card(table.game.creator)
    to = None if table.game.setup.opponent is None else await reception.hall.card(table.game.setup.opponent)
    reception.hall.rest(table)
    return None if by is None or to is None else Challenge(state=state, by=by, to=to)


async def _make_invite(reception: "Reception", who: Identity, command: p.MakeInvite) -> InviteMade | Refusal:
    return await reception.invites.make(who.card, GameId(command.game))


async def _list_blocks(reception: "Reception", who: Identity, command: p.ListBlocks) -> Blocks:
    rows = await reception.hall.database.read(blocks_of, who.card.id)
    return Blocks(blocks=[BlockInfo(player=card_of(row), how=row.how, since_ms=row.created_ms) for row in rows])


async def _block(reception: "Reception", who: Identity, command: p.Block) -> Blocks | Refusal:
    other = await _other(reception, who, command.name)
    if other is None:
        return Refusal("no_such_player")
    hall = reception.hall
    if not await hall.database.write(set_block, who.card.id, other.id, command.how, MOST_BLOCKS, hall.outside.now_ms()):
        return Refusal("too_many_blocks")
    return await _list_blocks(reception, who, p.ListBlocks())


async def _unblock(reception: "Reception", who: Identity, command: p.Unblock) -> Blocks | Refusal:
    other = await _other(reception, who, command.name)
    if other is None:
        return Refusal("no_such_player")
    await reception.hall.database.write(unset_block, who.card.id, other.id)
    return await _list_blocks(reception, who, p.ListBlocks())


async def _report(reception: "Reception", who: Identity, command: p.Report) -> ReportMade | Refusal:
    other = await _other(reception, who, command.name)
    if other is None:
        return Refusal("no_such_player")
    hall = reception.hall
    now_ms = hall.outside.now_ms()
    made = await hall.database.read(reports_since, who.card.id, now_ms - DAY_MS)
    if len(made) >= MOST_REPORTS:
        return Refusal("too_many_reports", wait_seconds=(made[-MOST_REPORTS] + DAY_MS - now_ms) / 1000)
    report = hall.outside.new_player_id()
    game = None if command.game is None else GameId(command.game[:32])
    words = spoken_text(command.words) or ""
    await hall.database.write(add_report, report, who.card.id, other.id, game, command.why, words, now_ms)
    return ReportMade(report=report)


async def _other(reception: "Reception", who: Identity, name: str) -> PlayerCard | None:
    other = await reception.hall.database.read(player_named, name)
    return None if other is None or other.id == who.card.id else other


HANDLERS: dict[type, Callable[["Reception", Identity, Any], Awaitable[Message | Refusal]]] = {
    p.ListChallenges: _list_challenges,
    p.MakeInvite: _make_invite,
    p.ListBlocks: _list_blocks,
    p.Block: _block,
    p.Unblock: _unblock,
    p.Report: _report,
}
