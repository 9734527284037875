"""Public data about a player's games: records, ratings, leaderboards. Served over the API."""

from noughts.messages.answers import Part
from noughts.messages.board_state import PlayerCard, Players
from noughts.messages.ids import GameId, PlayerId, Seat


class Sums(Part, frozen=True, kw_only=True):
    """How many games were played, and how they ended."""

    played: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0


class RecordEntry(Sums, frozen=True, kw_only=True):
    """The games of one variant, speed and seat; a series counts once, and its seat is `both`."""

    variant: str
    speed: str
    seat: str
    against: str
    played_ms: int


class StreakEntry(Part, frozen=True, kw_only=True):
    """The current streak against people, and the longest streaks."""

    outcome: str
    length: int
    longest_won: int
    longest_lost: int


class RatingEntry(Part, frozen=True, kw_only=True):
    """A rating as of now. A provisional one is shown with a question mark."""

    variant: str
    speed: str
    rating: int
    deviation: int
    is_provisional: bool
    games: int
    rated_ms: int


class Rival(Sums, frozen=True, kw_only=True):
    """An opponent, and the player's results against them."""

    player: PlayerCard
    # The username, which leads to the player's page; guests have none.
    username: str | None


class PlayerPage(Part, frozen=True, kw_only=True):
    """A player: totals over all games against people, and the records that make them up."""

    player: PlayerCard
    username: str
    created_ms: int
    sums: Sums
    records: list[RecordEntry]
    streak: StreakEntry | None
    ratings: list[RatingEntry]
    # The most frequent opponents.
    rivals: list[Rival]


class RatingChange(Part, frozen=True, kw_only=True):
    """The effect of a rated game on a rating."""

    player: PlayerId
    before: int
    after: int


class FinishedGame(Part, frozen=True, kw_only=True):
    """A summary of a finished game that counts."""

    game: GameId
    variant: str
    speed: str
    rounds: int
    rated: bool
    players: Players
    winner: Seat | None
    reason: str
    finished_ms: int
    rating_changes: list[RatingChange]


class FinishedGames(Part, frozen=True, kw_only=True):
    """Finished games, newest first; `next` asks for the page of older games, and is null at the end."""

    games: list[FinishedGame]
    next: str | None


class VariantSums(Sums, frozen=True, kw_only=True):
    """The games of one variant."""

    variant: str


class Versus(Part, frozen=True, kw_only=True):
    """Two players; the totals are those of the player named first.

    `variants` sums up the newest thousand games by variant. Only the first page has it.
    """

    player: PlayerCard
    opponent: PlayerCard
    sums: Sums
    variants: list[VariantSums]
    games: list[FinishedGame]
    next: str | None


class RatingPoint(Part, frozen=True, kw_only=True):
    """A rating after a game. The id of a private game is left out."""

    game: GameId | None
    at_ms: int
    rating: int
    deviation: int


class RatingHistory(Part, frozen=True, kw_only=True):
    """A rating over time, oldest first; `next` asks for the page of older games, and is null at the end."""

    variant: str
    speed: str
    points: list[RatingPoint]
    next: str | None


class Place(Part, frozen=True, kw_only=True):
    """One line of a leaderboard."""

    rank: int
    player: PlayerCard
    username: str
    rating: int
    deviation: int
    games: int


class Leaderboard(Part, frozen=True, kw_only=True):
    """Active players with a reliable rating, best first; `next` asks for the following page."""

    variant: str
    speed: str
    places: list[Place]
    next: str | None
