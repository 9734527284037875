"""The doors: one for each protocol, from bytes to sessions and back. No decisions here."""
