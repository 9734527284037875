"""What a change means, derived from its events alone. Each fact is defined here once."""

from noughts.messages import events as e

# Events after which a game looks different in a list of games. A new round is not among them, because the same two play
# on.
_LISTED: frozenset[type] = frozenset(
    {e.GameCreated, e.PlayerJoined, e.PlayerLeft, e.SeatTakenOver, e.SeatGivenBack, e.GameFinished, e.GameDeleted}
)

# What happens while the same two play on: a move, and a round that ends and the next one that starts.
_PLAY: frozenset[type] = frozenset({e.MoveMade, e.RoundFinished, e.RoundStarted})


def is_plain_move(events: tuple[e.AnyEvent, ...]) -> bool:
    """Return whether these events are one move and nothing else, as nearly every change is."""
    return len(events) == 1 and type(events[0]) is e.MoveMade


def is_play(events: tuple[e.AnyEvent, ...]) -> bool:
    """Return whether these events are a move, and at most a new round after it."""
    return _PLAY.issuperset(map(type, events))


def is_listed(events: tuple[e.AnyEvent, ...]) -> bool:
    """Return whether the lists of games look different after these events."""
    return not _LISTED.isdisjoint(map(type, events))
