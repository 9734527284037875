"""Requests about all of a player's games at once: the games themselves, and their notices."""

from noughts.messages.command import Command
from noughts.messages.ids import GameIdField


class NoticeCommand(Command, frozen=True):
    """A command about the player's games and notices."""


class ListMyGames(NoticeCommand, frozen=True):
    """List your unfinished games with their states, in one answer: `MyGames`."""


class ListNotices(NoticeCommand, frozen=True):
    """List your notices: `Inbox`. `follow` subscribes to changes, until you send the command without it."""

    follow: bool = False


class ReadNotices(NoticeCommand, frozen=True):
    """Mark the notices about this game as read, or without a game all notices."""

    game: GameIdField | None = None


class DismissNotices(NoticeCommand, frozen=True):
    """Dismiss the notices about this game, or without a game all notices."""

    game: GameIdField | None = None


AnyNoticeCommand = ListMyGames | ListNotices | ReadNotices | DismissNotices
