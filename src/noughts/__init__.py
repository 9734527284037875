"""A server for tic-tac-toe and its family."""

__version__ = "0.1.0"
