"""Moderation over the API: what moderators see, and what they can do. Other accounts are refused."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId, Seat
from noughts.messages.message import Part
from noughts.messages.people_commands import ReportedFor
from noughts.messages.scopes import Role

# mute: no chat. ban and close: no login, and the games end. name: the name can't be changed, since a moderator set it.
SanctionKind = Literal["mute", "ban", "close", "name"]
# The kinds that a moderator imposes by name; `name` comes with a new name.
Imposable = Literal["mute", "ban", "close"]
ReportState = Literal["open", "closed"]
Outcome = Literal["acted", "warned", "no_action"]
Action = Literal[
    "mute",
    "unmute",
    "ban",
    "unban",
    "close",
    "reopen",
    "rename",
    "remove_picture",
    "note",
    "close_report",
    "add_role",
    "remove_role",
]

# engine_moves: nearly always the engine's move. accuracy: far above others with this rating. one_address: one for both
# seats.
HintKind = Literal["engine_moves", "accuracy", "one_address"]

MOST_HOURS = 365 * 24
Hours = Annotated[int, Meta(ge=1, le=MOST_HOURS)]
Words = Annotated[str, Meta(max_length=1000)]


class SanctionInfo(Part, frozen=True, kw_only=True):
    """A sanction on a player. A null `endsMs` means without end."""

    kind: SanctionKind
    since_ms: int
    ends_ms: int | None


class ReportInfo(Part, frozen=True, kw_only=True):
    """A player's report about another. `openAboutPlayer` counts the open reports about the same player."""

    id: str
    why: ReportedFor
    words: str
    by: PlayerCard
    about: PlayerCard
    game: GameId | None
    created_ms: int
    closed_ms: int | None
    outcome: Outcome | None
    open_about_player: int


class ReportPage(Part, frozen=True, kw_only=True):
    """Reports, newest first; `next` asks for the following page."""

    reports: list[ReportInfo]
    next: str | None


class ChatSaid(Part, frozen=True, kw_only=True):
    """A line of chat; without a seat, a spectator's."""

    by: PlayerCard
    seat: Seat | None
    at_ms: int
    words: str


class ReportShown(Part, frozen=True, kw_only=True):
    """A report, and the stored chat of its game, oldest first."""

    report: ReportInfo
    chat: list[ChatSaid]


class LogEntry(Part, frozen=True, kw_only=True):
    """An act of a moderator, or a note. A null `by` means the operator."""

    id: str
    at_ms: int
    by: PlayerCard | None
    action: Action
    about: PlayerCard
    report: str | None
    ends_ms: int | None
    words: str


class LogPage(Part, frozen=True, kw_only=True):
    """What moderators did, newest first; `next` asks for the following page."""

    entries: list[LogEntry]
    next: str | None


class Hint(Part, frozen=True, kw_only=True):
    """A sign of possible cheating, not a proof. `share` is of the difficult moves, of accuracy, or of the player's
    games.
    """

    kind: HintKind
    share: float
    # The accuracy of others with a similar rating.
    others: float | None
    moves: int
    games: list[GameId]


class ModeratedPlayer(Part, frozen=True, kw_only=True):
    """All that moderators know about a player."""

    player: PlayerCard
    username: str | None
    role: Role | None
    created_ms: int
    seen_ms: int
    sanctions: list[SanctionInfo]
    hints: list[Hint]
    reports: list[ReportInfo]
    log: list[LogEntry]


class Imposed(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a sanction lasts, in hours, and why. A ban and a mute need an end; a closed account has none."""

    hours: Hours | None = None
    words: Words = ""


class Renamed(Struct, frozen=True, forbid_unknown_fields=True):
    """The new display name; without one, the username or a random name. The player can't change it for 30 days."""

    name: Annotated[str, Meta(max_length=40)] | None = None
    words: Words = ""


class NoteMade(Struct, frozen=True, forbid_unknown_fields=True):
    """A note about a player, for other moderators."""

    words: Annotated[str, Meta(min_length=1, max_length=1000)]


class ReportClosed(Struct, frozen=True, forbid_unknown_fields=True):
    """The outcome of a report."""

    outcome: Outcome
    words: Words = ""
