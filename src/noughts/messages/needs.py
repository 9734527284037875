"""Which scope each command needs, over whatever door it comes. What is not listed needs a login."""

from noughts.messages import commands as c
from noughts.messages import notice_commands as n
from noughts.messages import people_commands as p
from noughts.messages.command import Command
from noughts.messages.scopes import Needed

_NEEDS: dict[type[Command], Needed] = {
    # To say who one is, and to look at what everybody may see, needs no token at all.
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
}


def needed_by(command: type[Command]) -> Needed:
    """The scope that one must hold to say this."""
    return _NEEDS.get(command) or ("play" if issubclass(command, c.GameCommand) else "login")
