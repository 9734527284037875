"""an index of the public games that are being played"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_index(
        "ix_games_stage",
        "games",
        ["changed_ms"],
        sqlite_where=sa.text("status = 'playing' AND visibility = 'public'"),
        postgresql_where=sa.text("status = 'playing' AND visibility = 'public'"),
    )
