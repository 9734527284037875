"""Shared by every part of the server: time and randomness, background tasks, rate limits, metrics, worker processes."""
