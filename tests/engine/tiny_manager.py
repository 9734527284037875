"""A second manager for Piskvork's protocol, written from the protocol's text alone. It shares no code with the project.

It keeps its own board, finds rows by its own rules, and fails if a brain breaks the protocol.
"""

import subprocess

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


class TinyManager:
    """Runs one brain, which has stone 1; the manager plays stone 2."""

    def __init__(self, command: list[str]) -> None:
        self.brain = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.width = self.height = 0
        self.stones: dict[tuple[int, int], int] = {}
        self.messages: list[str] = []

    def send(self, *lines: str) -> None:
        assert self.brain.stdin
        self.brain.stdin.write("".join(f"{line}\r\n" for line in lines).encode())
        self.brain.stdin.flush()

    def answer(self) -> str:
        assert self.brain.stdout
        while True:
            line = self.brain.stdout.readline()
            assert line, "the brain has died"
            text = line.decode().strip()
            if text.startswith(("MESSAGE", "DEBUG")):
                self.messages.append(text)
            elif text:
                return text

    def ask(self, *lines: str) -> str:
        self.send(*lines)
        return self.answer()

    def start(self, width: int, height: int, rule: int) -> None:
        self.width, self.height, self.stones = width, height, {}
        assert self.ask(f"START {width}" if width == height else f"RECTSTART {width},{height}") == "OK"
        self.send("INFO timeout_turn 0", "INFO timeout_match 0", "INFO max_memory 0", "INFO game_type 1",
                  f"INFO rule {rule}", "INFO folder /nowhere", "INFO evaluate 1,1", "INFO weather fine")  # fmt: skip

    def restart(self) -> None:
        self.stones = {}
        assert self.ask("RESTART") == "OK"

    def brain_moves(self, *lines: str) -> tuple[int, int]:
        """Send a command that asks for a move, and put the stone on the board."""
        x, y = map(int, self.ask(*lines).split(","))
        assert 0 <= x < self.width
        assert 0 <= y < self.height
        assert (x, y) not in self.stones, "the brain plays on a stone"
        self.stones[x, y] = 1
        return x, y

    def row_through(self, x: int, y: int) -> int:
        """Return the length of the longest row of one owner through a stone."""
        owner = self.stones[x, y]
        longest = 0
        for right, down in STEPS:
            length = 1
            for sign in (1, -1):
                at = (x + sign * right, y + sign * down)
                while self.stones.get(at) == owner:
                    length += 1
                    at = (at[0] + sign * right, at[1] + sign * down)
            longest = max(longest, length)
        return longest

    def end(self) -> int:
        """End the brain, and return its exit code. It must not say anything more."""
        assert self.brain.stdin
        assert self.brain.stdout
        self.send("END")
        code = self.brain.wait(60)
        assert self.brain.stdout.read() == b""
        self.brain.stdin.close()
        self.brain.stdout.close()
        return code
