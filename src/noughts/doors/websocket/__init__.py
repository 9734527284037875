"""The native protocol over WebSocket."""
