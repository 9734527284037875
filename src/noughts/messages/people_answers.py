"""What the server answers to what a player says about itself."""

from noughts.messages.ids import GameId
from noughts.messages.message import Message, Part
from noughts.messages.scopes import Scope
from noughts.messages.settings import PlayerSettings


class LoginInfo(Part, frozen=True, kw_only=True):
    """A login, or a token of a program: then `scopes` says what it may do. The token itself is not told again."""

    id: str
    label: str
    scopes: tuple[Scope, ...] | None
    created_ms: int
    used_ms: int
    # Whether it is the one by which this was asked.
    is_current: bool


class Logins(Message, frozen=True, kw_only=True):
    """Every login and token, the one used last first."""

    logins: list[LoginInfo]


class LoginsEnded(Message, frozen=True, kw_only=True):
    """So many logins and tokens are no longer valid."""

    count: int


class TokenMade(Message, frozen=True, kw_only=True):
    """A new token. It is told once and never again: whoever holds it may do what it is for."""

    token: str
    login: LoginInfo


class SettingsShown(Message, frozen=True, kw_only=True):
    """All settings as they are now."""

    settings: PlayerSettings


class InviteMade(Message, frozen=True, kw_only=True):
    """An invitation: whoever opens this path on this server first, until then, may take the seat."""

    game: GameId
    token: str
    path: str
    expires_ms: int


class ReportMade(Message, frozen=True, kw_only=True):
    """The operator will read it."""

    report: str


AnyPeopleMessage = Logins | LoginsEnded | TokenMade | SettingsShown | InviteMade | ReportMade
