"""records by opponent and streak, ratings, and the order in which finished games are counted"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("games", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("number", sa.BigInteger(), nullable=True))
    for name, columns in (("ix_games_number", ["number"]), ("ix_games_pair", ["x_id", "o_id", "number"])):
        op.create_index(
            name,
            "games",
            columns,
            sqlite_where=sa.text("number IS NOT NULL"),
            postgresql_where=sa.text("number IS NOT NULL"),
        )
    # `noughts admin rebuild-records` numbers and counts games that ended before there were records.
    op.drop_table("records")
    op.create_table(
        "records",
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("variant", sa.String(length=20), nullable=False),
        sa.Column("speed", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.String(length=4), nullable=False),
        sa.Column("against", sa.String(length=8), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("played_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "variant", "speed", "seat", "against", name=op.f("pk_records")),
    )
    op.create_table(
        "rivals",
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("opponent_id", sa.String(length=32), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "opponent_id", name=op.f("pk_rivals")),
    )
    op.create_table(
        "streaks",
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("outcome", sa.String(length=5), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("longest_won", sa.Integer(), nullable=False),
        sa.Column("longest_lost", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_streaks")),
    )
    op.create_table(
        "ratings",
        sa.Column("variant", sa.String(length=20), nullable=False),
        sa.Column("speed", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("rated_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("variant", "speed", "player_id", name=op.f("pk_ratings")),
    )
    op.create_index(
        "ix_ratings_leaderboard",
        "ratings",
        ["variant", "speed", "kind", "rating", "player_id", "rated_ms"],
        sqlite_where=sa.text("deviation <= 75"),
        postgresql_where=sa.text("deviation <= 75"),
    )
    op.create_index("ix_ratings_player", "ratings", ["player_id"])
    op.create_table(
        "rating_changes",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("variant", sa.String(length=20), nullable=False),
        sa.Column("speed", sa.String(length=16), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.Double(), nullable=False),
        sa.Column("after", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_rating_changes")),
    )
    op.create_index("ix_rating_changes_history", "rating_changes", ["player_id", "variant", "speed", "number"])
