"""moderators, what they impose on players, their log, the outcome of reports, and recent chat"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("players", sa.Column("role", sa.String(length=12), nullable=True))
    op.add_column("reports", sa.Column("outcome", sa.String(length=12), nullable=True))
    op.create_index("ix_reports_newest", "reports", ["created_ms", "id"])
    op.create_table(
        "sanctions",
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("since_ms", sa.BigInteger(), nullable=False),
        sa.Column("ends_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("player_id", "kind", name=op.f("pk_sanctions")),
    )
    op.create_index(
        "ix_sanctions_ends",
        "sanctions",
        ["ends_ms"],
        sqlite_where=sa.text("ends_ms IS NOT NULL"),
        postgresql_where=sa.text("ends_ms IS NOT NULL"),
    )
    op.execute(
        "INSERT INTO sanctions (player_id, kind, since_ms) "
        "SELECT id, 'ban', banned_ms FROM players WHERE banned_ms IS NOT NULL"
    )
    op.create_table(
        "moderation_log",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("by_id", sa.String(length=32), nullable=True),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("about_id", sa.String(length=32), nullable=False),
        sa.Column("report_id", sa.String(length=32), nullable=True),
        sa.Column("ends_ms", sa.BigInteger(), nullable=True),
        sa.Column("words", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_moderation_log")),
    )
    op.create_index("ix_moderation_log_newest", "moderation_log", ["at_ms", "id"])
    op.create_index("ix_moderation_log_about", "moderation_log", ["about_id", "at_ms"])
    op.create_table(
        "chat_lines",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.String(length=1), nullable=True),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat_lines")),
    )
    op.create_index("ix_chat_lines_game", "chat_lines", ["game_id", "at_ms"])
    op.create_index(op.f("ix_chat_lines_player_id"), "chat_lines", ["player_id"])
    op.create_index(op.f("ix_chat_lines_at_ms"), "chat_lines", ["at_ms"])
