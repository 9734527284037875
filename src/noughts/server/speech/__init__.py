"""Speech recognition, in worker processes."""
