"""the first schema"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=True),
        sa.Column("command_id", sa.String(length=64), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "version", name=op.f("pk_events")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("variant", sa.String(length=20), nullable=False),
        sa.Column("rounds", sa.SmallInteger(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=True),
        sa.Column("visibility", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=True),
        sa.Column("name_key", sa.String(length=40), nullable=True),
        sa.Column("creator_id", sa.String(length=32), nullable=False),
        sa.Column("creation_id", sa.String(length=64), nullable=True),
        sa.Column("x_id", sa.String(length=32), nullable=True),
        sa.Column("o_id", sa.String(length=32), nullable=True),
        sa.Column("opponent_id", sa.String(length=32), nullable=True),
        sa.Column("rematch_of", sa.String(length=32), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("changed_ms", sa.BigInteger(), nullable=False),
        sa.Column("finished_ms", sa.BigInteger(), nullable=True),
        sa.Column("winner", sa.String(length=1), nullable=True),
        sa.Column("reason", sa.String(length=12), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index(
            "ix_games_lobby",
            ["created_ms"],
            unique=False,
            sqlite_where=sa.text("status = 'open' AND visibility = 'public'"),
            postgresql_where=sa.text("status = 'open' AND visibility = 'public'"),
        )
        batch_op.create_index("ix_games_o", ["o_id", "status", "changed_ms"], unique=False)
        batch_op.create_index("ix_games_x", ["x_id", "status", "changed_ms"], unique=False)
        batch_op.create_index("uq_games_creation", ["creator_id", "creation_id"], unique=True)
        batch_op.create_index(
            "uq_games_open_name",
            ["name_key"],
            unique=True,
            sqlite_where=sa.text("status = 'open'"),
            postgresql_where=sa.text("status = 'open'"),
        )

    op.create_table(
        "invites",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("created_by", sa.String(length=32), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.Column("used_by", sa.String(length=32), nullable=True),
        sa.Column("used_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_invites")),
    )
    with op.batch_alter_table("invites", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invites_game_id"), ["game_id"], unique=False)

    op.create_table(
        "notices",
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("read_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("player_id", "kind", "game_id", name=op.f("pk_notices")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("username", sa.String(length=20), nullable=True),
        sa.Column("username_key", sa.String(length=20), nullable=True),
        sa.Column("lookalike_key", sa.String(length=20), nullable=True),
        sa.Column("display_name", sa.String(length=40), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("picture", sa.String(length=80), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("seen_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("lookalike_key", name=op.f("uq_players_lookalike_key")),
        sa.UniqueConstraint("username_key", name=op.f("uq_players_username_key")),
    )
    op.create_table(
        "records",
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("variant", sa.String(length=20), nullable=False),
        sa.Column("speed", sa.String(length=10), nullable=False),
        sa.Column("seat", sa.String(length=1), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "variant", "speed", "seat", name=op.f("pk_records")),
    )
    op.create_table(
        "refusals",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("command_id", sa.String(length=64), nullable=False),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "player_id", "command_id", name=op.f("pk_refusals")),
    )
    op.create_table(
        "settings",
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "key", name=op.f("pk_settings")),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("label", sa.String(length=40), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("used_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_tokens")),
    )
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tokens_player_id"), ["player_id"], unique=False)
