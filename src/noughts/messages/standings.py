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
    """An opponent, and the games against them from the player's point of view."""

    player: PlayerCard
    # The username, which leads to the player's page; guests have none.
    username: str | None


class PlayerPage(Part, frozen=True, kw_only=True):
    """A player, its sums over all games against people, and everything that they are made of."""

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
    """A game that is over and counts, in one line."""

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
    """Finished games, newest first; `next` asks for the page before, and is null at the end."""

    games: list[FinishedGame]
    next: str | None


class VariantSums(Sums, frozen=True, kw_only=True):
    """The games of one variant."""

    variant: str


class Versus(Part, frozen=True, kw_only=True):
    """Two players: the sums are those of the first named.

    `variants` are the newest thousand games by what was played, on the first page alone.
    """

    player: PlayerCard
    opponent: PlayerCard
    sums: Sums
    variants: list[VariantSums]
    games: list[FinishedGame]
    next: str | None


class RatingPoint(Part, frozen=True, kw_only=True):
    """The rating after a game; a private game is not named."""

    game: GameId | None
    at_ms: int
    rating: int
    deviation: int


class RatingHistory(Part, frozen=True, kw_only=True):
    """The ratings of a player, oldest first; `next` asks for the page before, and is null at the end."""

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
    """Those whose rating is certain and who have played of late, the best first; `next` asks for those after them."""

    variant: str
    speed: str
    places: list[Place]
    next: str | None
