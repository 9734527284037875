"""Port 5005 over TCP and UDP: the line protocol and the native protocol, as a stream of JSON objects."""
