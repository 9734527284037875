"""What an account may be called, and what makes two names the same. Pure: whether a name is free, the store says."""

import re

_USERNAME = re.compile(r"[A-Za-z0-9_-]{2,20}")

# Which letter is which depends on the case as it is shown: a capital I looks like l, a small i does not.
_LOOKALIKES = str.maketrans({"0": "o", "1": "l", "I": "l"})

_RESERVED = (
    "admin,administrator,anonymous,api,bot,computer,everybody,everyone,guest,help,home,host,house,info,login,me,mod,"
    "moderator,nobody,none,noughts,null,official,operator,owner,register,root,security,server,staff,superuser,support,"
    "system,undefined,unknown,user,webmaster,you"
)


def is_username(name: str) -> bool:
    """ASCII letters, digits, `_` and `-`, 2 to 20 of them."""
    return _USERNAME.fullmatch(name) is not None


def username_key(name: str) -> str:
    """Equal for names that differ by case only."""
    return name.lower()


def lookalike_key(name: str) -> str:
    """Equal for names that a reader could take for each other."""
    return name.translate(_LOOKALIKES).lower()


_RESERVED_KEYS = {key(name) for name in _RESERVED.split(",") for key in (username_key, lookalike_key)}


def is_reserved(name: str) -> bool:
    """Whether somebody of this name could pass for the server or its keepers."""
    return username_key(name) in _RESERVED_KEYS or lookalike_key(name) in _RESERVED_KEYS
