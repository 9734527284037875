"""The REST API as methods: one request each, typed both ways.

A request that the server can't serve at the moment is retried. Requests that change a game carry an id, so they are
applied once.
"""

from typing import Any

from noughts.client.account_requests import AccountRequests
from noughts.client.social_requests import SocialRequests
from noughts.messages.answers import Inbox, ListOfGames
from noughts.messages.board_state import BoardState, PlayerCard
from noughts.messages.puzzling import PuzzleCard, PuzzleVerdict
from noughts.messages.settings import PlayerSettings
from noughts.messages.standings import FinishedGames, Leaderboard, PlayerPage, RatingChange, RatingHistory, Versus
from noughts.messages.teaching import MoveValue, PositionValue, Review
from noughts.messages.voice import Heard

# The first recognition waits until the recogniser is ready.
HEARING_SECONDS = 60.0


class Api(AccountRequests, SocialRequests):
    """A client of `/api/v1`. Use it as `async with Api(url, token) as api`. Every method raises `NoughtsError`.

    A request that fails for a temporary reason (the database is unreachable, too many requests) is retried for
    `patience_seconds`.
    """

    async def settings(self) -> PlayerSettings:
        return await self._get(PlayerSettings, "me/settings")

    async def change_settings(self, **changes: Any) -> PlayerSettings:
        """Change these settings, by their names as the API spells them."""
        return await self._call(PlayerSettings, "PATCH", "me/settings", json=changes)

    async def me(self) -> PlayerCard:
        return await self._get(PlayerCard, "me")

    async def my_games(self, *, finished: bool = False) -> list[BoardState]:
        return await self._get(list[BoardState], "me/games", finished=finished)

    async def waiting(self) -> dict[str, Any]:
        """Return how many unfinished games there are, how many wait for me, and which is next."""
        return await self._get(dict[str, Any], "me/waiting")

    async def inbox(self) -> Inbox:
        return await self._get(Inbox, "inbox")

    async def read(self, game: str | None = None) -> Inbox:
        return await self._post(Inbox, "inbox/read", game=game)

    async def dismiss(self, game: str) -> Inbox:
        return await self._call(Inbox, "DELETE", f"inbox/{game}")

    async def variants(self) -> list[dict[str, Any]]:
        return await self._get(list[dict[str, Any]], "variants")

    async def open_games(self) -> ListOfGames:
        return await self._get(ListOfGames, "games")

    async def create(self, **fields: Any) -> BoardState:
        """Open a game: the fields of `CreateGame`."""
        return await self._command("games", **fields)

    async def pair(self, **fields: Any) -> BoardState:
        return await self._command("pair", **fields)

    async def join(self, name: str) -> BoardState:
        return await self._command("join", name=name)

    async def game(self, game: str) -> BoardState:
        return await self._get(BoardState, f"games/{game}")

    async def history(self, game: str) -> list[dict[str, Any]]:
        return await self._get(list[dict[str, Any]], f"games/{game}/history")

    async def start(self, game: str) -> BoardState:
        return await self._command(f"games/{game}/start")

    async def move(self, game: str, cell: int, **fields: Any) -> BoardState:
        return await self._command(f"games/{game}/moves", position=cell, **fields)

    async def resign(self, game: str) -> BoardState:
        return await self._command(f"games/{game}/resign")

    async def abort(self, game: str) -> BoardState:
        return await self._command(f"games/{game}/abort")

    async def offer(self, game: str, what: str) -> BoardState:
        return await self._command(f"games/{game}/offers", what=what)

    async def accept(self, game: str, what: str) -> BoardState:
        return await self._command(f"games/{game}/accept", what=what)

    async def decline(self, game: str, what: str) -> BoardState:
        return await self._command(f"games/{game}/decline", what=what)

    async def give_time(self, game: str) -> BoardState:
        return await self._command(f"games/{game}/time")

    async def claim_win(self, game: str) -> BoardState:
        return await self._command(f"games/{game}/claim-win")

    async def claim_draw(self, game: str) -> BoardState:
        return await self._command(f"games/{game}/claim-draw")

    async def let_computer_play(self, game: str, **fields: Any) -> BoardState:
        return await self._command(f"/games/{game}/let-computer-play", **fields)

    async def review(self, game: str) -> Review:
        return await self._get(Review, f"/games/{game}/review")

    async def hint(self, game: str) -> MoveValue:
        return await self._get(MoveValue, f"/games/{game}/hint")

    async def analyse(self, position: str, **query: Any) -> PositionValue:
        return await self._get(PositionValue, "/analysis", position=position, **query)

    async def puzzle(self, puzzle: str = "daily") -> PuzzleCard:
        return await self._get(PuzzleCard, f"/puzzles/{puzzle}")

    async def try_puzzle(self, puzzle: str, move: str | None) -> PuzzleVerdict:
        return await self._post(PuzzleVerdict, f"/puzzles/{puzzle}/attempts", move=move)

    async def hear(self, wav: bytes, *, game: str | None = None, variant: str | None = None) -> Heard:
        """Return what this recording says, in that game or variant; no move is made. How to record: docs/voice.md."""
        query = {name: value for name, value in (("game", game), ("variant", variant)) if value is not None}
        headers = {"Content-Type": "audio/wav"}
        return await self._call(
            Heard, "POST", "voice", content=wav, params=query, headers=headers, timeout=HEARING_SECONDS
        )

    async def presence(self, game: str) -> dict[str, Any]:
        """Return for each seat whether its player is present, and if not, since when."""
        return await self._get(dict[str, Any], f"games/{game}/presence")

    async def play_again(self, game: str, value: bool = True) -> BoardState:
        return await self._command(f"games/{game}/play-again", value=value)

    async def player(self, username: str) -> PlayerPage:
        """Records, streaks and ratings of this account."""
        return await self._get(PlayerPage, f"players/{username}")

    async def player_games(self, username: str, before: str | None = None) -> FinishedGames:
        return await self._get(FinishedGames, f"players/{username}/games", before=before)

    async def versus(self, username: str, opponent: str, before: str | None = None) -> Versus:
        return await self._get(Versus, f"players/{username}/versus/{opponent}", before=before)

    async def rating_history(self, username: str, variant: str, speed: str, before: str | None = None) -> RatingHistory:
        return await self._get(RatingHistory, f"players/{username}/ratings/{variant}/{speed}", before=before)

    async def rating_changes(self, game: str) -> list[RatingChange]:
        return await self._get(list[RatingChange], f"games/{game}/ratings")

    async def leaderboard(self, variant: str, speed: str, **query: Any) -> Leaderboard:
        """Return a page of the leaderboard: `after` continues, `around` shows a player's place, `of` is "people" or
        "bots".
        """
        return await self._get(Leaderboard, f"leaderboards/{variant}/{speed}", **query)
