"""The ways in: bytes to sessions and back. No decisions here."""
