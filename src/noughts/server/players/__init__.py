"""Guests and accounts: how they sign up, log in, look, and leave."""
