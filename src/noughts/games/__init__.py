"""A game as a pure state machine: `decide` turns a command into events, `apply` turns events into the next game."""
