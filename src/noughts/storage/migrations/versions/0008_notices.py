"""notices with one row a game, push subscriptions, keys, and the times without a server"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    # Nothing has ever written to the old one.
    op.drop_table("notices")
    op.create_table(
        "notices",
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("by_id", sa.String(length=32), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("read_ms", sa.BigInteger(), nullable=True),
        sa.Column("dismissed_ms", sa.BigInteger(), nullable=True),
        sa.Column("push_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("player_id", "game_id", name=op.f("pk_notices")),
    )
    op.create_index(op.f("ix_notices_game_id"), "notices", ["game_id"])
    op.create_index(
        "ix_notices_push",
        "notices",
        ["push_ms"],
        sqlite_where=sa.text("push_ms IS NOT NULL"),
        postgresql_where=sa.text("push_ms IS NOT NULL"),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_push_subscriptions")),
    )
    op.create_index(op.f("ix_push_subscriptions_player_id"), "push_subscriptions", ["player_id"])
    op.create_table(
        "keys",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_keys")),
    )
    op.create_table(
        "downtimes",
        sa.Column("from_ms", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("to_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("from_ms", name=op.f("pk_downtimes")),
    )
