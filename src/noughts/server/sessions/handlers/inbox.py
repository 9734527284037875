"""Commands about all of a player's games: the games, and the notices."""

from collections.abc import Callable, Coroutine
from typing import Any

from noughts.messages import notice_commands as n
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.server.sessions.session import Session


async def serve(session: Session, command: n.AnyNoticeCommand) -> None:
    """Run the command for a player who is logged in."""
    if session.card is None:
        return session.refuse(Refusal("not_logged_in"), command)
    await _HANDLERS[type(command)](session, session.card, command)


async def _list_games(session: Session, player: PlayerCard, command: n.ListMyGames) -> None:
    session.send(await session.services.player_games.unfinished(player.id))
    session.confirm(command)


async def _list_notices(session: Session, player: PlayerCard, command: n.ListNotices) -> None:
    session.follows_inbox = command.follow
    session.send(await session.services.notices.inbox(player.id))
    session.confirm(command)


async def _read(session: Session, player: PlayerCard, command: n.ReadNotices) -> None:
    await session.services.notices.read(player.id, None if command.game is None else GameId(command.game))
    session.accept(command)


async def _dismiss(session: Session, player: PlayerCard, command: n.DismissNotices) -> None:
    await session.services.notices.dismiss(player.id, None if command.game is None else GameId(command.game))
    session.accept(command)


_HANDLERS: dict[type, Callable[[Session, PlayerCard, Any], Coroutine[Any, Any, None]]] = {
    n.ListMyGames: _list_games,
    n.ListNotices: _list_notices,
    n.ReadNotices: _read,
    n.DismissNotices: _dismiss,
}
