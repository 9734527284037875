"""Fault injection on real servers, with players on every protocol; at the end, everything they received is checked."""
