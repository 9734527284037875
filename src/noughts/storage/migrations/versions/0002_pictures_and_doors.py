"""pictures of players, and the door that a game belongs to"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "pictures",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("png", sa.LargeBinary(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_pictures")),
    )
    op.create_index(op.f("ix_players_picture"), "players", ["picture"])
    op.add_column("games", sa.Column("door", sa.String(length=8), nullable=True))
    # The few that wait to be erased are found at every start and after every deletion.
    op.create_index(
        "ix_games_deleted",
        "games",
        ["changed_ms"],
        sqlite_where=sa.text("status = 'deleted'"),
        postgresql_where=sa.text("status = 'deleted'"),
    )
