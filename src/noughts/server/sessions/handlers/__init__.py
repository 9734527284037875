"""One file of command handlers for each screen or subject."""
