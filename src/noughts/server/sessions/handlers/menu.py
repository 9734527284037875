"""The menu: the list of games, and the ways into one. Also commands that belong to no particular screen."""

from collections.abc import Awaitable

from noughts.messages import commands as c
from noughts.messages.answers import Pulse
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.server.sessions.session import Session
from noughts.server.tables.requests import Answer, refused


async def list_games(session: Session, command: c.ListGames) -> None:
    lobby = session.services.lobby
    session.send(await lobby.games(command.after))
    if command.follow:
        lobby.follow(session)
    else:
        lobby.unfollow(session)
    session.confirm(command)


async def create_game(session: Session, command: c.CreateGame) -> None:
    if session.card is None:
        return session.refuse(Refusal("not_logged_in"), command)
    await _enter(session, command, session.services.creation.create(session.card, command))


async def join_game(session: Session, command: c.JoinGame) -> None:
    if session.card is None:
        return session.refuse(Refusal("not_logged_in"), command)
    await _enter(session, command, session.services.matching.join(session.card, command.name, command.id))


async def pair(session: Session, command: c.Pair) -> None:
    if session.card is None:
        return session.refuse(Refusal("not_logged_in"), command)
    await _enter(session, command, session.services.matching.pair(session.card, command))


async def accept_invite(session: Session, command: c.AcceptInvite) -> None:
    if session.card is None:
        return session.refuse(Refusal("not_logged_in"), command)
    await _enter(session, command, session.services.invites.accept(session.card, command.token, command.id))


async def _enter(session: Session, command: c.AnyCommand, way_in: Awaitable[Answer]) -> None:
    answer = await way_in
    session.answer(command, answer)
    if answer.refusal is None and answer.game is not None:
        await session.watched.enter(answer.game)


async def watch(session: Session, command: c.Watch) -> None:
    game = GameId(command.game)
    found = await session.watched.watch(game, returning=True)
    session.answer(command, Answer(game) if found else refused("no_such_game"))


async def heartbeat(session: Session, command: c.Heartbeat) -> None:
    services = session.services
    session.send(Pulse(at_ms=services.environment.now_ms()))
    session.show(() if command.hidden else command.shown)
    for game, version in command.games.items():
        async with services.tables.open(GameId(game)) as table:
            if table is not None and table.game.version > version:
                session.deliver(table.view.packet)
