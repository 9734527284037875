"""Connected clients: one session each, whatever the door, and the handlers of their commands."""
