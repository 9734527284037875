"""The permissions of a token. A login may do everything; an API token only what its scopes allow."""

from typing import Literal, get_args

# read: your own games, challenges and settings. play: games and everything in them. talk: chat and emotes. profile:
# name, picture, settings, follow, block, mute, report.
Scope = Literal["read", "play", "talk", "profile"]

# The role that the operator gave to an account.
Role = Literal["moderator"]

# What only a login may do, because it could lock the owner out: passwords, logins, tokens, deleting the account.
# moderate: only the login of a moderator; no API token has this.
Needed = Scope | Literal["login", "moderate", "nothing"]

ALL_SCOPES: frozenset[Scope] = frozenset(get_args(Scope))

# The scopes of a token; None is a login, which may do everything.
Scopes = frozenset[Scope] | None


def may(scopes: Scopes, needed: Needed) -> bool:
    """Return whether these scopes include the needed one."""
    return scopes is None or needed == "nothing" or needed in scopes


def has_role_for(role: Role | None, needed: Needed) -> bool:
    """Return whether an account with this role may do it. Everything but moderation is open to all."""
    return needed != "moderate" or role == "moderator"
