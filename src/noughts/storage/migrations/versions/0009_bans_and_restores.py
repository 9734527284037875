"""who is banned, and when the store was last restored from a backup"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("players", sa.Column("banned_ms", sa.BigInteger(), nullable=True))
    op.create_index(
        "ix_players_banned",
        "players",
        ["banned_ms"],
        sqlite_where=sa.text("banned_ms IS NOT NULL"),
        postgresql_where=sa.text("banned_ms IS NOT NULL"),
    )
    op.create_table(
        "installation",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("restored_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_installation")),
    )
    op.execute("INSERT INTO installation (id, restored_ms) VALUES (1, 0)")
