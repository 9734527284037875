"""The live part: tables, sessions, the lobby. It decides nothing about the rules and nothing about bytes."""
