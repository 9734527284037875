"""One example of every request and answer of the API.

They are instances of the real types, so their form is always valid.
"""

from msgspec import Struct, to_builtins

from noughts import __version__
from noughts.doors.openapi.account_examples import ACCOUNT_ANSWERS, ACCOUNT_REQUESTS
from noughts.doors.openapi.moderation_examples import MODERATION_ANSWERS, MODERATION_REQUESTS
from noughts.doors.rest.computer import ComputerInfo, ComputerLevel
from noughts.doors.rest.games import HistoryEntry, VariantInfo
from noughts.doors.rest.inbox import Waiting
from noughts.doors.rest.presence import GamePresence, SeatPresence
from noughts.doors.rest.push import PushEndpoint, PushKey, PushKeys, PushState, PushSubscription
from noughts.doors.rest.server_info import ServerInfo
from noughts.doors.rest.social import BlockBody, InviteLink, InviteShown
from noughts.doors.rest.voice import VoiceInfo
from noughts.doors.rooms.room_bodies import RoomCredentials, Turn
from noughts.engine import LEVELS
from noughts.messages import commands as c
from noughts.messages import people_commands as p
from noughts.messages import standings as s
from noughts.messages.answers import (
    BlockInfo,
    Blocks,
    Challenge,
    Challenges,
    Inbox,
    ListOfGames,
    Notice,
    OpenGame,
    Welcome,
)
from noughts.messages.board_state import BoardState, LastMove, PlayerCard, Players
from noughts.messages.computers import COMPUTERS
from noughts.messages.events import MoveMade
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.notice_commands import ReadNotices
from noughts.messages.people_answers import Friend, Friends, ReportMade
from noughts.messages.puzzling import PuzzleAttempt, PuzzleCard, PuzzleVerdict
from noughts.messages.setup import ClockSetting
from noughts.messages.teaching import Accuracy, MoveValue, PositionValue, Review, ReviewedMove, ReviewProgress
from noughts.messages.voice import Heard, SpokenGuess
from noughts.messages.watching import LiveGame

GAME = GameId("1YKx0a7hD2kQp9ZrTWm")
ANN = PlayerCard(id=PlayerId("2nGfGLhqzWkK4bY5V"), name="Ann")
BOB = PlayerCard(id=PlayerId("9hQzTt0pXcV1mNqLs"), name="Bob", kind="account")
CLEO = PlayerCard(id=PlayerId("4kTz0QwXcV1mNqLs7"), name="Cleo", kind="account")

BOARD = BoardState(
    game=GAME,
    version=4,
    phase="playing",
    started=True,
    variant="classic",
    rows=3,
    cols=3,
    cells="....X....",
    turn="O",
    ply=1,
    last_move=LastMove(cell=4, mark="X", seat="X"),
    players=Players(X=ANN, O=BOB),
)
OPEN_GAME = OpenGame(
    id=GAME,
    name="Ann's game",
    variant="classic",
    rounds=3,
    clock=ClockSetting(base_seconds=180, increment_seconds=2),
    free_seat="O",
    by=ANN,
    created_ms=1_790_000_000_000,
)
LIVE_GAME = LiveGame(
    id=GAME,
    variant="classic",
    rounds=3,
    clock=ClockSetting(base_seconds=180, increment_seconds=2),
    rated=True,
    players=Players(X=ANN, O=BOB),
    since_ms=1_790_000_000_000,
)
MOVE_VALUE = MoveValue(cell=1, mark="X", name="b1", value=1, exact=True, distance=1)

INBOX = Inbox(
    notices=[Notice(kind="turn", game=GAME, variant="classic", by=BOB, at_ms=1_790_000_000_000, read=False)], unread=1
)

_REQUESTS = (
    c.PlayAsGuest(name="Ann"),
    c.CreateGame(variant="classic", rounds=3, clock=ClockSetting(base_seconds=180, increment_seconds=2)),
    c.Pair(variant="gomoku", rounds=1),
    c.JoinGame(name="Ann's game"),
    c.StartGame(),
    c.MakeMove(id="my-move-1", cell=4, ply=0),
    c.Resign(),
    c.Abort(),
    c.Offer(what="draw"),
    c.AcceptOffer(what="draw"),
    c.DeclineOffer(what="draw"),
    c.GiveTime(),
    c.ClaimWin(),
    c.ClaimDraw(),
    c.LetComputerPlay(level=4),
    ReadNotices(game=GAME),
    PushSubscription("https://push.example/AbC", PushKeys("BNc…87 characters…", "k8J…22 characters…")),
    PushEndpoint("https://push.example/AbC"),
    c.PlayAgain(value=True),
    *ACCOUNT_REQUESTS,
    *MODERATION_REQUESTS,
    PuzzleAttempt(move="b2"),
    BlockBody(how="mute"),
    p.Report(name="bob", why="abuse", words="A chat message by bob.", game=GAME),
    c.DeclineChallenge(),
    RoomCredentials(username="ann", password="correct horse"),  # noqa: S106 - nobody's
    Turn(X=1, Y=1),
)
_WON = s.FinishedGame(
    game=GAME,
    variant="gomoku",
    speed="blitz",
    rounds=1,
    rated=True,
    players=Players(X=BOB, O=CLEO),
    winner="X",
    reason="line",
    finished_ms=1_790_000_600_000,
    rating_changes=[s.RatingChange(player=BOB.id, before=1512, after=1520)],
)
_STANDINGS = (
    s.PlayerPage(
        player=BOB,
        username="bob",
        created_ms=1_780_000_000_000,
        sums=s.Sums(played=12, won=7, lost=3, drawn=2),
        records=[
            s.RecordEntry(
                variant="gomoku",
                speed="blitz",
                seat="X",
                against="people",
                played=12,
                won=7,
                lost=3,
                drawn=2,
                played_ms=3_600_000,
            )
        ],
        streak=s.StreakEntry(outcome="won", length=3, longest_won=4, longest_lost=1),
        ratings=[
            s.RatingEntry(
                variant="gomoku",
                speed="blitz",
                rating=1520,
                deviation=88,
                is_provisional=False,
                games=12,
                rated_ms=1_790_000_600_000,
            )
        ],
        rivals=[s.Rival(player=CLEO, username="cleo", played=5, won=3, lost=2, drawn=0)],
    ),
    s.FinishedGames(games=[_WON], next="1790000600000-1YKx0a7hD2kQp9ZrTWm"),
    s.Versus(
        player=BOB,
        opponent=CLEO,
        sums=s.Sums(played=5, won=3, lost=2),
        variants=[s.VariantSums(variant="gomoku", played=5, won=3, lost=2)],
        games=[_WON],
        next=None,
    ),
    s.RatingChange(player=BOB.id, before=1512, after=1520),
    s.RatingHistory(
        variant="gomoku",
        speed="blitz",
        points=[s.RatingPoint(game=GAME, at_ms=1_790_000_600_000, rating=1520, deviation=88)],
        next=None,
    ),
    s.Leaderboard(
        variant="gomoku",
        speed="blitz",
        places=[s.Place(rank=1, player=CLEO, username="cleo", rating=1731, deviation=52, games=210)],
        next=None,
    ),
)
_ANSWERS = (
    ANN,
    BOARD,
    Welcome(player=ANN, token="0rP…43 characters…"),  # noqa: S106 - no token
    ListOfGames(games=[OPEN_GAME]),
    LIVE_GAME,
    VariantInfo("classic", "Classic", 3, 3, 3, "Three in a row wins."),
    ComputerInfo(
        ready=True,
        busy=False,
        levels=[ComputerLevel(COMPUTERS[2].id, COMPUTERS[2].name, 3, LEVELS[2].name, LEVELS[2].character)],
    ),
    VoiceInfo(True, ["en"], 16_000, 6),
    Heard(verdict="sure", guesses=[SpokenGuess(phrase="top left", confidence=0.97, cell=0, square="a1")]),
    *ACCOUNT_ANSWERS,
    *MODERATION_ANSWERS,
    INBOX,
    PushKey("BGs3…87 characters…"),
    PushState(1),
    Waiting(games=3, waiting=1, next=GAME, unread=1),
    GamePresence(SeatPresence(True), SeatPresence(False, 1_790_000_060_000, 1_790_000_070_000)),
    *_STANDINGS,
    Challenges(incoming=[Challenge(state=BOARD, by=BOB, to=ANN)], outgoing=[]),
    Blocks(blocks=[BlockInfo(player=BOB, how="mute", since_ms=1_790_000_000_000)]),
    Friends(friends=[Friend(player=BOB, online=True, since_ms=1_790_000_000_000)]),
    ReportMade(report="4hQzTt0pXcV1mNqLs"),
    InviteShown(by=BOB, variant="classic", rounds=3, clock=None, rated=False),
    InviteLink(
        game=GAME,
        token="5xK2…22 characters…",  # noqa: S106 - no token
        url="https://noughts.example/invite/5xK2…",
        text="Ann invites you to a game of tic-tac-toe: https://noughts.example/invite/5xK2…",
        qr="/api/v1/invites/5xK2…/qr.svg",
        expires_ms=1_790_000_000_000,
    ),
    MOVE_VALUE,
    PositionValue(
        position="classic X1X/O2/1O1 X",
        variant="classic",
        turn="X",
        value=1,
        exact=True,
        plain=False,
        moves=(MOVE_VALUE,),
    ),
    Review(
        game=GAME,
        version=9,
        variant="classic",
        exact=True,
        plain=False,
        progress=ReviewProgress(searched=9, total=9, state="done"),
        moves=(
            ReviewedMove(
                round=1,
                ply=4,
                seat="X",
                player=ANN.id,
                verdict="fastest_win",
                certainty="exact",
                played=MOVE_VALUE,
                best=(MOVE_VALUE,),
            ),
        ),
        accuracy=(Accuracy(player=ANN.id, accuracy=1, moves=3),),
    ),
    PuzzleCard(
        id="classic-1",
        variant="classic",
        position="classic X1X/O2/1O1 X",
        rows=3,
        cols=3,
        cells="X.XO...O.",
        boards="",
        open_boards=(),
        turn="X",
        moves=1,
        difficulty=1,
        date="2026-11-16",
    ),
    ServerInfo(version=__version__, voice=True, pictures=True, compiled_engine=True, email=True),
    PuzzleVerdict(solved=True, solution=("b1",)),
    HistoryEntry(version=4, at_ms=1_790_000_060_000, events=[MoveMade(cell=4, mark="X")]),
)


def _as_written(request: Struct) -> dict[str, object]:
    """Return the example as a person would write it: without `type`, which is in the path, and unset fields."""
    return {key: value for key, value in to_builtins(request).items() if value is not None and key != "type"}


# Keyed by the type's name, which is also its name in the document.
EXAMPLES: dict[str, object] = {type(request).__name__: _as_written(request) for request in _REQUESTS} | {
    type(answer).__name__: to_builtins(answer) for answer in _ANSWERS
}
