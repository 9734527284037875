"""Messages from the server to a client, in the native protocol. The board itself is in `board_state.py`."""

from typing import Literal

from noughts.messages.board_state import BoardState, PlayerCard
from noughts.messages.commands import EmoteName
from noughts.messages.ids import GameId, Seat
from noughts.messages.message import Message as Message
from noughts.messages.message import Part as Part
from noughts.messages.notice_kinds import NoticeKind
from noughts.messages.people_answers import AnyPeopleMessage
from noughts.messages.people_commands import HowBlocked
from noughts.messages.scopes import Role
from noughts.messages.setup import ClockSetting


class ActionSuccess(Message, frozen=True, omit_defaults=True, kw_only=True):
    """The answer to a command: `re` is its type, `id` its id. If `value` is false, `code` is for programs and
    `reason` for people.
    """

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
    """Your player. `token` is sent once, when it is new: anyone who has it can act as this player.

    `role` is `moderator` for accounts that the operator has made moderators.
    """

    player: PlayerCard
    token: str | None = None
    role: Role | None = None


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


class ListOfGames(Message, frozen=True, kw_only=True, omit_defaults=True):
    """The open public games, oldest first, a few of each player; `next` asks for the following page."""

    games: list[OpenGame]
    next: str | None = None


class ClientInfo(Message, frozen=True, kw_only=True):
    """Your opponent in this game."""

    game: GameId
    seat: Seat
    player: PlayerCard


class ClientDisconnected(Message, frozen=True, kw_only=True, omit_defaults=True):
    """The other player is absent, or about to be.

    `sinceMs` is when the player was last online. From `claimsMs` on you may end the game with `ClaimWin` or
    `ClaimDraw`, or let the computer play. Without `claimsMs` you can't claim anything in this position.
    `ClientInfo` reports that the player is back.
    """

    game: GameId
    seat: Seat
    since_ms: int | None = None
    claims_ms: int | None = None


Ending = Literal["Win", "Lose", "Tie"]


class GameOver(Message, frozen=True, kw_only=True):
    """The end of the game, from your point of view."""

    game: GameId
    result: Ending


class ChatLine(Message, frozen=True, tag="Chat", kw_only=True):
    """A message by a player of this game, for both players."""

    game: GameId
    seat: Seat
    text: str


class EmoteShown(Message, frozen=True, tag="Emote", kw_only=True):
    """An emote by a player of this game, for both players."""

    game: GameId
    seat: Seat
    emote: EmoteName


class WatcherSaid(Message, frozen=True, kw_only=True):
    """A message by a spectator, for spectators."""

    game: GameId
    by: PlayerCard
    text: str


class Challenge(Part, frozen=True, kw_only=True):
    """A game that waits for an invited player."""

    state: BoardState
    by: PlayerCard
    to: PlayerCard


class Challenges(Message, frozen=True, kw_only=True):
    """The games that wait for you, and those where you wait for an invited player; newest first."""

    incoming: list[Challenge]
    outgoing: list[Challenge]


class BlockInfo(Part, frozen=True, kw_only=True):
    """A player you have muted (`mute`) or blocked (`block`)."""

    player: PlayerCard
    how: HowBlocked
    since_ms: int


class Blocks(Message, frozen=True, kw_only=True):
    """Your blocked and muted players, newest first."""

    blocks: list[BlockInfo]


class GameGone(Message, frozen=True, kw_only=True):
    """One of the two players has deleted this game."""

    game: GameId


class Pulse(Message, frozen=True, tag="Heartbeat", kw_only=True):
    """The answer to a heartbeat, with the server's time in milliseconds."""

    at_ms: int


class Notice(Part, frozen=True, kw_only=True):
    """News about one of your games. There is one notice for each game, and a newer one replaces it.

    `turn`: it is your turn. `challenge`: a player challenges you. `rematch`: a player wants a rematch. `waiting`: it
    has been your turn for long. `cancelling`: the game will be cancelled if nobody moves. `cancelled`: it was.
    `declined`: the player you challenged declined.
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
