"""Examples of the API's requests and answers about moderation."""

from noughts.messages import moderation as m
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId, PlayerId

_EVE = PlayerCard(id=PlayerId("7rTqPz1mWc4Xs2LkB"), name="Eve", kind="account")
_BOB = PlayerCard(id=PlayerId("5kWm3Zq8TnR1xYd2V"), name="Bob", kind="account")
_MODERATOR = PlayerCard(id=PlayerId("3hJp9Ls6VbN2cQf8D"), name="Mia", kind="account")
_MS = 1_790_000_000_000

_REPORT = m.ReportInfo(
    id="4hQzTt0pXcV1mNqLs",
    why="abuse",
    words="Insults in the chat.",
    by=_BOB,
    about=_EVE,
    game=GameId("Qm2Xc7Lp9Ra"),
    created_ms=_MS,
    closed_ms=None,
    outcome=None,
    open_about_player=1,
)
_ENTRY = m.LogEntry(
    id="6gRzTt0pXcV1mNqLs",
    at_ms=_MS,
    by=_MODERATOR,
    action="mute",
    about=_EVE,
    report=None,
    ends_ms=_MS + 86_400_000,
    words="Insults, twice.",
)

MODERATION_REQUESTS = (
    m.Imposed(hours=24, words="Insults, twice."),
    m.Renamed(name="Eve", words="The old name was an insult."),
    m.NoteMade(words="Warned by chat on Monday."),
    m.ReportClosed(outcome="acted", words="Muted for a day."),
)
MODERATION_ANSWERS = (
    m.ReportPage(reports=[_REPORT], next=None),
    m.ReportShown(report=_REPORT, chat=[m.ChatSaid(by=_EVE, seat="X", at_ms=_MS, words="Nice try.")]),
    m.LogPage(entries=[_ENTRY], next=None),
    m.ModeratedPlayer(
        player=_EVE,
        username="eve",
        role=None,
        created_ms=_MS - 86_400_000,
        seen_ms=_MS,
        sanctions=[m.SanctionInfo(kind="mute", since_ms=_MS, ends_ms=_MS + 86_400_000)],
        hints=[m.Hint(kind="engine_moves", share=0.97, others=None, moves=64, games=[GameId("Qm2Xc7Lp9Ra")])],
        reports=[_REPORT],
        log=[_ENTRY],
    ),
)
