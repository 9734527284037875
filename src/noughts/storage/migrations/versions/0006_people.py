"""what a token is for, and the guests who were not seen for long"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tokens", sa.Column("scopes", sa.String(length=40), nullable=True))
    op.create_index(
        "ix_players_guests",
        "players",
        ["seen_ms"],
        sqlite_where=sa.text("kind = 'guest'"),
        postgresql_where=sa.text("kind = 'guest'"),
    )
