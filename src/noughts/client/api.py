"""The REST API as methods: one request each, typed both ways."""

from types import TracebackType
from typing import Any, Self, TypeVar

import httpx2
import msgspec

from noughts.client.errors import CommandRefused
from noughts.messages.answers import BoardState, Inbox, ListOfGames, PlayerCard, Welcome
from noughts.messages.puzzling import PuzzleCard, PuzzleVerdict
from noughts.messages.standings import FinishedGames, Leaderboard, PlayerPage, RatingChange, RatingHistory, Versus
from noughts.messages.teaching import MoveValue, PositionValue, Review

Reply = TypeVar("Reply")


class Api:
    """A client of `/api/v1`. Use it as `async with Api(url, token) as api`."""

    def __init__(self, url: str, token: str | None = None) -> None:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._http = httpx2.AsyncClient(base_url=f"{url.rstrip('/')}/api/v1/", headers=headers)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def be_guest(self, name: str | None = None) -> Welcome:
        """Make a guest, and be it from now on."""
        welcome = await self._post(Welcome, "guests", name=name)
        self._http.headers["Authorization"] = f"Bearer {welcome.token}"
        return welcome

    async def me(self) -> PlayerCard:
        return await self._get(PlayerCard, "me")

    async def my_games(self, *, finished: bool = False) -> list[BoardState]:
        return await self._get(list[BoardState], "me/games", finished=finished)

    async def waiting(self) -> dict[str, Any]:
        """How many unfinished games there are, how many wait for me, and which is next."""
        return await self._get(dict[str, Any], "me/waiting")

    async def inbox(self) -> Inbox:
        return await self._get(Inbox, "inbox")

    async def read(self, game: str | None = None) -> Inbox:
        return await self._post(Inbox, "inbox/read", game=game)

    async def dismiss(self, game: str) -> Inbox:
        return _read(Inbox, await self._http.delete(f"inbox/{game}"))

    async def variants(self) -> list[dict[str, Any]]:
        return await self._get(list[dict[str, Any]], "variants")

    async def open_games(self) -> ListOfGames:
        return await self._get(ListOfGames, "games")

    async def create(self, **fields: Any) -> BoardState:
        """Open a game: the fields of `CreateGame`."""
        return await self._post(BoardState, "games", **fields)

    async def pair(self, **fields: Any) -> BoardState:
        return await self._post(BoardState, "pair", **fields)

    async def join(self, name: str) -> BoardState:
        return await self._post(BoardState, "join", name=name)

    async def game(self, game: str) -> BoardState:
        return await self._get(BoardState, f"games/{game}")

    async def history(self, game: str) -> list[dict[str, Any]]:
        return await self._get(list[dict[str, Any]], f"games/{game}/history")

    async def start(self, game: str) -> BoardState:
        return await self._post(BoardState, f"games/{game}/start")

    async def move(self, game: str, position: int, **fields: Any) -> BoardState:
        return await self._post(BoardState, f"games/{game}/moves", position=position, **fields)

    async def resign(self, game: str) -> BoardState:
        return await self._post(BoardState, f"games/{game}/resign")

    async def abort(self, game: str) -> BoardState:
        return await self._post(BoardState, f"games/{game}/abort")

    async def offer(self, game: str, what: str) -> BoardState:
        return await self._post(BoardState, f"games/{game}/offers", what=what)

    async def accept(self, game: str, what: str) -> BoardState:
        return await self._post(BoardState, f"games/{game}/accept", what=what)

    async def decline(self, game: str, what: str) -> BoardState:
        return await self._post(BoardState, f"games/{game}/decline", what=what)

    async def give_time(self, game: str) -> BoardState:
        return await self._post(BoardState, f"games/{game}/time")

    async def claim_win(self, game: str) -> BoardState:
        return await self._post(BoardState, f"games/{game}/claim-win")

    async def claim_draw(self, game: str) -> BoardState:
        return await self._post(BoardState, f"games/{game}/claim-draw")

    async def let_computer_play(self, game: str, **fields: Any) -> BoardState:
        return await self._post(BoardState, f"/games/{game}/let-computer-play", **fields)

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

    async def presence(self, game: str) -> dict[str, Any]:
        """Of each seat: whether its player is here, and if not, since when."""
        return await self._get(dict[str, Any], f"games/{game}/presence")

    async def play_again(self, game: str, value: bool = True) -> BoardState:
        return await self._post(BoardState, f"games/{game}/play-again", value=value)

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
        """A page of it: `after` goes on, `around` shows somebody's place, `of` is "people" or "bots"."""
        return await self._get(Leaderboard, f"leaderboards/{variant}/{speed}", **query)

    async def _get(self, kind: type[Reply], path: str, **query: Any) -> Reply:
        return _read(kind, await self._http.get(path, params={k: v for k, v in query.items() if v is not None}))

    async def _post(self, kind: type[Reply], path: str, **fields: Any) -> Reply:
        return _read(kind, await self._http.post(path, json=fields))


def _read(kind: type[Reply], response: httpx2.Response) -> Reply:
    """The reply, typed. Raises `CommandRefused`."""
    if response.status_code >= 400:
        body = msgspec.json.decode(response.content, type=dict[str, Any])
        wait = (body.get("ratelimit") or {}).get("seconds")
        raise CommandRefused(body.get("code", ""), body.get("error", response.reason_phrase), wait_seconds=wait)
    return msgspec.json.decode(response.content, type=kind)
