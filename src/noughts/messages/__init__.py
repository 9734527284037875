"""Every command, event and answer that crosses a border, typed in one place. Pure: no I/O, no clock, no decisions."""
