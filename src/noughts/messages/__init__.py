"""The type of every command, event and answer, in one place. Pure: no I/O, no clock, no decisions."""
