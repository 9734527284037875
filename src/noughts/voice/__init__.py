"""A speech recogniser that knows only the phrases of a game. It keeps no recordings.

No processes, no clock and no network here: the server runs it in a separate process.
"""
