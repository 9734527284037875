"""What a player says about itself: its account, its logins, its settings. The same over every door."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from noughts.messages.command import Command
from noughts.messages.ids import GameIdField
from noughts.messages.scopes import Scope
from noughts.messages.settings import (
    IdleDays,
    Language,
    PlayerSettings,
    Theme,
    TimeOfDay,
    UtcOffset,
    Volume,
)

# Longer than any that is accepted, so that one which is too long gets words of its own.
Username = Annotated[str, Meta(min_length=1, max_length=64)]
Password = Annotated[str, Meta(min_length=1, max_length=1024)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[0-9A-Za-z_-]+(?!\n)$")]
InviteToken = Annotated[str, Meta(pattern=r"^[0-9A-Za-z]{22}(?!\n)$")]
HowBlocked = Literal["block", "mute"]
ReportedFor = Literal["cheating", "abuse", "name", "picture", "other"]
LoginId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}(?!\n)$")]


class PeopleCommand(Command, frozen=True):
    """About oneself."""


class BecomeAccount(PeopleCommand, frozen=True, kw_only=True):
    """Be an account from now on, as a guest: all games stay one's own. `Welcome` brings a new token, old ones end."""

    username: Username
    password: Password


class Logout(PeopleCommand, frozen=True):
    """End the login by which this is said: its token is no longer valid, its connections are closed."""


class ChangePassword(PeopleCommand, frozen=True, kw_only=True):
    """Have another password. All other logins end."""

    old: Password
    new: Password


class DeleteAccount(PeopleCommand, frozen=True):
    """Be nobody. Running games are resigned, and in old ones the opponent sees a deleted player.

    Accounts say their password, guests have none.
    """

    password: Password | None = None


class ListLogins(PeopleCommand, frozen=True):
    """Every login and token of mine."""


class EndLogin(PeopleCommand, frozen=True):
    """End this login or token, or without a name all logins but the one by which this is said."""

    login: LoginId | None = None


class MakeToken(PeopleCommand, frozen=True, kw_only=True):
    """A token for a program, which may do only what its scopes say, until it is ended."""

    label: Annotated[str, Meta(min_length=1, max_length=40)]
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=4)]


class ChangeName(PeopleCommand, frozen=True, kw_only=True):
    """Be shown by this name; the username stays."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class ShowSettings(PeopleCommand, frozen=True):
    """My settings."""


class ChangeSettings(PeopleCommand, frozen=True):
    """Have these settings; those that are not named stay."""

    volume: Volume | None = None
    sounds: bool | None = None
    theme: Theme | None = None
    language: Language | None = None
    confirm_moves: bool | None = None
    undo_moves: bool | None = None
    idle_days: IdleDays | None = None
    notifications: bool | None = None
    notify_turn: bool | None = None
    notify_challenge: bool | None = None
    notify_reminder: bool | None = None
    quiet_from: TimeOfDay | None = None
    quiet_until: TimeOfDay | None = None
    utc_offset_minutes: UtcOffset | None = None
    chat: bool | None = None

    @property
    def changes(self) -> dict[str, Any]:
        """The settings that are named, by their names in the code."""
        named = {field.name: getattr(self, field.name) for field in msgspec.structs.fields(PlayerSettings)}
        return {name: value for name, value in named.items() if value is not None}


class ListChallenges(PeopleCommand, frozen=True):
    """The games that wait for me by name, and those in which I wait for somebody by name."""


class MakeInvite(PeopleCommand, frozen=True, kw_only=True):
    """A link that lets one person take the free seat of this game of mine, within a day."""

    game: GameIdField


class ListBlocks(PeopleCommand, frozen=True):
    """Whom I have blocked or muted."""


class Block(PeopleCommand, frozen=True, kw_only=True):
    """Do not let me hear this player any more (`mute`), or meet at all (`block`): by username or id."""

    name: PlayerName
    how: HowBlocked = "block"


class Unblock(PeopleCommand, frozen=True, kw_only=True):
    """Let this player be like any other again."""

    name: PlayerName


class Report(PeopleCommand, frozen=True, kw_only=True):
    """Tell the operator of this player, and of the game in which it was."""

    name: PlayerName
    why: ReportedFor
    words: Annotated[str, Meta(max_length=500)] = ""
    game: GameIdField | None = None


AnyPeopleCommand = (
    BecomeAccount
    | Logout
    | ChangePassword
    | DeleteAccount
    | ListLogins
    | EndLogin
    | MakeToken
    | ChangeName
    | ShowSettings
    | ChangeSettings
    | ListChallenges
    | MakeInvite
    | ListBlocks
    | Block
    | Unblock
    | Report
)
