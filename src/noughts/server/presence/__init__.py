"""Presence: who is online, who has left a game, and when the server itself was down."""
