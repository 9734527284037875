"""Measures what a move costs on one node and on several, with PostgreSQL, Redis and a proxy."""
