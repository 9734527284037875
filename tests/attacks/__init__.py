"""Attacks on a real server, each in a separate process, with a well-behaved game beside it.

`make prove` runs them one after the other, and nothing else at the same time.
"""
