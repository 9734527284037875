"""how well people played in their games, as hints for moderators"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_index(
        "ix_players_role",
        "players",
        ["role"],
        sqlite_where=sa.text("role IS NOT NULL"),
        postgresql_where=sa.text("role IS NOT NULL"),
    )
    op.create_table(
        "game_signals",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("variant", sa.String(length=20), nullable=False),
        sa.Column("rating", sa.Double(), nullable=True),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("engine_moves", sa.Integer(), nullable=False),
        sa.Column("accuracy", sa.Double(), nullable=True),
        sa.Column("same_address", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_game_signals")),
    )
    op.create_index("ix_game_signals_player", "game_signals", ["player_id", "at_ms"])
    op.create_index("ix_game_signals_level", "game_signals", ["variant", "rating"])
    op.create_index(op.f("ix_game_signals_at_ms"), "game_signals", ["at_ms"])
