"""What was said: a recogniser of speech that knows only what can be said in a game. It keeps nothing of what it hears.

No processes, no clock and no network here: the server has it run in a process of its own.
"""
