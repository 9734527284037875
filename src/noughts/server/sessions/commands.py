"""The handler of each command."""

from typing import get_args

from noughts.messages import commands as c
from noughts.messages.notice_commands import AnyNoticeCommand
from noughts.messages.people_commands import AnyPeopleCommand
from noughts.server.sessions.handlers import account, game, inbox, login, menu
from noughts.server.sessions.services import Handler

HANDLERS: dict[type, Handler] = {
    c.PlayAsGuest: login.play_as_guest,
    c.CreateLogin: login.create_login,
    c.AddProfilePic: login.add_picture,
    c.Login: login.log_in,
    c.ListGames: menu.list_games,
    c.CreateGame: menu.create_game,
    c.JoinGame: menu.join_game,
    c.Pair: menu.pair,
    c.AcceptInvite: menu.accept_invite,
    c.Watch: menu.watch,
    c.Heartbeat: menu.heartbeat,
    c.GameCommand: game.game_command,
    **dict.fromkeys(get_args(AnyPeopleCommand), account.serve),
    **dict.fromkeys(get_args(AnyNoticeCommand), inbox.serve),
}
