"""Guests and accounts: signing up, logging in, profiles and deletion."""
