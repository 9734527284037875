"""The API about the inbox: how many games wait for the player, and the notices."""

from litestar import delete, get, post
from msgspec import Struct

from noughts.doors.http.authentication import NEEDS
from noughts.doors.http.documented import OUT, READING, WRITING, documented
from noughts.doors.rest.games import GameIdInPath
from noughts.messages.answers import Inbox
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.notice_commands import ReadNotices
from noughts.server.sessions.services import Services


class Waiting(Struct, frozen=True):
    """How many unfinished games there are, how many of them wait for you, the next of those, and how much is new."""

    games: int
    waiting: int
    next: GameId | None
    unread: int


@get(
    "/me/waiting",
    tags=["inbox"],
    summary="Count the games waiting for me and name the next one",
    responses=documented(Waiting, *OUT, words="The counts."),
)
async def count_waiting(player: PlayerCard, services: Services) -> Waiting:
    mine = await services.player_games.unfinished(player.id)
    inbox = await services.notices.inbox(player.id)
    return Waiting(len(mine.games), mine.waiting, mine.games[0].game if mine.waiting else None, inbox.unread)


@get(
    "/inbox",
    tags=["inbox"],
    summary="List my notices, one per game, newest first",
    responses=documented(Inbox, *OUT, words="The notices."),
)
async def show_inbox(player: PlayerCard, services: Services) -> Inbox:
    return await services.notices.inbox(player.id)


@post(
    "/inbox/read",
    tags=["inbox"],
    summary="Mark the notices of one game, or all, as read",
    status_code=200,
    opt={NEEDS: "play"},
    responses=documented(Inbox, *OUT, *READING, *WRITING, words="The notices after the change."),
)
async def read_notices(data: ReadNotices, player: PlayerCard, services: Services) -> Inbox:
    await services.notices.read(player.id, None if data.game is None else GameId(data.game))
    return await services.notices.inbox(player.id)


@delete(
    "/inbox/{game_id:str}",
    tags=["inbox"],
    summary="Dismiss the notice of a game",
    status_code=200,
    opt={NEEDS: "play"},
    responses=documented(Inbox, *OUT, *WRITING, "malformed", words="The remaining notices."),
)
async def dismiss_notice(game_id: GameIdInPath, player: PlayerCard, services: Services) -> Inbox:
    # No game has such an id, and PostgreSQL would reject the query.
    if game_id.isascii() and game_id.isprintable():
        await services.notices.dismiss(player.id, GameId(game_id))
    return await services.notices.inbox(player.id)


HANDLERS = [count_waiting, show_inbox, read_notices, dismiss_notice]
