"""Hints between server processes: "game g is at version v". Losing one costs a delay, never a move."""
