"""What the server says to a client, in the native language. `BoardState` is always whole: nobody needs history."""

from typing import Literal

from msgspec import field

from noughts.messages.commands import EmoteName
from noughts.messages.ids import GameId, PlayerId, PlayerKind, Seat
from noughts.messages.message import Message as Message
from noughts.messages.message import Part as Part
from noughts.messages.people_answers import AnyPeopleMessage
from noughts.messages.people_commands import HowBlocked
from noughts.messages.setup import Absence, ClockSetting, Visibility
from noughts.rules import Mark


class PlayerCard(Part, frozen=True, kw_only=True):
    """What everybody may know of a player."""

    id: PlayerId
    name: str
    kind: PlayerKind = "guest"
    # The path of an uploaded one (`/pictures/…`), or the name of one that the client draws.
    picture: str | None = None


class Players(Part, frozen=True, kw_only=True):
    """Who sits where; an empty seat is null."""

    X: PlayerCard | None
    O: PlayerCard | None  # noqa: E741 - the seat's own name


class ClockState(Part, frozen=True, kw_only=True):
    """Milliseconds left to each seat at the server's time `at_ms`, and whose clock has been running since then."""

    x_ms: int
    o_ms: int
    running: Seat | None
    at_ms: int


class LastMove(Part, frozen=True, omit_defaults=True, kw_only=True):
    """The newest move on the board.

    `unprepared`: by the computer at a glance, its real thinking was not ready yet. `by_computer`: in the seat of
    somebody who was gone.
    """

    position: int
    mark: Mark
    seat: Seat
    unprepared: bool = False
    by_computer: bool = False


class StandIn(Part, frozen=True, kw_only=True):
    """The computer plays in this seat, at this level, until its player is back. The result is that player's own."""

    seat: Seat
    level: int
    credited: PlayerId


class Result(Part, frozen=True, kw_only=True):
    """How a round or a game ended.

    No winner is a tie, or no result at all when the reason is `aborted`, `cancelled` or `declined`.
    """

    winner: Seat | None
    reason: str
    line: tuple[int, ...] = ()


class Score(Part, frozen=True, kw_only=True):
    """Points of a series by seat: a win is 1, a draw 0.5."""

    X: float
    O: float  # noqa: E741 - the seat's own name


class PreviousRound(Part, frozen=True, kw_only=True):
    """The board on which the round before this one ended."""

    cells: str
    result: Result


Alike = Literal["name", "picture"]
Phase = Literal["open", "playing", "finished"]


class BoardState(Message, frozen=True, kw_only=True):
    """Everything there is to know of a game. `version` rises by one with every change of it."""

    game: GameId
    version: int
    phase: Phase
    started: bool
    variant: str
    rows: int
    cols: int
    cells: str
    turn: Seat | None
    ply: int
    last_move: LastMove | None
    players: Players
    result: Result | None = None
    clock: ClockState | None = None
    clock_setting: ClockSetting | None = None
    boards: str | None = None
    open_boards: tuple[int, ...] = ()
    offers: dict[str, Seat] = field(default_factory=dict)
    play_again: tuple[Seat, ...] = ()
    next_game: GameId | None = None
    round: int = 1
    rounds: int = 1
    score: Score | None = None
    previous_round: PreviousRound | None = None
    name: str | None = None
    visibility: Visibility = "public"
    # What the two cannot be told apart by: show the seat beside it.
    alike: tuple[Alike, ...] = ()
    # Whether the result changes the ratings of the two.
    rated: bool = False
    absence: Absence = "choose"
    stand_ins: tuple[StandIn, ...] = ()


class ActionSuccess(Message, frozen=True, omit_defaults=True, kw_only=True):
    """The answer to a command: `re` is its type, `id` its id. On false, `code` is for programs, `reason` for people."""

    value: bool
    re: str | None = None
    id: str | None = None
    game: GameId | None = None
    version: int | None = None
    code: str | None = None
    reason: str | None = None
    wait_seconds: float | None = None
    state: BoardState | None = None


class Welcome(Message, frozen=True, omit_defaults=True, kw_only=True):
    """Who you are now. `token` is given once, when it is new: whoever holds it is that player."""

    player: PlayerCard
    token: str | None = None


class OpenGame(Part, frozen=True, kw_only=True):
    """A game with a free seat, as the lobby lists it."""

    id: GameId
    name: str | None
    variant: str
    rounds: int
    clock: ClockSetting | None
    free_seat: Seat
    by: PlayerCard
    created_ms: int
    rated: bool = False


class ListOfGames(Message, frozen=True, kw_only=True):
    """The public games that are not full, oldest first."""

    games: list[OpenGame]


class ClientInfo(Message, frozen=True, kw_only=True):
    """Your opponent in this game."""

    game: GameId
    seat: Seat
    player: PlayerCard


class ClientDisconnected(Message, frozen=True, kw_only=True, omit_defaults=True):
    """The other player is gone, or about to be.

    `since_ms` is when it was last here. From `claims_ms` on you may end the game by `ClaimWin` or `ClaimDraw`, or let
    the computer play; without it there is nothing to claim as the game stands. `ClientInfo` says that it is back.
    """

    game: GameId
    seat: Seat
    since_ms: int | None = None
    claims_ms: int | None = None


Ending = Literal["Win", "Lose", "Tie"]


class GameOver(Message, frozen=True, kw_only=True):
    """The end, as it is for the one who receives this."""

    game: GameId
    result: Ending


class ChatLine(Message, frozen=True, tag="Chat", kw_only=True):
    """What a player of this game has said, for both of them."""

    game: GameId
    seat: Seat
    text: str


class EmoteShown(Message, frozen=True, tag="Emote", kw_only=True):
    """The emote that a player of this game has shown, for both of them."""

    game: GameId
    seat: Seat
    emote: EmoteName


class WatcherSaid(Message, frozen=True, kw_only=True):
    """What somebody who looks on has said, for those who look on."""

    game: GameId
    by: PlayerCard
    text: str


class Challenge(Part, frozen=True, kw_only=True):
    """A game that waits for somebody by name."""

    state: BoardState
    by: PlayerCard
    to: PlayerCard


class Challenges(Message, frozen=True, kw_only=True):
    """The games that wait for you by name, and those in which you wait for somebody by name; the newest first."""

    incoming: list[Challenge]
    outgoing: list[Challenge]


class BlockInfo(Part, frozen=True, kw_only=True):
    """Somebody whom you do not want to hear (`mute`), or to meet at all (`block`)."""

    player: PlayerCard
    how: HowBlocked
    since_ms: int


class Blocks(Message, frozen=True, kw_only=True):
    """All of them, the newest first."""

    blocks: list[BlockInfo]


class GameGone(Message, frozen=True, kw_only=True):
    """One of the two players has deleted this game: there is nothing left of it."""

    game: GameId


class Pulse(Message, frozen=True, tag="Heartbeat", kw_only=True):
    """The server's answer to a heartbeat: its time in milliseconds."""

    at_ms: int


NoticeKind = Literal["turn", "challenge", "rematch", "waiting", "cancelling", "cancelled", "declined"]


class Notice(Part, frozen=True, kw_only=True):
    """What a player should know of a game; there is one a game, and the newest counts.

    `turn`: it is yours. `challenge`: somebody wants to play you. `rematch`: somebody wants to play you again.
    `waiting`: it has been your turn for long. `cancelling`: the game will be cancelled if nobody moves. `cancelled`:
    it was. `declined`: whom you challenged does not want to play.
    """

    kind: NoticeKind
    game: GameId
    variant: str
    by: PlayerCard | None
    at_ms: int
    read: bool


class Inbox(Message, frozen=True, kw_only=True):
    """All notices, newest first, and how many of them are new."""

    notices: list[Notice]
    unread: int


class MyGames(Message, frozen=True, kw_only=True):
    """Every unfinished game of a player with its state: those that wait for the player first, longest waiting first."""

    games: list[BoardState]
    waiting: int


AnyMessage = (
    BoardState
    | ActionSuccess
    | Welcome
    | ListOfGames
    | ClientInfo
    | ClientDisconnected
    | GameOver
    | ChatLine
    | EmoteShown
    | WatcherSaid
    | Challenges
    | Blocks
    | GameGone
    | Pulse
    | Inbox
    | MyGames
    | AnyPeopleMessage
)
