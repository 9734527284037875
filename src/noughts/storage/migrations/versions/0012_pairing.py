"""indexes to pair players by the kind of game, and to list few games of each"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_IS_WAITING = sa.text("status = 'open' AND visibility = 'public' AND opponent_id IS NULL")


def upgrade() -> None:
    for name, columns in (
        ("ix_games_pairing", ["variant", "clock", "rounds", "rated", "created_ms"]),
        ("ix_games_listed", ["creator_id", "created_ms"]),
    ):
        op.create_index(name, "games", columns, sqlite_where=_IS_WAITING, postgresql_where=_IS_WAITING)
