"""A record of everything that each client sent and received. It knows only the protocol."""

from collections import defaultdict

from msgspec import Struct

from noughts.messages import commands as c
from noughts.messages.answers import ActionSuccess, AnyMessage
from noughts.messages.board_state import BoardState
from noughts.messages.ids import GameId, PlayerId


class Asked(Struct):
    """A player's command, and every answer to it."""

    player: PlayerId
    command: c.AnyCommand
    accepted: ActionSuccess | None = None
    refused: ActionSuccess | None = None


# After these the outcome is unknown, so the client asks again.
PASSING = frozenset({"storage_unavailable", "busy", "shutting_down", "too_many_requests", "not_logged_in", "silent"})


class History:
    """The whole history, and the first fault found in it."""

    def __init__(self) -> None:
        self.asked: dict[str, Asked] = {}
        self.boards: dict[GameId, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.violations: list[str] = []

    def ask(self, player: PlayerId, command: c.AnyCommand) -> None:
        assert command.id is not None
        self.asked[command.id] = Asked(player, command)

    def hear(self, message: AnyMessage) -> None:
        match message:
            case BoardState():
                self._show(message)
            case ActionSuccess(id=str(command_id)) if command_id in self.asked:
                self._answer(self.asked[command_id], message)
            case ActionSuccess(code="internal"):
                self.violations.append("the server failed inside")
            case _:
                pass

    def _answer(self, asked: Asked, answer: ActionSuccess) -> None:
        if answer.state is not None:
            self._show(answer.state)
        if answer.value:
            before = asked.accepted
            if before is not None and (before.game, before.version) != (answer.game, answer.version):
                self.violations.append(f"two answers to {answer.id}: {before} and {answer}")
            asked.accepted = answer
        elif answer.code == "internal":
            self.violations.append(f"the server failed inside at {asked.command}")
        elif answer.code not in PASSING:
            asked.refused = answer
        if asked.accepted is not None and asked.refused is not None:
            self.violations.append(f"{answer.id} was accepted and refused: {asked.refused}")

    def _show(self, board: BoardState) -> None:
        self.boards[board.game][board.version].add(summary(board))


def summary(board: BoardState) -> str:
    """Return the part of the board that must be the same for everybody at this version."""
    result = None if board.result is None else (board.result.winner, board.result.reason)
    return f"{board.cells} {board.turn} {board.ply} {board.phase} {board.started} {result} {board.next_game}"
