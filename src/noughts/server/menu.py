"""The menu: the list of games, and the ways into one. Also what a client asks that is of no particular screen."""

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from noughts.messages import commands as c
from noughts.messages.answers import ListOfGames, Pulse
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.server.request import Answer, refused

if TYPE_CHECKING:
    from noughts.server.session import Session


async def list_games(session: "Session", command: c.ListGames) -> None:
    lobby = session.reception.hall.lobby
    session.say(ListOfGames(games=await lobby.games()))
    if command.follow:
        lobby.follow(session)
    else:
        lobby.unfollow(session)


async def create_game(session: "Session", command: c.CreateGame) -> None:
    if session.card is None:
        return session.refuse(Refusal("not_logged_in"), command)
    await _enter(session, command, session.reception.matching.create(session.card, command))


async def join_game(session: "Session", command: c.JoinGame) -> None:
    if session.card is None:
        return session.refuse(Refusal("not_logged_in"), command)
    await _enter(session, command, session.reception.matching.join(session.card, command.name, command.id))


async def pair(session: "Session", command: c.Pair) -> None:
    if session.card is None:
        return session.refuse(Refusal("not_logged_in"), command)
    await _enter(session, command, session.reception.matching.pair(session.card, command))


async def accept_invite(session: "Session", command: c.AcceptInvite) -> None:
    if session.card is None:
        return session.refuse(Refusal("not_logged_in"), command)
    await _enter(session, command, session.reception.invites.accept(session.card, command.token, command.id))


async def _enter(session: "Session", command: c.AnyCommand, way_in: Awaitable[Answer]) -> None:
    answer = await way_in
    session.answer(command, answer)
    if answer.refusal is None and answer.game is not None:
        await session.sit_down(answer.game)


async def watch(session: "Session", command: c.Watch) -> None:
    game = GameId(command.game)
    found = await session.watch_game(game, returning=True)
    session.answer(command, Answer(game) if found else refused("no_such_game"))


async def heartbeat(session: "Session", command: c.Heartbeat) -> None:
    hall = session.reception.hall
    session.say(Pulse(at_ms=hall.outside.now_ms()))
    session.see(() if command.hidden else command.shown)
    for game, version in command.games.items():
        table = await hall.find(GameId(game))
        if table is not None:
            if table.game.version > version:
                session.deliver(table.state)
            hall.rest(table)
