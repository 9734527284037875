"""The game's screen, beside the game itself: talk, emotes, and going away."""

from typing import TYPE_CHECKING

from noughts.games.orders import LeaveSeat
from noughts.messages import commands as c
from noughts.messages.answers import ChatLine, EmoteShown, WatcherSaid
from noughts.messages.refusals import Refusal
from noughts.server.request import Answer
from noughts.storage.blocks import without_chat

if TYPE_CHECKING:
    from noughts.server.hearing import Talked
    from noughts.server.session import Session
    from noughts.server.table import Table


async def talk(session: "Session", table: "Table", command: c.Chat | c.Emote) -> None:
    card, hall = session.card, session.reception.hall
    assert card is not None
    seat, game = table.game.seat_of(card.id), table.game.id
    if seat is None and (isinstance(command, c.Emote) or not session.watches(game)):
        return session.refuse(Refusal("not_yours"), command)
    speaks_to = {table.game.x, table.game.o} - {None} if seat else set()
    if await hall.database.read(without_chat, {card.id, *speaks_to}):
        return session.refuse(Refusal("chat_off"), command)
    said = session.reception.talk.hear(card.id, command, session.now)
    if isinstance(said, Refusal):
        return session.refuse(said, command)
    line: Talked = WatcherSaid(game=game, by=card, text=said)
    if seat is not None:
        line = ChatLine(game=game, seat=seat, text=said)
        if isinstance(command, c.Emote):
            line = EmoteShown(game=game, seat=seat, emote=command.emote)
    await hall.neighbours.tell_talk(table, line)
    # What one has said comes back to oneself; who sends an id wants to know what became of it.
    if command.id is not None:
        session.answer(command, Answer(game))


async def go_away(session: "Session", table: "Table", command: c.Exit) -> None:
    card, hall = session.card, session.reception.hall
    assert card is not None
    game = table.game
    if game.seat_of(card.id) is not None and not game.started and game.result is None:
        await hall.ask(game.id, card, LeaveSeat(command.id))
    hall.absences.left(card.id, session.leave(table))
    session.answer(command, Answer(game.id))
