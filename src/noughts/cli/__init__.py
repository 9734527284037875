"""The command line: `noughts serve` and what comes with it."""
