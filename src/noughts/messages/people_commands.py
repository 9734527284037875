"""A player's commands about their account, logins and settings. The same through every door."""

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

# Longer than any accepted password, so that a slightly too long one gets a specific error.
Username = Annotated[str, Meta(min_length=1, max_length=64)]
Password = Annotated[str, Meta(min_length=1, max_length=1024)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[0-9A-Za-z_-]+(?!\n)$")]
InviteToken = Annotated[str, Meta(pattern=r"^[0-9A-Za-z]{22}(?!\n)$")]
HowBlocked = Literal["block", "mute"]
ReportedFor = Literal["cheating", "abuse", "name", "picture", "other"]
LoginId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}(?!\n)$")]


class PeopleCommand(Command, frozen=True):
    """A command about the player's own account."""


class BecomeAccount(PeopleCommand, frozen=True, kw_only=True):
    """Turn this guest into an account that keeps all games. `Welcome` brings a new token; old ones end."""

    username: Username
    password: Password


class Logout(PeopleCommand, frozen=True):
    """End the login that sends this: its token becomes invalid and its connections are closed."""


class ChangePassword(PeopleCommand, frozen=True, kw_only=True):
    """Change the password. All other logins end."""

    old: Password
    new: Password


class DeleteAccount(PeopleCommand, frozen=True):
    """Delete the account. Running games are resigned, and opponents see a deleted player in old ones. Accounts need
    their password; guests have none.
    """

    password: Password | None = None


class MakeRecoveryCodes(PeopleCommand, frozen=True, kw_only=True):
    """Create recovery codes for your account. Each sets a new password once, if you forget yours. Old codes end."""

    password: Password


class ShowRecovery(PeopleCommand, frozen=True):
    """Show how you can get back into your account without your password."""


class ListLogins(PeopleCommand, frozen=True):
    """List your logins and tokens."""


class EndLogin(PeopleCommand, frozen=True):
    """End this login or token, or without an id all logins except the current one."""

    login: LoginId | None = None


class MakeToken(PeopleCommand, frozen=True, kw_only=True):
    """Create a token for a program, with the permissions of its scopes, until you end it."""

    label: Annotated[str, Meta(min_length=1, max_length=40)]
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=4)]


class ChangeName(PeopleCommand, frozen=True, kw_only=True):
    """Change the display name; the username stays."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class ShowSettings(PeopleCommand, frozen=True):
    """Show your settings."""


class ChangeSettings(PeopleCommand, frozen=True):
    """Change these settings; others stay as they are."""

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
        """The settings to change, keyed by their names in the code."""
        named = {field.name: getattr(self, field.name) for field in msgspec.structs.fields(PlayerSettings)}
        return {name: value for name, value in named.items() if value is not None}


class ListChallenges(PeopleCommand, frozen=True):
    """List your challenges: the games that wait for you, and those where you wait for an invited player."""


class MakeInvite(PeopleCommand, frozen=True, kw_only=True):
    """Create a link that lets one person take the free seat of your game, within a day."""

    game: GameIdField


class ListBlocks(PeopleCommand, frozen=True):
    """List the players you have blocked or muted."""


class Block(PeopleCommand, frozen=True, kw_only=True):
    """Mute this player (`mute`), or block them (`block`): by username or id."""

    name: PlayerName
    how: HowBlocked = "block"


class Unblock(PeopleCommand, frozen=True, kw_only=True):
    """Unblock or unmute this player."""

    name: PlayerName


class ListFriends(PeopleCommand, frozen=True):
    """List the players you follow, and which of them are online."""


class Follow(PeopleCommand, frozen=True, kw_only=True):
    """Follow this account: by username or id."""

    name: PlayerName


class Unfollow(PeopleCommand, frozen=True, kw_only=True):
    """Stop following this player."""

    name: PlayerName


class Report(PeopleCommand, frozen=True, kw_only=True):
    """Report this player to the operator, with the game it is about."""

    name: PlayerName
    why: ReportedFor
    words: Annotated[str, Meta(max_length=500)] = ""
    game: GameIdField | None = None


AnyPeopleCommand = (
    BecomeAccount
    | Logout
    | ChangePassword
    | DeleteAccount
    | MakeRecoveryCodes
    | ShowRecovery
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
    | ListFriends
    | Follow
    | Unfollow
    | Report
)
