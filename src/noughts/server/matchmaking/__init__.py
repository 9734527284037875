"""How players find a game: creating, joining, pairing, invitations, rooms, and the lists of games."""
