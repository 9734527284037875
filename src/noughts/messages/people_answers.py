"""The server's answers to account commands."""

from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.message import Message, Part
from noughts.messages.scopes import Scope
from noughts.messages.settings import PlayerSettings


class LoginInfo(Part, frozen=True, kw_only=True):
    """A login, or an API token: then `scopes` lists its permissions. The token itself is not shown again."""

    id: str
    label: str
    scopes: tuple[Scope, ...] | None
    created_ms: int
    used_ms: int
    # Whether this request used this login.
    is_current: bool


class Logins(Message, frozen=True, kw_only=True):
    """Your logins and tokens, most recently used first."""

    logins: list[LoginInfo]


class LoginsEnded(Message, frozen=True, kw_only=True):
    """How many logins and tokens are no longer valid."""

    count: int


class TokenMade(Message, frozen=True, kw_only=True):
    """A new token. It is shown only once: anyone who has it can use its permissions."""

    token: str
    login: LoginInfo


class RecoveryCodes(Message, frozen=True, kw_only=True):
    """New recovery codes. They are shown only once: anyone who has one can take over the account."""

    codes: list[str]


class RecoveryShown(Message, frozen=True, kw_only=True):
    """The ways to recover your account without your password: the number of unused recovery codes."""

    codes_left: int


class SettingsShown(Message, frozen=True, kw_only=True):
    """All settings as they are now."""

    settings: PlayerSettings


class InviteMade(Message, frozen=True, kw_only=True):
    """An invitation link: the first person to open this path before it expires may take the seat."""

    game: GameId
    token: str
    path: str
    expires_ms: int


class ReportMade(Message, frozen=True, kw_only=True):
    """The report was sent to the operator."""

    report: str


class Friend(Part, frozen=True, kw_only=True):
    """A player you follow. `online`: connected now, or active over HTTP within the last 30 seconds."""

    player: PlayerCard
    online: bool
    since_ms: int


class Friends(Message, frozen=True, kw_only=True):
    """The players you follow: those online first, each group by name."""

    friends: list[Friend]


AnyPeopleMessage = (
    Logins | LoginsEnded | TokenMade | RecoveryCodes | RecoveryShown | SettingsShown | InviteMade | ReportMade | Friends
)
