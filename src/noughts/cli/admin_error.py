"""The error of operator commands."""


class AdminError(Exception):
    """An operator's request can't be fulfilled. The message says why."""
