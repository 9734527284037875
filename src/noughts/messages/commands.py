"""Commands that a client may send, in the imperative. Every door refuses fields that are not listed here."""

from typing import Annotated, Literal

from msgspec import Meta, field

from noughts.messages.command import Command as Command
from noughts.messages.events import Offered as Offered
from noughts.messages.ids import GameIdField, MoveIdField
from noughts.messages.notice_commands import AnyNoticeCommand
from noughts.messages.people_commands import AnyPeopleCommand, InviteToken, Password, Username
from noughts.messages.setup import Absence, ClockSetting, SeatChoice, Visibility
from noughts.rules import Mark

LobbyName = Annotated[str, Meta(min_length=1, max_length=40)]
# Where the next page of the list starts: the time and the id of the last game on this page.
ListKey = Annotated[str, Meta(pattern=r"^[0-9]{1,16}-[0-9A-Za-z]{1,64}$")]
VariantName = Annotated[str, Meta(min_length=1, max_length=20)]
ComputerLevel = Annotated[int, Meta(ge=1, le=8)]
# The default level of the computer when it plays for an absent player: neither too strong nor too weak.
STAND_IN_LEVEL = 4
Rounds = Annotated[int, Meta(ge=1, le=15)]
Picture = Annotated[str, Meta(min_length=1)]

MOST_CHAT_CHARACTERS = 140
# Every emote. Clients decide how each looks.
EmoteName = Literal[
    "hello", "good-luck", "well-played", "thanks", "oops", "wow", "thinking", "hurry", "sorry", "laugh", "sad", "bye"
]


class PlayAsGuest(Command, frozen=True):
    """Play at once with no account. The answer is followed by `Welcome`, which carries the guest's token."""

    name: Annotated[str, Meta(min_length=1, max_length=20)] | None = None


class CreateLogin(Command, frozen=True, kw_only=True):
    """Make an account. The client stays at the login screen; `Login` comes next.

    The picture is the name of one that the client draws, or image data in base64.
    """

    username: Username
    password: Password
    profile_picture: Picture | None = None
    # Marks the account as a bot, permanently and publicly.
    bot: bool = False


class AddProfilePic(Command, frozen=True, kw_only=True):
    """Set this picture: PNG, JPEG or WebP in base64. Needs a login, or an account just created on this connection."""

    profile_picture: Picture


class Login(Command, frozen=True, kw_only=True):
    """Log in with a username and password, or with a token.

    With neither, the connection's cookie or header identifies you. `resume` asks for the state of every unfinished
    game; a token needs the scope `read` for that.
    """

    token: Annotated[str, Meta(min_length=1, max_length=128)] | None = None
    username: Username | None = None
    password: Password | None = None
    resume: bool = False

    def __post_init__(self) -> None:
        Command.__post_init__(self)
        by_name = self.username is not None
        if by_name != (self.password is not None) or (by_name and self.token is not None):
            raise ValueError("Login takes either a username and a password, or a token, or none of them")


class ListGames(Command, frozen=True):
    """List the open games. `follow` subscribes to changes of the list, until you send the command without it.

    `after` asks for the next page: pass `next` of the page before.
    """

    follow: bool = False
    after: ListKey | None = None


class CreateGame(Command, frozen=True):
    """Open a game and take a seat in it."""

    name: LobbyName | None = None
    variant: VariantName = "classic"
    seat: SeatChoice = "X"
    rounds: Rounds = 1
    clock: ClockSetting | None = None
    visibility: Visibility = "public"
    opponent: GameIdField | None = None
    # Whether the result changes the ratings of the two: for accounts, with a clock.
    rated: bool = False
    absence: Absence = "choose"


class JoinGame(Command, frozen=True, kw_only=True):
    """Take the free seat of the game with this lobby name or id."""

    # PostgreSQL allows no NUL in text, so no game has such a name, and a query with it would fail.
    name: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\u0000]*$")]


class Pair(Command, frozen=True):
    """Get matched with anyone, or with a named opponent: take a seat in an open game of this kind, or open one and
    wait.
    """

    variant: VariantName = "classic"
    rounds: Rounds = 1
    clock: ClockSetting | None = None
    # The seat to wait in. A player who finds an open game takes the free seat there.
    seat: SeatChoice = "random"
    opponent: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    rated: bool = False


class AcceptInvite(Command, frozen=True, kw_only=True):
    """Take the free seat in the game of this invitation."""

    token: InviteToken


class Watch(Command, frozen=True, kw_only=True):
    """Receive the state of this game, now and after every change."""

    game: GameIdField


class Heartbeat(Command, frozen=True):
    """Report that you are connected, with the version you have of each game; newer states follow."""

    games: Annotated[dict[GameIdField, int], Meta(max_length=64)] = field(default_factory=dict)
    # The page is in the background: the player is present, but not looking at any game.
    hidden: bool = False
    # The games on the screen. Without this command, a player counts as looking at every game they receive.
    shown: Annotated[tuple[GameIdField, ...], Meta(max_length=64)] | None = None


class GameCommand(Command, frozen=True):
    """A command within a game: the named game, or the one this client is in."""

    game: MoveIdField | None = None


class StartGame(GameCommand, frozen=True):
    """Start the game: both players leave the lobby and see the board."""


class MakeMove(GameCommand, frozen=True, kw_only=True):
    """Play a cell. `ply` is the number of moves made before this one; any other number is refused as stale."""

    cell: int = field(name="position")
    ply: int | None = None
    mark: Mark | None = None


class Resign(GameCommand, frozen=True):
    """Resign the game."""


class Abort(GameCommand, frozen=True):
    """Cancel the game before both have moved."""


class Offer(GameCommand, frozen=True, kw_only=True):
    """Offer a draw, or ask to take back your last move."""

    what: Offered


class AcceptOffer(GameCommand, frozen=True, kw_only=True):
    """Accept the opponent's offer."""

    what: Offered


class DeclineOffer(GameCommand, frozen=True, kw_only=True):
    """Decline the opponent's offer, or withdraw your own."""

    what: Offered


class GiveTime(GameCommand, frozen=True):
    """Give the opponent 15 more seconds."""


class AbsenceCommand(GameCommand, frozen=True):
    """What the remaining player decides about the opponent's absence."""


class ClaimWin(AbsenceCommand, frozen=True):
    """Claim the win because the opponent is absent."""


class ClaimDraw(AbsenceCommand, frozen=True):
    """Claim a draw because the opponent is absent."""


class LetComputerPlay(AbsenceCommand, frozen=True):
    """Let the computer play for the absent opponent until they return.

    The result counts for the absent player.
    """

    level: ComputerLevel = STAND_IN_LEVEL


class PlayAgain(GameCommand, frozen=True, kw_only=True):
    """Agree to another game with the same opponent, or decline. It starts when both agree and name the same variant.

    Without a variant, the variant of the finished game is meant.
    """

    value: bool
    variant: VariantName | None = None


class ScreenCommand(GameCommand, frozen=True):
    """Messages and pictures between the two players: the game doesn't decide on them, and they are not stored."""


class DeclineChallenge(GameCommand, frozen=True):
    """Decline a challenge."""


class Exit(ScreenCommand, frozen=True):
    """Return to the previous screen."""


class Chat(ScreenCommand, frozen=True, kw_only=True):
    """Send a message to the other player, or as a spectator to the other spectators."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class Emote(ScreenCommand, frozen=True, kw_only=True):
    """Send an emote to the other player."""

    emote: EmoteName


AnyGameCommand = (
    StartGame
    | MakeMove
    | Resign
    | Abort
    | Offer
    | AcceptOffer
    | DeclineOffer
    | GiveTime
    | ClaimWin
    | ClaimDraw
    | LetComputerPlay
    | PlayAgain
    | DeclineChallenge
    | Exit
    | Chat
    | Emote
)

# The only commands with a larger size limit, since they may carry a picture.
AnyPictureCommand = CreateLogin | AddProfilePic

AnyCommand = (
    PlayAsGuest
    | AnyPictureCommand
    | Login
    | ListGames
    | CreateGame
    | JoinGame
    | Pair
    | AcceptInvite
    | Watch
    | Heartbeat
    | AnyPeopleCommand
    | AnyNoticeCommand
    | AnyGameCommand
)
