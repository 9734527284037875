"""The addresses of the web client. Its own list is generated from this one, so both always agree."""

# Pages whose address has no further part.
PAGES = (
    "two",
    "computer",
    "settings",
    "puzzles",
    "learn",
    "watch",
    "duel",
    "analysis",
    "inbox",
    "history",
    "friends",
    "account",
    "leaderboards",
    "moderation",
)
# Pages whose address continues with a game, a player, an invitation, a replay or a puzzle. Litestar matches a mount by
# its first letters: `/i` would hide `/icons`.
PAGES_OF = ("g", "u", "invite", "replay", "puzzles")
# The paths that other sites may show in a frame.
EMBEDDED = ("g", "replay")
