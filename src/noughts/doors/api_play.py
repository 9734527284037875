"""The API about playing: one path for each command within a game."""

from typing import Any

from litestar import post
from litestar.handlers import HTTPRouteHandler

from noughts.doors.api_games import GameIdInPath
from noughts.doors.asking import NEEDS
from noughts.doors.boards import entered
from noughts.doors.documented import IN_GAME, READING, documented, operation_name
from noughts.messages import commands as c
from noughts.messages.answers import BoardState, PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.needs import needed_by
from noughts.server.session import Reception

CLAIMING = ("opponent_here", "not_gone_long_enough", "nothing_to_claim")

# The commands within a game: the path's last word, the command, what it is for, and why it may be refused.
GAME_COMMANDS: tuple[tuple[str, type[c.Command], str, tuple[str, ...]], ...] = (
    ("start", c.StartGame, "The lobby is over: show the board to both", ("already_started", "opponent_missing")),
    (
        "moves",
        c.MakeMove,
        "Play a cell",
        ("not_your_turn", "stale", "out_of_range", "cell_taken", "wrong_board", "wrong_mark", "time_over"),
    ),
    ("resign", c.Resign, "Give the game up", ("opponent_missing",)),
    ("abort", c.Abort, "Call the game off before both have moved", ("too_late_to_abort",)),
    (
        "offers",
        c.Offer,
        "Offer a draw, or ask to take the last move back",
        ("already_offered", "opponent_missing", "nothing_to_take_back", "wait_to_ask_again"),
    ),
    ("accept", c.AcceptOffer, "Agree to what the opponent offered", ("no_offer",)),
    ("decline", c.DeclineOffer, "Refuse what the opponent offered, or withdraw one's own offer", ("no_offer",)),
    ("time", c.GiveTime, "Give the opponent 15 more seconds", ("no_clock",)),
    ("claim-win", c.ClaimWin, "The other player is gone: let this be my win", CLAIMING),
    ("claim-draw", c.ClaimDraw, "The other player is gone: let this be a draw", CLAIMING),
    (
        "decline-challenge",
        c.DeclineChallenge,
        "Not to play this game, which waits for me by name",
        ("not_invited", "game_full"),
    ),
    (
        "let-computer-play",
        c.LetComputerPlay,
        "The other player is gone: let the computer play on in its seat, until it is back",
        (*CLAIMING, "computer_busy"),
    ),
    (
        "play-again",
        c.PlayAgain,
        "Another game with the same opponent, or not",
        ("not_finished", "opponent_missing", "unknown_variant", "rematch_declined", "game_types_differ"),
    ),
)


def _command_handler(
    word: str, command_type: type[c.Command], summary: str, refusals: tuple[str, ...]
) -> HTTPRouteHandler:
    async def handler(game_id: str, data: Any, player: PlayerCard, reception: Reception) -> BoardState:
        return await entered(reception, await reception.hall.ask(GameId(game_id), player, data))

    handler.__name__ = operation_name(command_type)
    handler.__annotations__ |= {"game_id": GameIdInPath, "data": command_type}
    route = post(
        f"/games/{{game_id:str}}/{word}",
        tags=["play"],
        opt={NEEDS: needed_by(command_type)},
        summary=summary,
        status_code=200,
        responses=documented(
            BoardState, *IN_GAME, *READING, "game_over", *refusals, words="Accepted and stored: the game as it is now."
        ),
    )
    return route(handler)


HANDLERS = [_command_handler(*entry) for entry in GAME_COMMANDS]
