"""The command line: `noughts serve` and the other commands."""
