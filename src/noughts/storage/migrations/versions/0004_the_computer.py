"""the computer's players, and the games in which the computer plays"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_LEVELS = range(1, 9)


def upgrade() -> None:
    players = sa.table(
        "players",
        sa.column("id", sa.String),
        sa.column("kind", sa.String),
        sa.column("display_name", sa.String),
        sa.column("created_ms", sa.BigInteger),
        sa.column("seen_ms", sa.BigInteger),
    )
    rows = [
        {"id": f"computer-{n}", "kind": "computer", "display_name": f"Noughts {n}", "created_ms": 0, "seen_ms": 0}
        for n in _LEVELS
    ]
    op.bulk_insert(players, rows)
    op.add_column("games", sa.Column("computer", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index(
        "ix_games_computer",
        "games",
        ["id"],
        sqlite_where=sa.text("status = 'playing' AND computer"),
        postgresql_where=sa.text("status = 'playing' AND computer"),
    )
