"""whether a change is one move and nothing else, in a column of its own"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("events", sa.Column("plain_move", sa.Boolean(), nullable=False, server_default=sa.false()))
    # The body is a JSON list of events, the first of them a move, and there is no second.
    op.execute(
        """UPDATE events SET plain_move = true
        WHERE body LIKE '[{"type":"MoveMade"%' AND body NOT LIKE '%},{%'"""
    )
