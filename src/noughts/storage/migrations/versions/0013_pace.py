"""the pace of a game, in a column of its own"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("games", sa.Column("pace", sa.String(length=8), nullable=False, server_default="untimed"))
    op.execute(
        """UPDATE games SET pace = CASE WHEN clock LIKE '%"daysPerMove"%' THEN 'slow' ELSE 'realtime' END
        WHERE clock IS NOT NULL"""
    )
