"""The API about playing: one path for each command within a game."""

from typing import Any

from litestar import post
from litestar.handlers import HTTPRouteHandler

from noughts.doors.http.authentication import NEEDS
from noughts.doors.http.documented import IN_GAME, READING, documented, operation_name
from noughts.doors.rest.boards import entered
from noughts.doors.rest.games import GameIdInPath
from noughts.messages import commands as c
from noughts.messages.board_state import BoardState, PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.needs import needed_by
from noughts.server.sessions.services import Services

CLAIMING = ("opponent_here", "not_gone_long_enough", "nothing_to_claim")

# The commands within a game: the last part of the path, the command, its purpose, and its possible refusals.
GAME_COMMANDS: tuple[tuple[str, type[c.Command], str, tuple[str, ...]], ...] = (
    (
        "start",
        c.StartGame,
        "Start the game and show the board to both players",
        ("already_started", "opponent_missing"),
    ),
    (
        "moves",
        c.MakeMove,
        "Play a move",
        (
            "not_your_turn",
            "stale",
            "out_of_range",
            "cell_taken",
            "wrong_board",
            "cell_floats",
            "wrong_mark",
            "time_over",
        ),
    ),
    ("resign", c.Resign, "Resign", ("opponent_missing",)),
    ("abort", c.Abort, "Cancel the game before both players have moved", ("too_late_to_abort",)),
    (
        "offers",
        c.Offer,
        "Offer a draw or ask to take back the last move",
        ("already_offered", "opponent_missing", "nothing_to_take_back", "wait_to_ask_again"),
    ),
    ("accept", c.AcceptOffer, "Accept the opponent's offer", ("no_offer",)),
    ("decline", c.DeclineOffer, "Decline the opponent's offer or withdraw your own", ("no_offer",)),
    ("time", c.GiveTime, "Give the opponent 15 more seconds", ("no_clock",)),
    ("claim-win", c.ClaimWin, "Claim the win because the opponent is absent", CLAIMING),
    ("claim-draw", c.ClaimDraw, "Claim a draw because the opponent is absent", CLAIMING),
    (
        "decline-challenge",
        c.DeclineChallenge,
        "Decline a challenge",
        ("not_invited", "game_full"),
    ),
    (
        "let-computer-play",
        c.LetComputerPlay,
        "Let the computer play for the absent opponent until they return",
        (*CLAIMING, "computer_busy"),
    ),
    (
        "play-again",
        c.PlayAgain,
        "Accept or decline a rematch",
        ("not_finished", "opponent_missing", "unknown_variant", "rematch_declined", "game_types_differ"),
    ),
)


def _command_handler(
    word: str, command_type: type[c.Command], summary: str, refusals: tuple[str, ...]
) -> HTTPRouteHandler:
    async def handler(game_id: str, data: Any, player: PlayerCard, services: Services) -> BoardState:
        game = GameId(game_id)
        if isinstance(data, c.AbsenceCommand):
            return await entered(services, await services.absence_claims.claim(game, player, data))
        return await entered(services, await services.tables.ask(game, player, data))

    handler.__name__ = operation_name(command_type)
    handler.__annotations__ |= {"game_id": GameIdInPath, "data": command_type}
    route = post(
        f"/games/{{game_id:str}}/{word}",
        tags=["play"],
        opt={NEEDS: needed_by(command_type)},
        summary=summary,
        status_code=200,
        responses=documented(
            BoardState,
            *IN_GAME,
            *READING,
            "game_over",
            *refusals,
            words="The move or command is stored; the game after it.",
        ),
    )
    return route(handler)


HANDLERS = [_command_handler(*entry) for entry in GAME_COMMANDS]
