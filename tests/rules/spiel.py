"""OpenSpiel's games with our cell numbers: a third, independent implementation."""

from dataclasses import dataclass
from typing import Any

import pyspiel

GAMES = {
    "classic": "tic_tac_toe",
    "misere": "gomoku(size=3,connect=3,anti=True)",
    "4x4": "mnk(m=4,n=4,k=4)",
    "6x6": "mnk(m=6,n=6,k=4)",
    "9x9": "mnk(m=9,n=9,k=5)",
    "gomoku": "gomoku",
    "ultimate": "ultimate_tic_tac_toe",
    "connect-four": "connect_four",
    "mnk-3x4-3": "mnk(m=4,n=3,k=3)",
    "mnk-5x3-4": "mnk(m=3,n=5,k=4)",
    "mnk-5x7-4": "mnk(m=7,n=5,k=4)",
}


@dataclass
class SpielGame:
    """A state of OpenSpiel, at a point where a player is about to choose a cell (in Ultimate: a board and a place, in
    Connect Four: a column)."""

    state: Any
    is_ultimate: bool
    is_falling: bool

    @classmethod
    def start(cls, name: str) -> "SpielGame":
        state = pyspiel.load_game(GAMES[name]).new_initial_state()
        return cls(state, name == "ultimate", name == "connect-four")

    def result(self) -> str | None:
        if not self.state.is_terminal():
            return None
        return {1.0: "X", -1.0: "O", 0.0: "draw"}[self.state.returns()[0]]

    def moves(self) -> list[int]:
        actions: list[int] = self.state.legal_actions()
        if self.is_falling:
            rows = str(self.state).split()
            return sorted(sum(row[col] == "." for row in rows) * 7 - 7 + col for col in actions)
        if not self.is_ultimate:
            return actions
        return sorted(_cell(board, place) for board, state in self._boards() for place in state.legal_actions())

    def after(self, cell: int) -> "SpielGame":
        if not self.is_ultimate:
            return SpielGame(self.state.child(cell % 7 if self.is_falling else cell), False, self.is_falling)
        board, place = cell // 27 * 3 + cell % 9 // 3, cell // 9 % 3 * 3 + cell % 3
        return SpielGame(dict(self._boards())[board].child(place), True, False)

    def key(self) -> object:
        return str(self.state)

    def _boards(self) -> list[tuple[int, Any]]:
        """OpenSpiel splits a free choice into two actions, first the board and then the place."""
        if self.state.is_terminal():
            return []
        forced = str(self.state).rsplit("Forced board: ", maxsplit=1)[1].strip()
        if forced != "any":
            return [(int(forced), self.state)]
        return [(board, self.state.child(board)) for board in self.state.legal_actions()]


def _cell(board: int, place: int) -> int:
    return (board // 3 * 3 + place // 3) * 9 + board % 3 * 3 + place % 3
