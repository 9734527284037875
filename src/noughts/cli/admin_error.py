"""What an operator has asked for cannot be done."""


class AdminError(Exception):
    """Why not, in words for the operator."""
