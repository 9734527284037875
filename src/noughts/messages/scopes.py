"""What a token may be used for. A login may do everything; a token made for a program only what its scopes say."""

from typing import Literal, get_args

# read: look at one's own games, challenges and settings. play: games and everything in them. talk: chat and emotes.
# profile: name, picture, settings, block, mute, report.
Scope = Literal["read", "play", "talk", "profile"]

# What only a login may do, since it could lock the owner out: passwords, logins, tokens, the end of the account.
Needed = Scope | Literal["login", "nothing"]

ALL_SCOPES: frozenset[Scope] = frozenset(get_args(Scope))

# What a token holds; None is a login, which may do everything.
Scopes = frozenset[Scope] | None


def may(scopes: Scopes, needed: Needed) -> bool:
    """Whether one who holds these scopes may do what needs that one."""
    return scopes is None or needed == "nothing" or needed in scopes
