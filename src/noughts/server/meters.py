"""What the server counts of itself. Plain numbers, since they are raised on every move; `/metrics` reads them."""


class Meters:
    """Counters since the start of this process."""

    def __init__(self) -> None:
        self.moves = 0
        self.changes = 0
        self.commands = 0
        self.refusals = 0
        self.sessions = 0
        self.sessions_cut = 0
