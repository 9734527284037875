"""Fixtures of the contract tests: every store."""

from tests.storage.stores import database, new_database

__all__ = ["database", "new_database"]
