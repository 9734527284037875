"""Port 5005 over TCP and UDP: the line protocol, and the native protocol, one JSON object after another."""
