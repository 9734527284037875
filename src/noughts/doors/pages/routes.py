"""The addresses of the web client. Its own list is generated from this one, so both always agree."""

# Pages that the address alone names.
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
# Pages with something after them: a game, a player, an invitation, a replay, a puzzle. Litestar takes a mount for
# every path that begins like it: `/i` would hide `/icons`.
PAGES_OF = ("g", "u", "invite", "replay", "puzzles")
# The paths that other sites may show in a frame.
EMBEDDED = ("g", "replay")
