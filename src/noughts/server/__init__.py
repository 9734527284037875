"""The live part: tables, sessions, the lobby. It contains no game rules and no protocol formats."""
