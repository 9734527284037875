"""Benchmarks, and the servers we compare with. Every figure about speed or memory in the docs comes from here."""
