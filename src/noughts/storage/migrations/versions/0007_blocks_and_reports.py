"""blocked and muted players, reports, and open challenges"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("other_id", sa.String(length=32), nullable=False),
        sa.Column("how", sa.String(length=8), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "other_id", name=op.f("pk_blocks")),
    )
    op.create_index(op.f("ix_blocks_other_id"), "blocks", ["other_id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("by_id", sa.String(length=32), nullable=False),
        sa.Column("about_id", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=True),
        sa.Column("why", sa.String(length=12), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("closed_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_about_id"), "reports", ["about_id"])
    op.create_index("ix_reports_by", "reports", ["by_id", "created_ms"])
    op.create_index(
        "ix_reports_open",
        "reports",
        ["created_ms"],
        sqlite_where=sa.text("closed_ms IS NULL"),
        postgresql_where=sa.text("closed_ms IS NULL"),
    )
    op.create_index(
        "ix_games_challenges",
        "games",
        ["opponent_id"],
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )
