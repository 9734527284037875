"""What a player asks about all of its games at once: the games themselves, and what there is to know of them."""

from noughts.messages.command import Command
from noughts.messages.ids import GameIdField


class NoticeCommand(Command, frozen=True):
    """About one's games and what there is to know of them."""


class ListMyGames(NoticeCommand, frozen=True):
    """Every unfinished game of mine with its state, in one answer: `MyGames`."""


class ListNotices(NoticeCommand, frozen=True):
    """My notices: `Inbox`. `follow` asks to be sent it again after every change, until asked without it."""

    follow: bool = False


class ReadNotices(NoticeCommand, frozen=True):
    """I have read what there is about this game, or without a game everything."""

    game: GameIdField | None = None


class DismissNotices(NoticeCommand, frozen=True):
    """Put away what there is about this game, or without a game everything."""

    game: GameIdField | None = None


AnyNoticeCommand = ListMyGames | ListNotices | ReadNotices | DismissNotices
