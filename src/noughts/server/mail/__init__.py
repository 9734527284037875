"""E-mail, if the operator turns it on: its texts, and a queue in front of the operator's mail server."""
