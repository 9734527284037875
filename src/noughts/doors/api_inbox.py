"""The API about what a player should know: how much waits for it, and its notices."""

from litestar import delete, get, post
from msgspec import Struct

from noughts.doors.api_games import GameIdInPath
from noughts.doors.asking import NEEDS
from noughts.doors.documented import OUT, READING, WRITING, documented
from noughts.messages.answers import Inbox, PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.notice_commands import ReadNotices
from noughts.server.mine import my_games
from noughts.server.session import Reception


class Waiting(Struct, frozen=True):
    """How many unfinished games there are, how many of them wait for you, the next of those, and how much is new."""

    games: int
    waiting: int
    next: GameId | None
    unread: int


@get(
    "/me/waiting",
    tags=["inbox"],
    summary="How many games wait for me, and which is next",
    responses=documented(Waiting, *OUT, words="The counts."),
)
async def count_waiting(player: PlayerCard, reception: Reception) -> Waiting:
    mine = await my_games(reception.hall, player.id)
    inbox = await reception.hall.notices.inbox(player.id)
    return Waiting(len(mine.games), mine.waiting, mine.games[0].game if mine.waiting else None, inbox.unread)


@get(
    "/inbox",
    tags=["inbox"],
    summary="What I should know: one notice a game, newest first",
    responses=documented(Inbox, *OUT, words="The notices."),
)
async def show_inbox(player: PlayerCard, reception: Reception) -> Inbox:
    return await reception.hall.notices.inbox(player.id)


@post(
    "/inbox/read",
    tags=["inbox"],
    summary="I have read what there is about a game, or everything",
    status_code=200,
    opt={NEEDS: "play"},
    responses=documented(Inbox, *OUT, *READING, *WRITING, words="The notices as they are now."),
)
async def read_notices(data: ReadNotices, player: PlayerCard, reception: Reception) -> Inbox:
    await reception.hall.notices.read(player.id, None if data.game is None else GameId(data.game))
    return await reception.hall.notices.inbox(player.id)


@delete(
    "/inbox/{game_id:str}",
    tags=["inbox"],
    summary="Put away what there is about a game",
    status_code=200,
    opt={NEEDS: "play"},
    responses=documented(Inbox, *OUT, *WRITING, "malformed", words="The notices that are left."),
)
async def dismiss_notice(game_id: GameIdInPath, player: PlayerCard, reception: Reception) -> Inbox:
    # No game has such an id, and PostgreSQL could not even be asked.
    if game_id.isascii() and game_id.isprintable():
        await reception.hall.notices.put_away(player.id, GameId(game_id))
    return await reception.hall.notices.inbox(player.id)


HANDLERS = [count_waiting, show_inbox, read_notices, dismiss_notice]
