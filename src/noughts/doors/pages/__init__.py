"""The web client's files."""
