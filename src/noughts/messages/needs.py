"""The scope that each command needs, through every door, and which commands store something new.

A test fails for a command that is not listed.
"""

from typing import get_args

from noughts.messages import commands as c
from noughts.messages import notice_commands as n
from noughts.messages import people_commands as p
from noughts.messages.command import Command
from noughts.messages.scopes import Needed

_NEEDS: dict[type[Command], Needed] = {
    # Everything within a game except chat.
    **dict.fromkeys(get_args(c.AnyGameCommand), "play"),
    # Logging in and reading public data need no token.
    c.PlayAsGuest: "nothing",
    c.CreateLogin: "nothing",
    c.Login: "nothing",
    c.ListGames: "nothing",
    c.Watch: "nothing",
    c.Heartbeat: "nothing",
    c.CreateGame: "play",
    c.JoinGame: "play",
    c.Pair: "play",
    c.AcceptInvite: "play",
    p.MakeInvite: "play",
    p.ListChallenges: "read",
    p.ListBlocks: "read",
    p.Block: "profile",
    p.Unblock: "profile",
    p.ListFriends: "read",
    p.Follow: "profile",
    p.Unfollow: "profile",
    p.Report: "profile",
    c.Chat: "talk",
    c.Emote: "talk",
    c.AddProfilePic: "profile",
    p.ChangeName: "profile",
    p.ShowSettings: "read",
    n.ListMyGames: "read",
    n.ListNotices: "read",
    n.ReadNotices: "play",
    n.DismissNotices: "play",
    p.ChangeSettings: "profile",
    # These could lock the owner out, so no API token may use them.
    p.BecomeAccount: "login",
    p.Logout: "login",
    p.ChangePassword: "login",
    p.DeleteAccount: "login",
    p.MakeRecoveryCodes: "login",
    p.ShowRecovery: "login",
    p.ListLogins: "login",
    p.EndLogin: "login",
    p.MakeToken: "login",
}


def needed_by(command: type[Command]) -> Needed:
    """Return the scope that a client needs for this command."""
    return _NEEDS[command]


_MAKERS = frozenset({c.CreateGame, c.Pair, p.MakeInvite, p.Block, p.Follow, p.Report, p.MakeToken, p.MakeRecoveryCodes})


def makes_something(command: type[Command]) -> bool:
    """Return whether this command stores something new, such as a game. A move is part of an existing game."""
    return command in _MAKERS
