"""OpenSpiel's tree search (C++, random playouts, solver on) as a player in our arena, with the same time."""

import time
from typing import Any

import pyspiel

from noughts.rules import EMPTY, Move, Position, Variant
from noughts.rules.ultimate import BOARD_OF, PLACE_OF

# OpenSpiel has two games with the same rules for 15x15; `gomoku` makes 30 times the simulations of `mnk`.
GAMES = {"ultimate": "ultimate_tic_tac_toe", "gomoku": "gomoku"}
UCT = 2.0
MEMORY_MB = 1_000
NO_LIMIT = 100_000_000


class SpielPlayer:
    """Converts positions to OpenSpiel's states, by any sequence of moves that leads there."""

    name = "OpenSpiel"

    def __init__(self, variant: Variant, milliseconds: int, seed: int) -> None:
        self._game = pyspiel.load_game(GAMES[variant.name])
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self._bot = pyspiel.MCTSBot(
            self._game, evaluator, UCT, NO_LIMIT, MEMORY_MB, True, seed, False, max_wall_clock_time=milliseconds / 1000
        )
        self._state: Any = None
        self._shown = variant.start()
        self.seconds = 0.0
        self.moves = 0

    def move(self, variant: Variant, position: Position, milliseconds: int) -> Move:
        self._follow(variant, position)
        began = time.perf_counter()
        cell = self._choose(self._state.clone())
        self.seconds += time.perf_counter() - began
        self.moves += 1
        return position.move_at(cell)

    def end(self) -> None:
        pass

    def _choose(self, state: Any) -> int:
        """Choose a move. In Ultimate a free choice takes two actions, board and place, with the full time for each."""
        action: int = self._bot.step(state)
        if self._game.get_type().short_name != "ultimate_tic_tac_toe":
            return action
        board = _forced_board(state)
        if board is None:
            board = action
            state.apply_action(action)
            action = self._bot.step(state)
        return board // 3 * 27 + board % 3 * 3 + action // 3 * 9 + action % 3

    def _follow(self, variant: Variant, position: Position) -> None:
        """Play the new moves on the board. A new game starts over."""
        if self._state is None or position.ply < self._shown.ply or not _can_follow(self._shown, position):
            self._state, self._shown = self._game.new_initial_state(), variant.start()
        for move in _way(self._shown, position):
            if variant.has_boards:
                if _forced_board(self._state) is None:
                    self._state.apply_action(BOARD_OF[move.cell])
                self._state.apply_action(PLACE_OF[move.cell])
            else:
                self._state.apply_action(move.cell)
        self._shown = position


def _can_follow(before: Position, position: Position) -> bool:
    return all(was in (EMPTY, held) for was, held in zip(before.cells, position.cells, strict=True))


def _way(before: Position, position: Position) -> list[Move]:
    """Return moves that lead from one position to the other."""
    if before == position:
        return []
    for move in before.legal_moves():
        if position.cells[move.cell] == move.mark:
            after = before.play(move)
            if after == position or (after.ply < position.ply and after.outcome() is None):
                way = _way(after, position)
                if way or after == position:
                    return [move, *way]
    return []


def _forced_board(state: Any) -> int | None:
    forced = str(state).rsplit("Forced board: ", maxsplit=1)[1].strip()
    return None if forced == "any" else int(forced)


def simulations_per_second(variant: Variant, seconds: float) -> float:
    """Measure from the start position, doubling the simulations until they take long enough."""
    game = pyspiel.load_game(GAMES[variant.name])
    simulations = 500
    while True:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, UCT, simulations, MEMORY_MB, True, 1, False)
        began = time.perf_counter()
        bot.step(game.new_initial_state())
        took = time.perf_counter() - began
        if took >= seconds:
            return simulations / took
        simulations *= 2
