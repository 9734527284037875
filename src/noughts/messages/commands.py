"""What a client may say, as imperatives. A field that is not listed here is refused, whatever the door."""

from typing import Annotated, Literal

from msgspec import Meta, field

from noughts.messages.command import Command as Command
from noughts.messages.events import Offered as Offered
from noughts.messages.ids import GameIdField
from noughts.messages.notice_commands import AnyNoticeCommand
from noughts.messages.people_commands import AnyPeopleCommand, InviteToken, Password, Username
from noughts.messages.setup import Absence, ClockSetting, SeatChoice, Visibility
from noughts.rules import Mark

LobbyName = Annotated[str, Meta(min_length=1, max_length=40)]
VariantName = Annotated[str, Meta(min_length=1, max_length=20)]
ComputerLevel = Annotated[int, Meta(ge=1, le=8)]
# How the computer plays for somebody who is gone, where nobody says otherwise: neither a gift nor a punishment.
STAND_IN_LEVEL = 4
Rounds = Annotated[int, Meta(ge=1, le=15)]
Picture = Annotated[str, Meta(min_length=1)]

MOST_CHAT_CHARACTERS = 140
# Every emote there is; how each looks is the client's own.
EmoteName = Literal[
    "hello", "good-luck", "well-played", "thanks", "oops", "wow", "thinking", "hurry", "sorry", "laugh", "sad", "bye"
]


class PlayAsGuest(Command, frozen=True):
    """Play at once with no account. The answer is followed by `Welcome`, which carries the guest's token."""

    name: Annotated[str, Meta(min_length=1, max_length=20)] | None = None


class CreateLogin(Command, frozen=True, kw_only=True):
    """Make an account. The client stays at the login screen; `Login` comes next.

    The picture is the name of one that the client draws, or the data of one in base64.
    """

    username: Username
    password: Password
    profile_picture: Picture | None = None
    # A program plays here: everybody sees it, and it stays so.
    bot: bool = False


class AddProfilePic(Command, frozen=True, kw_only=True):
    """Have this picture: PNG, JPEG or WebP in base64. For one who is logged in, or has just made an account here."""

    profile_picture: Picture


class Login(Command, frozen=True, kw_only=True):
    """Be the account of this name and password, or the player whom this token belongs to: one of the two.

    With neither, be the one by whose cookie or header this connection was opened. `resume` asks for the state of every
    unfinished game at once.
    """

    token: Annotated[str, Meta(min_length=1, max_length=128)] | None = None
    username: Username | None = None
    password: Password | None = None
    resume: bool = False

    def __post_init__(self) -> None:
        by_name = self.username is not None
        if by_name != (self.password is not None) or (by_name and self.token is not None):
            raise ValueError("Login takes either a username and a password, or a token, or none of them")


class ListGames(Command, frozen=True):
    """The games that are not full. `follow` asks to be told of every change of that list, until asked without it."""

    follow: bool = False


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

    # PostgreSQL has no NUL in text, so nothing can go by such a name, and asking it would be an error.
    name: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\u0000]*$")]


class Pair(Command, frozen=True):
    """Meet anybody, or the one of this name: take a seat in an open game of this kind, or open one and wait."""

    variant: VariantName = "classic"
    rounds: Rounds = 1
    clock: ClockSetting | None = None
    # The seat of one who has to wait; who finds a game takes the seat that is free there.
    seat: SeatChoice = "random"
    opponent: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    rated: bool = False


class AcceptInvite(Command, frozen=True, kw_only=True):
    """Take the free seat of the game to which this invitation leads."""

    token: InviteToken


class Watch(Command, frozen=True, kw_only=True):
    """Be sent the state of this game, now and after every change."""

    game: GameIdField


class Heartbeat(Command, frozen=True):
    """I am here, and this is the version that I have of each game; newer ones are sent."""

    games: Annotated[dict[GameIdField, int], Meta(max_length=64)] = field(default_factory=dict)
    # A page in the background: whoever it belongs to is here, but looks at nothing.
    hidden: bool = False
    # The games on the screen. Who does not say it looks at every game that it is sent.
    shown: Annotated[tuple[GameIdField, ...], Meta(max_length=64)] | None = None


class GameCommand(Command, frozen=True):
    """A command within a game: the one named, or the one that this client is in."""

    game: GameIdField | None = None


class StartGame(GameCommand, frozen=True):
    """Show the board to both: the lobby is over."""


class MakeMove(GameCommand, frozen=True, kw_only=True):
    """Play a cell. `ply` is the number of moves made before this one; any other number is refused as stale."""

    position: int
    ply: int | None = None
    mark: Mark | None = None


class Resign(GameCommand, frozen=True):
    """Give the game up."""


class Abort(GameCommand, frozen=True):
    """Call the game off before both have moved."""


class Offer(GameCommand, frozen=True, kw_only=True):
    """Offer a draw, or ask to take one's last move back."""

    what: Offered


class AcceptOffer(GameCommand, frozen=True, kw_only=True):
    """Agree to what the opponent offered."""

    what: Offered


class DeclineOffer(GameCommand, frozen=True, kw_only=True):
    """Refuse what the opponent offered, or withdraw one's own offer."""

    what: Offered


class GiveTime(GameCommand, frozen=True):
    """Give the opponent 15 more seconds."""


class AbsenceCommand(GameCommand, frozen=True):
    """What the one who stayed makes of it that the other player is gone."""


class ClaimWin(AbsenceCommand, frozen=True):
    """The other player is gone: let this be my win."""


class ClaimDraw(AbsenceCommand, frozen=True):
    """The other player is gone: let this be a draw."""


class LetComputerPlay(AbsenceCommand, frozen=True):
    """The other player is gone: let the computer play on in its seat, until it is back.

    The result is the absent player's own, as if it had made these moves.
    """

    level: ComputerLevel = STAND_IN_LEVEL


class PlayAgain(GameCommand, frozen=True, kw_only=True):
    """Another game with the same opponent, or not. It starts when both said true, and named the same variant.

    Who names none means the variant of the game that is over.
    """

    value: bool
    variant: VariantName | None = None


class ScreenCommand(GameCommand, frozen=True):
    """About what the two see and hear of each other: the game does not decide on it, and nothing of it is stored."""


class DeclineChallenge(GameCommand, frozen=True):
    """I do not want to play this game, which waits for me by name."""


class Exit(ScreenCommand, frozen=True):
    """Back to the previous screen."""


class Chat(ScreenCommand, frozen=True, kw_only=True):
    """Say something to the other player of the game, or as one who looks on to the others who do."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class Emote(ScreenCommand, frozen=True, kw_only=True):
    """Show one of the emotes to the other player of the game."""

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

# The only ones that may be larger than the others, since they may carry a picture.
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
