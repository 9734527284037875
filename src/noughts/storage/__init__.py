"""Durable storage: one schema for SQLite and PostgreSQL, and the journal of every game."""
