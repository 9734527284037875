"""A server for tic-tac-toe and its family."""
