"""Where everything lasting is kept: one schema on SQLite or PostgreSQL, and the journal of every game."""
