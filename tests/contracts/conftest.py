"""Fixtures of the contracts: the stores they hold for."""

from tests.storage.stores import database, new_database

__all__ = ["database", "new_database"]
