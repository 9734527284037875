"""The schema, once for both databases. The migrations build it; a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    false,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("username", String(20)),
    # What makes a name unique: lower case, with look-alikes (0/O, 1/l/I) folded.
    Column("username_key", String(20), unique=True),
    Column("lookalike_key", String(20), unique=True),
    Column("display_name", String(40), nullable=False),
    Column("password_hash", Text),
    # A replaced picture is deleted unless somebody else has it.
    Column("picture", String(80), index=True),
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("banned_ms", BigInteger),
    # None, or `moderator`. Only the operator sets it.
    Column("role", String(12)),
)
Index(
    "ix_players_banned",
    players.c.banned_ms,
    sqlite_where=text("banned_ms IS NOT NULL"),
    postgresql_where=text("banned_ms IS NOT NULL"),
)

Index(
    "ix_players_role",
    players.c.role,
    sqlite_where=text("role IS NOT NULL"),
    postgresql_where=text("role IS NOT NULL"),
)

# To find guests who were not seen for long, without reading all players.
Index(
    "ix_players_guests",
    players.c.seen_ms,
    sqlite_where=text("kind = 'guest'"),
    postgresql_where=text("kind = 'guest'"),
)

tokens = Table(
    "tokens",
    metadata,
    # SHA-256 of the token: a person who reads the database can't play for anybody.
    Column("hash", String(64), primary_key=True),
    Column("player_id", String(32), nullable=False, index=True),
    Column("label", String(40), nullable=False),
    # The permissions of an API token, separated by spaces; none is a login, which may do everything.
    Column("scopes", String(40)),
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger, nullable=False),
)

# One-time codes that set a new password. Their random part is too long to be found by trying, so a fast hash is enough.
recovery_codes = Table(
    "recovery_codes",
    metadata,
    # SHA-256 of the player's id and the code.
    Column("hash", String(64), primary_key=True),
    Column("player_id", String(32), nullable=False, index=True),
    Column("created_ms", BigInteger, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    # SHA-256 of the credential's id, which may be long.
    Column("hash", String(64), primary_key=True),
    Column("player_id", String(32), nullable=False, index=True),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    # An authenticator that counts its uses must count upwards. Otherwise somebody has copied it.
    Column("sign_count", BigInteger, nullable=False),
    Column("name", String(40), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger),
)

# Confirmed e-mail addresses, for setting a new password. Several accounts may have the same one.
emails = Table(
    "emails",
    metadata,
    Column("player_id", String(32), primary_key=True),
    Column("address", String(254), nullable=False),
    # In lower case, to be found however it is typed.
    Column("address_key", String(254), nullable=False, index=True),
    Column("confirmed_ms", BigInteger, nullable=False),
)

# Links sent by e-mail: to confirm an address (`confirm`), or to set a new password (`recover`).
email_links = Table(
    "email_links",
    metadata,
    # SHA-256 of the token in the link.
    Column("hash", String(64), primary_key=True),
    Column("player_id", String(32), nullable=False, index=True),
    Column("purpose", String(8), nullable=False),
    Column("address", String(254), nullable=False),
    Column("expires_ms", BigInteger, nullable=False, index=True),
)

# Logins at the operator's OpenID Connect provider that are linked to accounts.
provider_logins = Table(
    "provider_logins",
    metadata,
    # SHA-256 of the issuer and the subject, which may be long.
    Column("hash", String(64), primary_key=True),
    Column("player_id", String(32), nullable=False, index=True),
    Column("issuer", Text, nullable=False),
    # The provider's own id of its user.
    Column("subject", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger),
)

# Challenges answered with a passkey, until they expire: a recorded answer can't be sent again.
answered_challenges = Table(
    "answered_challenges",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("expires_ms", BigInteger, nullable=False, index=True),
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("status", String(8), nullable=False),
    Column("variant", String(20), nullable=False),
    Column("rounds", SmallInteger, nullable=False),
    Column("clock", Text),
    Column("visibility", String(8), nullable=False),
    Column("name", String(40)),
    Column("name_key", String(40)),
    Column("creator_id", String(32), nullable=False),
    # The client's own id of the command that made the game: the same command again finds the same game.
    Column("creation_id", String(64)),
    Column("x_id", String(32)),
    Column("o_id", String(32)),
    Column("opponent_id", String(32)),
    Column("rematch_of", String(32)),
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Column("finished_ms", BigInteger),
    Column("winner", String(1)),
    Column("reason", String(12)),
    Column("door", String(8)),
    # Whether the computer plays a seat: after a restart the server must check what it has to do.
    Column("computer", Boolean, nullable=False, server_default=false()),
    Column("rated", Boolean, nullable=False, server_default=false()),
    # untimed, realtime or slow (days for each move).
    Column("pace", String(8), nullable=False, server_default="untimed"),
    # The order in which finished games were counted: of two games of one player, the later one has the larger number.
    Column("number", BigInteger),
)

Index(
    "uq_games_open_name",
    games.c.name_key,
    unique=True,
    sqlite_where=text("status = 'open'"),
    postgresql_where=text("status = 'open'"),
)
Index("uq_games_creation", games.c.creator_id, games.c.creation_id, unique=True)
Index(
    "ix_games_lobby",
    games.c.created_ms,
    sqlite_where=text("status = 'open' AND visibility = 'public'"),
    postgresql_where=text("status = 'open' AND visibility = 'public'"),
)
# The games that wait for anybody: by their kind to pair players, and by creator to list few of each.
IS_WAITING = "status = 'open' AND visibility = 'public' AND opponent_id IS NULL"
Index(
    "ix_games_pairing",
    games.c.variant,
    games.c.clock,
    games.c.rounds,
    games.c.rated,
    games.c.created_ms,
    sqlite_where=text(IS_WAITING),
    postgresql_where=text(IS_WAITING),
)
Index(
    "ix_games_listed",
    games.c.creator_id,
    games.c.created_ms,
    sqlite_where=text(IS_WAITING),
    postgresql_where=text(IS_WAITING),
)
# Those that may be watched, by when they began.
Index(
    "ix_games_stage",
    games.c.changed_ms,
    sqlite_where=text("status = 'playing' AND visibility = 'public'"),
    postgresql_where=text("status = 'playing' AND visibility = 'public'"),
)
Index(
    "ix_games_deleted",
    games.c.changed_ms,
    sqlite_where=text("status = 'deleted'"),
    postgresql_where=text("status = 'deleted'"),
)
Index(
    "ix_games_computer",
    games.c.id,
    sqlite_where=text("status = 'playing' AND computer"),
    postgresql_where=text("status = 'playing' AND computer"),
)
Index(
    "ix_games_number",
    games.c.number,
    sqlite_where=text("number IS NOT NULL"),
    postgresql_where=text("number IS NOT NULL"),
)
# The finished games of two players; either may have had either seat.
Index(
    "ix_games_pair",
    games.c.x_id,
    games.c.o_id,
    games.c.number,
    sqlite_where=text("number IS NOT NULL"),
    postgresql_where=text("number IS NOT NULL"),
)
# The open challenges.
Index(
    "ix_games_challenges",
    games.c.opponent_id,
    sqlite_where=text("status = 'open'"),
    postgresql_where=text("status = 'open'"),
)
Index("ix_games_x", games.c.x_id, games.c.status, games.c.changed_ms)
Index("ix_games_o", games.c.o_id, games.c.status, games.c.changed_ms)

# One row for each change: the key lets the database decide between two writers. On SQLite the rows are appended and
# only the small key index is written at random places, which makes a commit of many games several times smaller.
events = Table(
    "events",
    metadata,
    Column("game_id", String(32), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("player_id", String(32)),
    Column("command_id", String(64)),
    Column("body", Text, nullable=False),
    # Whether the body is one move and nothing else.
    Column("plain_move", Boolean, nullable=False, server_default=false()),
)

# Refusals that carried a command id, so that the same command is refused again for as long as the game exists.
refusals = Table(
    "refusals",
    metadata,
    Column("game_id", String(32), primary_key=True),
    Column("player_id", String(32), primary_key=True),
    Column("command_id", String(64), primary_key=True),
    Column("code", String(32), nullable=False),
)

# Sums over finished games. All five tables are written in the transaction of the game's end, and can be rebuilt.
records = Table(
    "records",
    metadata,
    Column("player_id", String(32), primary_key=True),
    Column("variant", String(20), primary_key=True),
    Column("speed", String(16), primary_key=True),
    Column("seat", String(4), primary_key=True),
    Column("against", String(8), primary_key=True),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("played_ms", BigInteger, nullable=False),
)

# One player's games against each opponent.
rivals = Table(
    "rivals",
    metadata,
    Column("player_id", String(32), primary_key=True),
    Column("opponent_id", String(32), primary_key=True),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
)
# A busy player's most frequent opponents, among thousands.
Index("ix_rivals_played", rivals.c.player_id, rivals.c.played, rivals.c.opponent_id)

# Every end of a game between people writes these two rows first: they are the lock of all that is counted for the two.
streaks = Table(
    "streaks",
    metadata,
    Column("player_id", String(32), primary_key=True),
    Column("outcome", String(5), nullable=False),
    Column("length", Integer, nullable=False),
    Column("longest_won", Integer, nullable=False),
    Column("longest_lost", Integer, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("variant", String(20), primary_key=True),
    Column("speed", String(16), primary_key=True),
    Column("player_id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("rated_ms", BigInteger, nullable=False),
)
# With the time of the last game, so that the index alone can skip inactive players.
Index(
    "ix_ratings_leaderboard",
    ratings.c.variant,
    ratings.c.speed,
    ratings.c.kind,
    ratings.c.rating,
    ratings.c.player_id,
    ratings.c.rated_ms,
    sqlite_where=text("deviation <= 75"),
    postgresql_where=text("deviation <= 75"),
)
Index("ix_ratings_player", ratings.c.player_id)

# The effect of a rated game on both ratings.
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("game_id", String(32), primary_key=True),
    Column("player_id", String(32), primary_key=True),
    Column("variant", String(20), nullable=False),
    Column("speed", String(16), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("before", Double, nullable=False),
    Column("after", Double, nullable=False),
    Column("deviation", Double, nullable=False),
)
Index(
    "ix_rating_changes_history",
    rating_changes.c.player_id,
    rating_changes.c.variant,
    rating_changes.c.speed,
    rating_changes.c.number,
)

# Pictures of players, re-encoded by us and named by their contents: equal ones are stored once.
pictures = Table(
    "pictures",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("png", LargeBinary, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
)

invites = Table(
    "invites",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("game_id", String(32), nullable=False, index=True),
    Column("created_by", String(32), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("used_by", String(32)),
    Column("used_ms", BigInteger),
)

# The players whom a player has muted (`mute`) or blocked (`block`).
blocks = Table(
    "blocks",
    metadata,
    Column("player_id", String(32), primary_key=True),
    Column("other_id", String(32), primary_key=True, index=True),
    Column("how", String(8), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
)

# The accounts that a player follows.
follows = Table(
    "follows",
    metadata,
    Column("player_id", String(32), primary_key=True),
    Column("other_id", String(32), primary_key=True, index=True),
    Column("created_ms", BigInteger, nullable=False),
)

# Players' reports about other players.
reports = Table(
    "reports",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("by_id", String(32), nullable=False),
    Column("about_id", String(32), nullable=False, index=True),
    Column("game_id", String(32)),
    Column("why", String(12), nullable=False),
    Column("words", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("closed_ms", BigInteger),
    Column("outcome", String(12)),
)
Index("ix_reports_by", reports.c.by_id, reports.c.created_ms)
Index("ix_reports_newest", reports.c.created_ms, reports.c.id)
Index(
    "ix_reports_open",
    reports.c.created_ms,
    sqlite_where=text("closed_ms IS NULL"),
    postgresql_where=text("closed_ms IS NULL"),
)

# What moderators or the operator have imposed on a player: mute, ban, close (the account), name (it is kept).
sanctions = Table(
    "sanctions",
    metadata,
    Column("player_id", String(32), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("since_ms", BigInteger, nullable=False),
    # None means without end.
    Column("ends_ms", BigInteger),
)
Index(
    "ix_sanctions_ends",
    sanctions.c.ends_ms,
    sqlite_where=text("ends_ms IS NOT NULL"),
    postgresql_where=text("ends_ms IS NOT NULL"),
)

# What moderators did, and their notes. Rows are only ever added; deleting an account erases the texts about it.
moderation_log = Table(
    "moderation_log",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    # None is the operator, on the command line.
    Column("by_id", String(32)),
    Column("action", String(16), nullable=False),
    Column("about_id", String(32), nullable=False),
    Column("report_id", String(32)),
    Column("ends_ms", BigInteger),
    Column("words", Text, nullable=False),
)
Index("ix_moderation_log_newest", moderation_log.c.at_ms, moderation_log.c.id)
Index("ix_moderation_log_about", moderation_log.c.about_id, moderation_log.c.at_ms)

# Recent chat, for reports. Old lines are removed, unless an open report is about their game.
chat_lines = Table(
    "chat_lines",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game_id", String(32), nullable=False),
    Column("player_id", String(32), nullable=False, index=True),
    # None is a spectator.
    Column("seat", String(1)),
    Column("at_ms", BigInteger, nullable=False, index=True),
    Column("words", Text, nullable=False),
)
Index("ix_chat_lines_game", chat_lines.c.game_id, chat_lines.c.at_ms)

# How well somebody played in a game, for moderators, and whether both seats had one address. Old rows are removed.
game_signals = Table(
    "game_signals",
    metadata,
    Column("game_id", String(32), primary_key=True),
    Column("player_id", String(32), primary_key=True),
    Column("at_ms", BigInteger, nullable=False, index=True),
    Column("variant", String(20), nullable=False),
    Column("rating", Double),
    # The difficult moves, and those of them that were the engine's too.
    Column("moves", Integer, nullable=False),
    Column("engine_moves", Integer, nullable=False),
    Column("accuracy", Double),
    Column("same_address", Boolean, nullable=False),
)
Index("ix_game_signals_player", game_signals.c.player_id, game_signals.c.at_ms)
Index("ix_game_signals_level", game_signals.c.variant, game_signals.c.rating)

settings = Table(
    "settings",
    metadata,
    Column("player_id", String(32), primary_key=True),
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

# One notice for each player and game: a newer one replaces it.
notices = Table(
    "notices",
    metadata,
    Column("player_id", String(32), primary_key=True),
    Column("game_id", String(32), primary_key=True, index=True),
    Column("kind", String(12), nullable=False),
    # The player it is about: the one who waits, challenges, or wants a rematch.
    Column("by_id", String(32)),
    Column("created_ms", BigInteger, nullable=False),
    Column("read_ms", BigInteger),
    # Dismissed by the player. The row stays while the game is running, so that the same notice is not sent again.
    Column("dismissed_ms", BigInteger),
    # When to push it; none after the push, or if it needs none.
    Column("push_ms", BigInteger),
)
Index(
    "ix_notices_push",
    notices.c.push_ms,
    sqlite_where=text("push_ms IS NOT NULL"),
    postgresql_where=text("push_ms IS NOT NULL"),
)

# The push addresses of a player's browsers, for when no page is open.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    # SHA-256 of the endpoint.
    Column("hash", String(64), primary_key=True),
    Column("player_id", String(32), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    # Failures in a row: a browser that stays unreachable is removed.
    Column("failures", Integer, nullable=False),
)

# The installation's own keys, made when they are first needed.
keys = Table(
    "keys",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)

# When no server process was running: that time is charged to nobody.
downtimes = Table(
    "downtimes",
    metadata,
    Column("from_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("to_ms", BigInteger, nullable=False),
)

# One row: when any server process was last alive.
uptime = Table(
    "uptime",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("alive_ms", BigInteger, nullable=False),
)

# One row: when the store was last restored from a backup. A server that started before that must not write any more.
installation = Table(
    "installation",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("restored_ms", BigInteger, nullable=False),
)
