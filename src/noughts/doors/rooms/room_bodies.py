"""The bodies of the rooms API: its keys in their original spelling, `is_succesful` included, with examples."""

from typing import Annotated, Any, Literal

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from msgspec import Meta, Struct, field

from noughts.doors.http.error_responses import RateLimit
from noughts.games.game import Game
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import CommandId, GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.rules import Mark, find_variant

Told = Literal["True", "False"]

_Name = Annotated[str, Meta(max_length=64)] | None


class RoomCredentials(Struct, frozen=True, forbid_unknown_fields=True):
    """The account to register or log in: `username` (or `name`, or `nickname`) and `password`."""

    password: Annotated[str, Meta(max_length=1024)]
    username: _Name = None
    name: _Name = None
    nickname: _Name = None

    def __post_init__(self) -> None:
        if sum(given is not None for given in (self.username, self.name, self.nickname)) != 1:
            raise ValueError("Give one of username, name and nickname")

    @property
    def who(self) -> str:
        return self.username or self.name or self.nickname or ""


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """A cell: X is the column and Y the row, both from 0. The rest is optional.

    `id` is the client's own: the same turn sent twice is played once. `turn-num` refuses the turn if the board has
    changed since. `mark` is for wild, where players choose it.
    """

    X: int
    Y: int
    id: CommandId | None = None
    turn_num: int | None = field(default=None, name="turn-num")
    mark: Mark | None = None


class User(Struct, frozen=True):
    """A user, and the token that it sends in `Authorization: Bearer …` from now on."""

    token: str
    id: PlayerId
    username: str
    is_succesful: Told = "True"


class RoomData(Struct, frozen=True, rename="kebab"):
    """Everything about a room. After the end it never changes again."""

    token: GameId
    game_started: Told
    game_ended: Told
    map: list[list[str]]
    turn_num: int
    user_turn: PlayerId | None
    winner: PlayerId | None
    host: PlayerId
    guest: PlayerId | None
    variant: str


class TurnMade(RoomData, frozen=True, rename="kebab", kw_only=True):
    """The turn was made. This is the room after it."""

    is_succesful: Told = field(default="True", name="is_succesful")


class Done(Struct, frozen=True):
    """The request succeeded."""

    is_succesful: Told = "True"


class RoomRefusal(Struct, frozen=True, rename="kebab", omit_defaults=True):
    """A refusal: as text, and as a code for programs. When a limit was reached, `ratelimit` says how long to wait."""

    is_succesful: str = field(name="is_succesful")
    error_message: str
    code: str
    ratelimit: RateLimit | None = None


def room_data(game: Game) -> dict[str, Any]:
    """Return the fields of `RoomData` for this game."""
    host = game.creator
    guest = game.o if game.x == host else game.x
    winner = game.result.winner if game.result else None
    return {
        "token": game.id,
        "game_started": _told(game.started or game.free_seat is None),
        "game_ended": _told(game.result is not None),
        "map": map_of(game),
        "turn_num": game.ply,
        "user_turn": None if game.turn is None else game.player_at(game.turn),
        "winner": None if winner is None else game.player_at(winner),
        "host": host,
        "guest": guest,
        "variant": game.setup.variant,
    }


def map_of(game: Game) -> list[list[str]]:
    """Return the board as rows of `''`, `'X'` and `'O'`."""
    cols = find_variant(game.setup.variant).cols
    cells = ["" if cell == "." else cell for cell in game.position.cells]
    return [cells[start : start + cols] for start in range(0, len(cells), cols)]


def user(card: PlayerCard, token: str) -> User:
    return User(token, card.id, card.name)


def _told(value: bool) -> Told:
    return "True" if value else "False"


# The examples on the API page.

_ANN, _BOB = "2nGfGLhqzWkK4bY5V", "9hQzTt0pXcV1mNqLs"
ROOM_EXAMPLE = {
    "token": "1YKx0a7hD2kQp9ZrTWm",
    "game-started": "True",
    "game-ended": "False",
    "map": [["", "", ""], ["", "X", ""], ["", "", ""]],
    "turn-num": 1,
    "user-turn": _BOB,
    "winner": None,
    "host": _ANN,
    "guest": _BOB,
    "variant": "classic",
}
USER_EXAMPLE = {"token": "0rP…43 characters…", "id": _ANN, "username": "ann", "is_succesful": "True"}


def answers(success: Any, *codes: str, example: Any) -> dict[int, ResponseSpec]:
    """Return the answers for OpenAPI: the successful one, and one for each status of these refusals."""
    specs = {200: ResponseSpec(success, description="Success.", examples=[Example(value=example)])}
    by_status: dict[int, list[Refusal]] = {}
    for code in (*codes, "malformed"):
        by_status.setdefault(Refusal(code).status, []).append(Refusal(code))
    for status, refusals in by_status.items():
        examples = [
            Example(summary=r.code, value={"is_succesful": "False", "error-message": r.words, "code": r.code})
            for r in refusals
        ]
        words = " ".join(refusal.words for refusal in refusals)
        specs[status] = ResponseSpec(RoomRefusal, description=words, examples=examples, generate_examples=False)
    return specs
