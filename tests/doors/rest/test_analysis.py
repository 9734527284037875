"""Reviews, hints and puzzles over the API of a real server."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from httpx2 import AsyncClient

from noughts.app import Application
from noughts.client import Client, RemoteGame
from noughts.client.api import Api as ApiClient
from noughts.engine.puzzles import daily_puzzle, puzzles
from noughts.rules import find_variant, move_name
from noughts.server.computer import engine_pool
from tests.server.computer.test_computer_player import PATIENCE_SECONDS, play_out


class Api:
    """The API, with or without a player."""

    def __init__(self, http: AsyncClient) -> None:
        self._http = http

    async def get(self, path: str, client: Client | None = None, **query: Any) -> tuple[int, Any]:
        headers = {} if client is None else {"Authorization": f"Bearer {client.token}"}
        reply = await self._http.get(path, headers=headers, params=query)
        return reply.status_code, reply.json()

    async def post(self, path: str, body: Any) -> tuple[int, Any]:
        reply = await self._http.post(path, json=body)
        return reply.status_code, reply.json()


@pytest_asyncio.fixture
async def api(application: Application) -> AsyncIterator[Api]:
    async with AsyncClient(base_url=f"{application.address}/api/v1", timeout=60) as http:
        yield Api(http)


async def played(x: Client, o: Client, *cells: int, **setup: Any) -> RemoteGame:
    """Return a game of these two with these moves."""
    game = await x.create(visibility="private", **setup)
    joined = await o.join(game.id)
    for number, cell in enumerate(cells):
        mover = (game, joined)[number % 2]
        await mover.until_my_turn()
        await mover.move(cell)
    return game


async def test_reviews_a_finished_game(application: Application, api: Api) -> None:
    async with Client(application.address) as ann, Client(application.address) as bob:
        # O answers the centre at a side, which loses. X misses the win once, and O blunders again.
        game = await played(ann, bob, 4, 1, 8, 0, 2, 6, 5)
        status, review = await api.get(f"/games/{game.id}/review", ann)
        assert status == 200
        assert (review["exact"], review["plain"], review["variant"]) == (True, False, "classic")
        verdicts = [(move["seat"], move["played"]["name"], move["verdict"]) for move in review["moves"]]
        assert verdicts[1] == ("O", "b1", "gave_away_draw")
        assert verdicts[3] == ("O", "a1", "best_defence")
        assert verdicts[-1] == ("X", "c2", "fastest_win")
        accuracy = {one["player"]: one["accuracy"] for one in review["accuracy"]}
        assert ann.player is not None
        assert bob.player is not None
        assert accuracy == {ann.player.id: 1.0, bob.player.id: pytest.approx(2 / 3)}
        # A second request gets the same review from the cache.
        assert (await api.get(f"/games/{game.id}/review", bob)) == (200, review)


async def test_reviews_a_series_and_a_board_that_is_too_large_to_solve(application: Application, api: Api) -> None:
    async with Client(application.address) as ann, Client(application.address) as bob:
        game = await played(ann, bob, 0, 100, 1, 101, 2, 102, variant="gomoku")
        await game.resign()
        status, review = await api.get(f"/games/{game.id}/review", bob)
        assert status == 200
        assert [move["played"]["position"] for move in review["moves"]] == [0, 100, 1, 101, 2, 102]
        assert not review["exact"]
        series = await played(ann, bob, 0, 3, 1, 4, 2, rounds=3)
        await series.resign()
        status, review = await api.get(f"/games/{series.id}/review", bob)
        assert (status, {move["round"] for move in review["moves"]}) == (200, {1})


async def test_gives_no_help_against_a_person(application: Application, api: Api) -> None:
    async with Client(application.address) as ann, Client(application.address) as bob:
        game = await played(ann, bob, 4)
        for path, query in (
            (f"/games/{game.id}/review", {}),
            (f"/games/{game.id}/hint", {}),
            ("/analysis", {"position": "classic.b2"}),
            ("/analysis", {"position": "classic 3/1X1/3 O"}),
        ):
            status, no = await api.get(path, bob, **query)
            assert (status, no["code"]) == (403, "hints_unfair"), path
        # Other positions and other players' games are allowed, and after the end everything is.
        assert (await api.get("/analysis", bob, position="classic.a1"))[0] == 200
        await game.resign()
        assert (await api.get("/analysis", bob, position="classic.b2"))[0] == 200


async def test_gives_no_help_with_the_same_marks_after_another_game(application: Application, api: Api) -> None:
    async with Client(application.address) as ann, Client(application.address) as bob:
        game = await played(ann, bob, 0, 1, 4, 2, 5, 6, 8, 3, variant="vanishing")
        # The last six moves are the position, whatever came before.
        for text in ("vanishing 2O/OXX/O1X X b2c1c2a3c3a2", "vanishing.a1b1b2c1c2a3c3a2"):
            status, no = await api.get("/analysis", ann, position=text)
            assert (status, no["code"]) == (403, "hints_unfair"), text
        await game.resign()
        assert (await api.get("/analysis", ann, position="vanishing.a1b1b2c1c2a3c3a2"))[0] == 200


async def test_gives_hints_and_verdicts_while_practising(application: Application, api: Api) -> None:
    async with Client(application.address) as ann, Client(application.address) as eve:
        game = await ann.create(opponent="computer-8")
        for _ in range(9):
            state = await game.until_my_turn(PATIENCE_SECONDS)
            if state.result is not None:
                break
            status, hint = await api.get(f"/games/{game.id}/hint", ann)
            assert (status, hint["exact"]) == (200, True)
            await game.move(hint["position"])
            review = (await api.get(f"/games/{game.id}/review", ann))[1]
            assert len(review["moves"]) >= state.ply + 1
        # A player who follows the hints never loses.
        assert state.result is not None
        assert state.result.winner in (None, "X")
        assert (await api.get(f"/games/{game.id}/hint", ann))[1]["code"] == "game_over"
        going_on = await ann.create(opponent="computer-1")
        assert (await api.get(f"/games/{going_on.id}/hint", eve))[1]["code"] == "not_yours"
        assert (await api.get(f"/games/{going_on.id}/review", eve))[1]["code"] == "hints_unfair"
        assert (await api.get("/games/nothing/hint", ann))[1]["code"] == "no_such_game"


async def test_refuses_help_outside_the_game(application: Application, api: Api) -> None:
    async with Client(application.address) as ann:
        status, seen = await api.get("/analysis", ann, position="classic X1X/O2/1O1 X")
        assert (status, seen["value"], seen["exact"], seen["turn"]) == (200, 1, True, "X")
        assert seen["moves"][0] == {
            "position": 1, "mark": "X", "name": "b1", "value": 1.0, "exact": True, "distance": 1,
        }  # fmt: skip
        status, seen = await api.get("/analysis", ann, position="ultimate", milliseconds=50)
        assert (status, len(seen["moves"]), seen["exact"]) == (200, 81, False)
        for position, code in (
            ("chess", "bad_notation"),
            ("classic XXX/3/3 O", "bad_notation"),
            ("classic.a1a1", "bad_notation"),
            ("classic.a1a2b1b2c1", "game_over"),
            ("", "malformed"),
        ):
            assert (await api.get("/analysis", ann, position=position))[1]["code"] == code
        assert (await api.get("/analysis", position="classic"))[0] == 401


async def test_refuses_help_while_the_computer_is_busy(
    application: Application, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_pool, "MOST_WAIT_SECONDS", -1.0)
    async with Client(application.address) as ann:
        status, no = await api.get("/analysis", ann, position="classic")
        assert (status, no["code"], no["ratelimit"]["key"]) == (503, "computer_busy", "computer_busy")


async def test_the_levels_are_listed(application: Application, api: Api) -> None:
    status, computer = await api.get("/computer")
    assert (status, computer["ready"], computer["busy"], len(computer["levels"])) == (200, False, False, 8)
    assert computer["levels"][2]["id"] == "computer-3"
    async with Client(application.address) as ann:
        await play_out(await ann.create(opponent="computer-1"), most_moves=1)


async def test_serves_puzzles_and_their_solutions(application: Application, api: Api) -> None:
    status, daily = await api.get("/puzzles/daily")
    today = application.services.environment.now_ms() // 86_400_000
    assert (status, daily["id"]) == (200, daily_puzzle(today).id)
    assert (await api.get(f"/puzzles/{daily['id']}"))[1] == {**daily, "date": None}
    puzzle = puzzles()[daily["id"]]
    attempts = f"/puzzles/{puzzle.id}/attempts"
    variant, position = puzzle.parsed()
    wrong = next(move for move in position.legal_moves() if not puzzle.is_solved_by(move))
    assert await api.post(attempts, {"move": move_name(variant, wrong)}) == (200, {"solved": False, "solution": []})
    right = await api.post(attempts, {"move": puzzle.line[0]})
    assert right == (200, {"solved": True, "solution": list(puzzle.line)})
    assert (await api.post(attempts, {}))[1] == {"solved": False, "solution": list(puzzle.line)}
    assert (await api.post(attempts, {"move": "z99"}))[1]["code"] == "bad_notation"
    taken = move_name(find_variant("classic"), find_variant("classic").start().move_at(0))
    classic = next(one for one in puzzles().values() if one.variant == "classic" and one.parsed()[1].cells[0] != ".")
    assert (await api.post(f"/puzzles/{classic.id}/attempts", {"move": taken}))[1]["code"] == "cell_taken"
    status, some = await api.get("/puzzles/random", variant="classic", difficulty=2)
    assert (status, some["variant"], some["difficulty"], some["moves"]) == (200, "classic", 2, 2)
    assert {(await api.get("/puzzles/random", variant="ultimate", moves=3))[1]["moves"] for _ in range(40)} == {3, 4}
    assert (await api.get("/puzzles/random", moves=4))[0] == 422
    assert (await api.get("/puzzles/classic-99999"))[0] == 404
    async with ApiClient(application.address) as client:
        card = await client.puzzle(puzzle.id)
        assert (card.moves, card.turn) == (puzzle.moves_to_win, position.to_move)
        assert (await client.try_puzzle(puzzle.id, puzzle.line[0])).solved
    assert (await api.get("/puzzles/random", variant="chess"))[0] == 404
