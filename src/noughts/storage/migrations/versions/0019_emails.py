"""e-mail addresses, and the links sent there"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "emails",
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("address_key", sa.String(length=254), nullable=False),
        sa.Column("confirmed_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_emails")),
    )
    op.create_index(op.f("ix_emails_address_key"), "emails", ["address_key"])
    op.create_table(
        "email_links",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("purpose", sa.String(length=8), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_email_links")),
    )
    op.create_index(op.f("ix_email_links_player_id"), "email_links", ["player_id"])
    op.create_index(op.f("ix_email_links_expires_ms"), "email_links", ["expires_ms"])
