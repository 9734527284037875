"""The public games that are being played, the most interesting first.

Read from the store, so all processes agree.
"""

import msgspec
from sqlalchemy import Connection

from noughts.messages.board_state import Players
from noughts.messages.ids import PlayerId
from noughts.messages.setup import ClockSetting
from noughts.messages.watching import LiveGame
from noughts.storage.games import playing
from noughts.storage.players import cards_of

MOST_LISTED = 30


def live_games(connection: Connection) -> list[LiveGame]:
    """Return the sort key: rated games first, then people before the computer, a clock before none, and the newest."""
    rows = playing(connection, MOST_LISTED)
    cards = cards_of(connection, {PlayerId(player) for row in rows for player in (row.x_id, row.o_id)})
    ranked = sorted(rows, key=lambda row: (not row.rated, row.computer, row.clock is None))
    return [
        LiveGame(
            id=row.id,
            variant=row.variant,
            rounds=row.rounds,
            clock=None if row.clock is None else msgspec.json.decode(row.clock, type=ClockSetting),
            rated=row.rated,
            players=Players(X=cards[row.x_id], O=cards[row.o_id]),
            since_ms=row.changed_ms,
        )
        for row in ranked
        if row.x_id in cards and row.o_id in cards
    ]
