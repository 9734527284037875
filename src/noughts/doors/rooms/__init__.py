"""The rooms API: a small REST service with a host, a guest and a room token."""
