"""Which usernames are allowed, and when two names count as the same. Pure: the store knows whether a name is free."""

import re
import unicodedata

from noughts.messages.lookalike_letters import LOOKS_LIKE

_USERNAME = re.compile(r"[A-Za-z0-9_-]{2,20}")

_FOREIGN = str.maketrans({letter: plain for plain, letters in LOOKS_LIKE.items() for letter in letters})
# Case matters for lookalikes: a capital I looks like l, a small i does not.
_LOOKALIKES = str.maketrans({"0": "o", "1": "l", "I": "l", "|": "l"})

_LIKE_CAPITAL_I = str.maketrans({"l": "I", "1": "I", "|": "I", "0": "o"})
_LIKE_ANY_L = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
_OUTER = re.compile(r"^[\W_]+|[\W_]+$")

_RESERVED = (
    "admin,administrator,anonymous,api,bot,computer,deleted,deletedplayer,everybody,everyone,guest,help,home,host,house,"
    "info,login,me,mod,moderator,nobody,none,noughts,null,official,operator,owner,register,root,security,server,staff,"
    "superuser,support,sysadmin,system,undefined,unknown,user,webmaster,you"
)


def is_username(name: str) -> bool:
    """Return whether this is a username: 2 to 20 ASCII letters, digits, `_` and `-`."""
    return _USERNAME.fullmatch(name) is not None


def username_key(name: str) -> str:
    """Return a key that is equal for names that differ by case only."""
    return name.lower()


def lookalike_key(name: str) -> str:
    """Return a key that is equal for names that a reader could confuse, in any script and with any accents."""
    return _plain(name).translate(_LOOKALIKES).casefold()


def keys_of(name: str) -> set[str]:
    """Return the keys of all usernames that a player with this name could impersonate: `annie` for `~ANNlE~`."""
    keys = {username_key(name), lookalike_key(name), _plain(name).translate(_LIKE_CAPITAL_I).casefold()}
    return {shape for key in keys for shape in (key, _OUTER.sub("", key)) if shape}


def _plain(name: str) -> str:
    """Return the name without accents, with letters that look like ASCII letters replaced by those."""
    if name.isascii():
        return name
    marked = unicodedata.normalize("NFKD", name)
    return "".join(c for c in marked if unicodedata.category(c) != "Mn").translate(_FOREIGN)


def _letters(name: str) -> str:
    """Return only the letters and digits, with all lookalikes of l unified, to compare with protected names."""
    plain = "".join(character for character in _plain(name).casefold() if character.isalnum() or character == "|")
    return plain.translate(_LIKE_ANY_L)


_RESERVED_KEYS = {_letters(name) for name in _RESERVED.split(",")}
# The computer's players are Noughts 1 to Noughts 8; 0 is folded to o, 1 to l.
_COMPUTER = re.compile(r"(computer|noughts)[0-9lo]*")


def is_reserved(name: str) -> bool:
    """Return whether a player with this name could impersonate the server, its operators or its computer players."""
    letters = _letters(name)
    return letters in _RESERVED_KEYS or _COMPUTER.fullmatch(letters) is not None
