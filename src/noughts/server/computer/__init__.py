"""The computer as an opponent and as an analyst, and the processes in which its engine runs."""
