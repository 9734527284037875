"""The game screen: commands that need more than the game's table, such as chat, leaving, and claims about absence."""

from collections.abc import Collection

from sqlalchemy import Connection

from noughts.games.orders import LeaveSeat
from noughts.messages import commands as c
from noughts.messages.answers import ChatLine, EmoteShown, WatcherSaid
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.server.sessions.session import Session, needs_start
from noughts.server.tables.chat_delivery import Talked, deliver_chat
from noughts.server.tables.requests import Answer
from noughts.server.tables.table import Table
from noughts.storage.blocks import without_chat
from noughts.storage.sanctions import objection_by


async def game_command(session: Session, about: tuple[GameId, c.AnyGameCommand]) -> None:
    """Answer a command about a game that is not in memory, or that the table alone can't answer."""
    game, command = about
    card = session.card
    assert card is not None
    async with session.services.tables.open(game) as table:
        if table is None:
            session.watched.leave(game)
            session.refuse(Refusal("no_such_game"), command)
        elif isinstance(command, c.Exit):
            await _leave(session, card, table, command)
        elif isinstance(command, c.Chat | c.Emote):
            await _chat(session, card, table, command)
        elif isinstance(command, c.AbsenceCommand):
            session.answer(command, await session.services.absence_claims.claim(game, card, command))
        elif needs_start(table, command):
            session.refuse(Refusal("not_started"), command)
        else:
            session.answer(command, await session.services.tables.ask(game, card, command))


async def _chat(session: Session, card: PlayerCard, table: Table, command: c.Chat | c.Emote) -> None:
    services = session.services
    seat, game = table.game.seat_of(card.id), table.game.id
    if seat is None and (isinstance(command, c.Emote) or game not in session.watched):
        return session.refuse(Refusal("not_yours"), command)
    speaks_to = {player for player in (table.game.x, table.game.o) if player is not None and seat}
    refusal = await services.database.read(_objection, card.id, {card.id, *speaks_to}, services.environment.now_ms())
    if refusal is not None:
        return session.refuse(refusal, command)
    text = services.chat_limit.admit(card.id, command, session.services.gatekeeper.budget.now())
    if isinstance(text, Refusal):
        return session.refuse(text, command)
    line: Talked = WatcherSaid(game=game, by=card, text=text)
    if seat is not None:
        line = ChatLine(game=game, seat=seat, text=text)
        if isinstance(command, c.Emote):
            line = EmoteShown(game=game, seat=seat, emote=command.emote)
    if isinstance(command, c.Chat):
        services.spawn(services.chat_log.add(game, card.id, seat, text))
    services.publisher.chat(table, line)
    await deliver_chat(services.database, table, line)
    # The speaker gets the line back; a client that sent an id wants an answer too.
    if command.id is not None:
        session.answer(command, Answer(game))


def _objection(
    connection: Connection, speaker: PlayerId, concerned: Collection[PlayerId], now_ms: int
) -> Refusal | None:
    muted = objection_by(connection, speaker, "mute", "muted", now_ms)
    if muted is None and without_chat(connection, concerned):
        return Refusal("chat_off")
    return muted


async def _leave(session: Session, card: PlayerCard, table: Table, command: c.Exit) -> None:
    game = table.game
    if game.seat_of(card.id) is not None and not game.started and game.result is None:
        await session.services.tables.ask(game.id, card, LeaveSeat(command.id))
    session.watched.leave(game.id)
    session.services.absences.left(card.id, table)
    session.answer(command, Answer(game.id))
