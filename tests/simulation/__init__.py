"""The server's own code on a virtual clock, network, disk and bus, in one process and one thread.

A seed decides everything, so a run repeats exactly: `python -m tests.simulation --seed 7`.
"""
