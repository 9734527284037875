"""an index of those whom a player has met most often"""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_index("ix_rivals_played", "rivals", ["player_id", "played", "opponent_id"])
