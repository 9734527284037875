"""The REST API as methods: one request each, typed both ways."""

from types import TracebackType
from typing import Any, Self, TypeVar

import httpx2
import msgspec

from noughts.client.errors import CommandRefused
from noughts.messages.answers import Blocks, BoardState, Challenges, Inbox, ListOfGames, PlayerCard, Welcome
from noughts.messages.people_answers import LoginInfo, Logins, LoginsEnded, TokenMade
from noughts.messages.people_commands import HowBlocked
from noughts.messages.puzzling import PuzzleCard, PuzzleVerdict
from noughts.messages.scopes import Scope
from noughts.messages.settings import PlayerSettings
from noughts.messages.standings import FinishedGames, Leaderboard, PlayerPage, RatingChange, RatingHistory, Versus
from noughts.messages.teaching import MoveValue, PositionValue, Review
from noughts.messages.voice import Heard

Reply = TypeVar("Reply")

# The first word of all waits for the recogniser to get ready.
HEARING_SECONDS = 60.0


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
        return self._be(await self._post(Welcome, "guests", name=name))

    async def register(self, username: str, password: str, *, bot: bool = False) -> Welcome:
        """Make an account, and be it from now on."""
        return self._be(await self._post(Welcome, "accounts", username=username, password=password, bot=bot))

    async def log_in(self, username: str, password: str) -> Welcome:
        """Be this account from now on."""
        return self._be(await self._post(Welcome, "login", username=username, password=password))

    async def become_account(self, username: str, password: str) -> Welcome:
        """Be an account from now on, as a guest."""
        return self._be(await self._post(Welcome, "me/account", username=username, password=password))

    async def log_out(self) -> int:
        """End this login; the token is worth nothing any more."""
        return (await self._post(LoginsEnded, "logout")).count

    async def logins(self) -> list[LoginInfo]:
        return (await self._get(Logins, "me/logins")).logins

    async def make_token(self, label: str, *scopes: Scope) -> str:
        """A token for a program, to be kept: it is told this once."""
        return (await self._post(TokenMade, "me/tokens", label=label, scopes=scopes)).token

    async def settings(self) -> PlayerSettings:
        return await self._get(PlayerSettings, "me/settings")

    async def change_settings(self, **changes: Any) -> PlayerSettings:
        """Have these settings, by their names as the API spells them."""
        return _read(PlayerSettings, await self._http.patch("me/settings", json=changes))

    async def challenges(self) -> Challenges:
        """Accept one by `join`, or `decline_challenge`. To challenge somebody: `create(opponent=name)`."""
        return await self._get(Challenges, "me/challenges")

    async def decline_challenge(self, game: str) -> BoardState:
        return await self._post(BoardState, f"games/{game}/decline-challenge")

    async def invite(self, game: str) -> str:
        """A link that lets one person take the free seat."""
        return str((await self._post(dict[str, Any], f"games/{game}/invites"))["url"])

    async def accept_invite(self, token: str) -> BoardState:
        """Take the seat to which the link with this end leads."""
        return await self._post(BoardState, f"invites/{token}/accept")

    async def block(self, name: str, how: HowBlocked = "block") -> Blocks:
        return _read(Blocks, await self._http.put(f"me/blocks/{name}", json={"how": how}))

    async def unblock(self, name: str) -> Blocks:
        return _read(Blocks, await self._http.delete(f"me/blocks/{name}"))

    def _be(self, welcome: Welcome) -> Welcome:
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

    async def hear(self, wav: bytes, *, game: str | None = None, variant: str | None = None) -> Heard:
        """What is said in this recording, in that game or variant; nothing is played. How to record: docs/voice.md."""
        query = {name: value for name, value in (("game", game), ("variant", variant)) if value is not None}
        return _read(
            Heard,
            await self._http.post(
                "voice", content=wav, params=query, headers={"Content-Type": "audio/wav"}, timeout=HEARING_SECONDS
            ),
        )

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
