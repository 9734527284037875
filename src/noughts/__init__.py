"""A server for tic-tac-toe and its family."""

__version__ = "1.0.0"
