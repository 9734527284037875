"""A second brain for Piskvork's protocol, written from the protocol's text alone. It shares no code with the project.

It plays the empty point nearest to the centre, and checks what the manager sends: the line ends, the order of the
commands, and every stone. It answers ERROR if something is wrong. The first argument makes it misbehave.
"""

import sys

HABIT = sys.argv[1] if len(sys.argv) > 1 else ""
END = {"carriage-returns": "\r", "two-line-ends": "\r\n\r\n"}.get(HABIT, "\n")
MOVES = ("BEGIN", "TURN", "BOARD")


class Wrong(Exception):
    pass


def say(text: str) -> None:
    sys.stdout.buffer.write((text + END).encode())
    sys.stdout.buffer.flush()


def read() -> str:
    line = sys.stdin.buffer.readline()
    if not line:
        sys.exit(3)
    if not line.endswith(b"\r\n"):
        raise Wrong("lines must end with CR LF")
    return line[:-2].decode()


class Board:
    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.stones: dict[tuple[int, int], int] = {}

    def put(self, x: int, y: int, owner: int) -> None:
        if not (0 <= x < self.width and 0 <= y < self.height) or (x, y) in self.stones:
            raise Wrong(f"no place for a stone at {x},{y}")
        self.stones[x, y] = owner

    def nearest(self) -> tuple[int, int]:
        points = [(x, y) for y in range(self.height) for x in range(self.width) if (x, y) not in self.stones]
        return min(points, key=lambda p: (max(abs(2 * p[0] - self.width + 1), abs(2 * p[1] - self.height + 1)), p))


def think(board: Board, known: dict[str, int]) -> None:
    if known.pop("time_left", None) != 2147483647:
        raise Wrong("time_left must come before every move")
    if known["timeout_turn"] <= 0 or known["rule"] not in (0, 1, 8):
        raise Wrong("the limits and the rule are missing")
    mine = sum(owner == 1 for owner in board.stones.values())
    if len(board.stones) - mine - mine not in (0, 1):
        raise Wrong("it is not my turn")
    x, y = board.nearest()
    if HABIT == "dies":
        sys.exit(1)
    if HABIT == "hangs":
        while True:
            read()
    if HABIT == "messages-only":
        while True:
            say("MESSAGE la la")
    if HABIT == "nonsense":
        return say("e4")
    if HABIT == "cheats":
        return say(f"{board.width},0")
    if HABIT == "occupies" and board.stones:
        x, y = next(iter(board.stones))
        return say(f"{x},{y}")
    if HABIT == "is-unsure":
        return say("ERROR I cannot decide")
    if HABIT == "suggests":
        say(f"suggest {x},{y}")
        if read() != f"PLAY {x},{y}":
            raise Wrong("PLAY must follow SUGGEST")
    board.put(x, y, 1)
    say("DEBUG nearest to the centre")
    say(f"message playing {x},{y}")
    say(f"{x},{y}")


def obey(line: str, board: Board, known: dict[str, int]) -> Board:
    command, _, rest = line.partition(" ")
    if command == "START":
        if HABIT == "refuses-sizes":
            say("ERROR only 20x20")
            return board
        board = Board(int(rest), int(rest))
        say("OK - everything is good")
    elif command == "RECTSTART":
        width, height = map(int, rest.split(","))
        if width == height:
            raise Wrong("START is for square boards")
        board = Board(width, height)
        say("OK")
    elif command == "RESTART" and HABIT != "cannot-restart":
        board.stones.clear()
        say("OK")
    elif command == "INFO":
        key, _, value = rest.partition(" ")
        known[key] = int(value)
    elif command == "ABOUT":
        say("I am old" if HABIT == "old-about" else 'name="Tiny", version="0.1", author="a test"')
    elif command in MOVES:
        if command == "TURN":
            x, y = map(int, rest.split(","))
            board.put(x, y, 2)
        if command != "TURN" and board.stones:
            raise Wrong("the board was not empty")
        if command == "BOARD":
            while (stone := read()) != "DONE":
                x, y, owner = map(int, stone.split(","))
                board.put(x, y, owner)
        think(board, known)
    else:
        say("UNKNOWN")
    return board


board = Board(0, 0)
known: dict[str, int] = {}
while (line := read()) != "END":
    try:
        board = obey(line, board, known)
    except Wrong as wrong:
        say(f"ERROR the manager is wrong: {wrong}")
