"""the accounts that players follow"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "follows",
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("other_id", sa.String(length=32), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "other_id", name=op.f("pk_follows")),
    )
    op.create_index(op.f("ix_follows_other_id"), "follows", ["other_id"])
