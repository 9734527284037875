"""The doors, one for each protocol. They turn bytes into session calls and answers into bytes, and decide nothing."""
