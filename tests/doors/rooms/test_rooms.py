"""The rooms API, call by call: paths, access, keys, final data, deletion, and players on other protocols."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from httpx2 import AsyncClient, Response
from sqlalchemy import Connection, func, select

from noughts.app import Application
from noughts.client import Client, CommandRefused
from noughts.config import Settings
from noughts.messages.answers import ActionSuccess, AnyMessage, GameGone, GameOver
from noughts.storage.tables import events, games, refusals
from tests.doors.rooms_user import PASSWORD, RoomsUser

EMPTY = [["", "", ""]] * 3
# X in the top row, O in the middle one.
WON_BY_X = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]
DRAWN = [(0, 0), (1, 1), (2, 2), (1, 0), (1, 2), (0, 2), (2, 0), (2, 1), (0, 1)]


@pytest_asyncio.fixture
async def http(application: Application) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(base_url=application.address, timeout=30) as http:
        yield http


@pytest_asyncio.fixture
async def ann(http: AsyncClient) -> RoomsUser:
    return await RoomsUser(http).register("ann")


@pytest_asyncio.fixture
async def bob(http: AsyncClient) -> RoomsUser:
    return await RoomsUser(http).register("bob")


@pytest_asyncio.fixture
async def cleo(http: AsyncClient) -> RoomsUser:
    return await RoomsUser(http).register("cleo")


def check_no(reply: Response, status: int, code: str) -> None:
    assert reply.status_code == status, reply.text
    body = reply.json()
    assert body["is_succesful"] == "False"
    assert body["code"] == code
    assert isinstance(body["error-message"], str)
    assert body["error-message"]


def check_false(reply: Response, status: int, code: str) -> None:
    """Check that `joingame` answers only False, with the reason in a header."""
    assert reply.status_code == status, reply.text
    assert reply.json() == "False"
    assert reply.headers["error-code"] == code
    assert reply.headers["error-message"]


async def play(players: tuple[RoomsUser, RoomsUser], room: str, moves: list[tuple[int, int]]) -> Any:
    """Play these turns in order, and return the last answer."""
    told: Any = None
    for number, (x, y) in enumerate(moves):
        reply = await players[number % 2].turn(room, x, y)
        assert reply.status_code == 200, reply.text
        told = reply.json()
    return told


# Home, register, log in.


async def test_the_home_path_needs_no_token(http: AsyncClient) -> None:
    reply = await http.get("/home")
    assert reply.status_code == 200
    assert "classic" in reply.json()["games"]


@pytest.mark.parametrize("key", ["username", "name", "nickname"])
async def test_registers_and_logs_in(http: AsyncClient, key: str) -> None:
    registered = await http.post("/register", json={key: "Ann", "password": PASSWORD})
    logged_in = await http.post("/login", json={key: "ann", "password": PASSWORD})
    for reply in (registered, logged_in):
        assert reply.status_code == 200
        assert reply.json().keys() == {"token", "id", "username", "is_succesful"}
        assert (reply.json()["username"], reply.json()["is_succesful"]) == ("Ann", "True")
        assert reply.headers["cache-control"] == "no-store"
    assert registered.json()["id"] == logged_in.json()["id"]
    assert registered.json()["token"] != logged_in.json()["token"]
    for reply in (registered, logged_in):
        assert await RoomsUser(http, reply.json()["token"]).create() if reply is registered else True


async def test_refuses_a_taken_name(http: AsyncClient, ann: RoomsUser) -> None:
    check_no(await http.post("/register", json={"username": "ANN", "password": PASSWORD}), 409, "username_taken")


async def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(http: AsyncClient, ann: RoomsUser) -> None:
    wrong_password = await http.post("/login", json={"username": "ann", "password": "wrong horse"})
    wrong_name = await http.post("/login", json={"username": "nobody-here", "password": PASSWORD})
    check_no(wrong_password, 401, "wrong_login")
    assert wrong_password.json() == wrong_name.json()


async def test_explains_the_password_rules_for_a_short_password(http: AsyncClient) -> None:
    reply = await http.post("/register", json={"username": "ann", "password": "1234"})
    check_no(reply, 422, "bad_password")
    assert "at least 8 characters" in reply.json()["error-message"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"username": "ann"},
        {"password": PASSWORD},
        {"username": 5, "password": PASSWORD},
        {"username": "ann", "name": "bob", "password": PASSWORD},
        {"username": "ann", "password": PASSWORD, "admin": True},
        {"username": "ann", "password": "x" * 2000},
        [],
        "ann",
    ],
)
@pytest.mark.parametrize("path", ["/register", "/login"])
async def test_refuses_malformed_credentials(http: AsyncClient, path: str, body: Any) -> None:
    check_no(await http.post(path, json=body), 422, "malformed")


@pytest.mark.parametrize("body", [b"[" * 5000, b'{"username":' * 1200, b"\xff\xfe", b"{", b""], ids=len)
@pytest.mark.parametrize("path", ["/register", "/login"])
async def test_refuses_bodies_that_are_not_json(http: AsyncClient, path: str, body: bytes) -> None:
    check_no(await http.post(path, content=body), 422, "malformed")


async def test_refuses_a_body_nested_too_deeply(http: AsyncClient) -> None:
    reply = await http.post("/api/v1/guests", content=b"[" * 5000)
    assert (reply.status_code, reply.json()["code"]) == (422, "malformed")


async def test_refuses_a_body_that_is_too_large(http: AsyncClient) -> None:
    check_no(await http.post("/login", content=b" " * 20_000), 413, "too_large")


async def test_says_how_long_to_wait_after_too_many_wrong_passwords(http: AsyncClient, ann: RoomsUser) -> None:
    for _ in range(5):
        await http.post("/login", json={"username": "ann", "password": "wrong horse"})
    reply = await http.post("/login", json={"username": "ann", "password": PASSWORD})
    check_no(reply, 429, "too_many_tries")
    assert 100 < int(reply.headers["retry-after"]) <= 180
    assert reply.json()["ratelimit"]["key"] == "too_many_tries"


# A game.


async def test_plays_a_game_to_its_end(ann: RoomsUser, bob: RoomsUser) -> None:
    room = await ann.create()
    assert await ann.info(room) == {
        "token": room,
        "game-started": "False",
        "game-ended": "False",
        "map": EMPTY,
        "turn-num": 0,
        "user-turn": ann.id,
        "winner": None,
        "host": ann.id,
        "guest": None,
        "variant": "classic",
    }
    joined = await bob.join(room)
    assert (joined.status_code, joined.json()) == (200, "True")
    assert (await ann.info(room))["game-started"] == "True"
    first = await ann.turn(room, 2, 0)
    assert first.json() == {
        "is_succesful": "True",
        "token": room,
        "game-started": "True",
        "game-ended": "False",
        "map": [["", "", "X"], ["", "", ""], ["", "", ""]],
        "turn-num": 1,
        "user-turn": bob.id,
        "winner": None,
        "host": ann.id,
        "guest": bob.id,
        "variant": "classic",
    }
    told = await play((bob, ann), room, [(0, 1), (0, 0), (1, 1), (1, 0)])
    assert (told["game-ended"], told["winner"], told["user-turn"]) == ("True", ann.id, None)
    assert told["map"] == [["X", "X", "X"], ["O", "O", ""], ["", "", ""]]


async def test_a_draw_has_no_winner(ann: RoomsUser, bob: RoomsUser) -> None:
    room = await ann.create()
    await bob.join(room)
    told = await play((ann, bob), room, DRAWN)
    assert (told["game-ended"], told["winner"], told["turn-num"]) == ("True", None, 9)


async def test_final_data_never_changes(ann: RoomsUser, bob: RoomsUser, application: Application) -> None:
    room = await ann.create()
    await bob.join(room)
    await play((ann, bob), room, WON_BY_X)
    final = await ann.info(room)
    check_no(await bob.turn(room, 2, 2), 409, "game_over")
    # On another protocol the players may still discuss a rematch.
    async with Client(application.address, token=ann.token) as x, Client(application.address, token=bob.token) as o:
        for client in (x, o):
            await (await client.watch(room)).play_again()
    await ann.create()
    assert await ann.info(room) == await bob.info(room) == final


@pytest.mark.parametrize(("variant", "rows", "cols"), [("ultimate", 9, 9), ("6x6", 6, 6), ("mnk-7x6-4", 7, 6)])
async def test_plays_other_variants(ann: RoomsUser, bob: RoomsUser, variant: str, rows: int, cols: int) -> None:
    room = await ann.create(variant=variant)
    info = await ann.info(room)
    assert (info["variant"], len(info["map"]), len(info["map"][0])) == (variant, rows, cols)
    await bob.join(room)
    told = (await ann.turn(room, cols - 1, rows - 2)).json()
    assert told["map"][rows - 2][cols - 1] == "X"
    check_no(await bob.turn(room, cols, 0), 422, "out_of_range")
    check_no(await bob.turn(room, 0, rows), 422, "out_of_range")


async def test_limits_the_rate_of_calls(tmp_path: Path) -> None:
    settings = Settings(port=0, line_port=0, data=str(tmp_path), commands_per_second=1, command_burst=1)
    async with (
        Application(settings).running() as application,
        AsyncClient(base_url=application.address, timeout=30) as http,
    ):
        ann = await RoomsUser(http).register("ann")
        replies = [await ann.call("GET", "/tic-tac-toe/game-info/nowhere") for _ in range(5)]
    assert [reply.status_code for reply in replies[:3]] == [404] * 3
    check_no(replies[4], 429, "too_many_requests")
    assert replies[4].headers["retry-after"] == "1"


async def test_refuses_an_unknown_variant(ann: RoomsUser) -> None:
    check_no(await ann.call("GET", "/tic-tac-toe/creategame?variant=chess"), 422, "unknown_variant")


async def test_the_same_turn_twice_is_played_once(ann: RoomsUser, bob: RoomsUser) -> None:
    room = await ann.create()
    await bob.join(room)
    for _ in range(2):
        assert (await ann.turn(room, 1, 1, id="t-1")).status_code == 200
    check_no(await bob.turn(room, 0, 0, **{"turn-num": 0}), 409, "stale")
    assert (await ann.info(room))["turn-num"] == 1


# Permissions.


@pytest.mark.parametrize("token", [None, "nonsense", "x" * 500])
async def test_refuses_calls_without_a_token(http: AsyncClient, ann: RoomsUser, token: str | None) -> None:
    room = await ann.create()
    stranger = RoomsUser(http, token)
    code = "bad_token" if token else "not_logged_in"
    for method, path, body in [
        ("GET", "/tic-tac-toe/creategame", None),
        ("POST", f"/tic-tac-toe/game-turn/{room}", {"X": 1, "Y": 1}),
        ("GET", f"/tic-tac-toe/game-info/{room}", None),
        ("DELETE", f"/tic-tac-toe/deletegame/{room}", None),
    ]:
        check_no(await stranger.call(method, path, body), 401, code)
    check_false(await stranger.join(room), 401, code)


async def test_ignores_cookies(http: AsyncClient, ann: RoomsUser) -> None:
    reply = await http.get(
        "/tic-tac-toe/creategame", headers={"Cookie": f"token={ann.token}; Authorization={ann.token}"}
    )
    check_no(reply, 401, "not_logged_in")


async def test_a_room_is_open_to_its_two_players_only(ann: RoomsUser, bob: RoomsUser, cleo: RoomsUser) -> None:
    room = await ann.create()
    check_false(await ann.join(room), 409, "own_game")
    assert (await bob.join(room)).json() == "True"
    check_false(await bob.join(room), 409, "own_game")
    check_false(await cleo.join(room), 409, "game_full")
    for method, path, body in [
        ("POST", f"/tic-tac-toe/game-turn/{room}", {"X": 1, "Y": 1}),
        ("GET", f"/tic-tac-toe/game-info/{room}", None),
        ("DELETE", f"/tic-tac-toe/deletegame/{room}", None),
    ]:
        check_no(await cleo.call(method, path, body), 403, "not_yours")


async def test_answers_404_for_an_unknown_room(ann: RoomsUser) -> None:
    for room in ("nowhere", "%00", "..", "a" * 64, "%F0%9F%90%88"):
        for method, path, body in [
            ("POST", f"/tic-tac-toe/game-turn/{room}", {"X": 1, "Y": 1}),
            ("GET", f"/tic-tac-toe/game-info/{room}", None),
            ("DELETE", f"/tic-tac-toe/deletegame/{room}", None),
        ]:
            assert (await ann.call(method, path, body)).status_code == 404
        assert (await ann.join(room)).status_code == 404


async def test_allows_one_room_at_a_time(ann: RoomsUser, bob: RoomsUser, cleo: RoomsUser) -> None:
    room = await ann.create()
    check_no(await ann.call("GET", "/tic-tac-toe/creategame"), 409, "in_a_game")
    # A player who has lost the token can log in again.
    assert [room["game-ended"] for room in (await ann.call("GET", "/tic-tac-toe/mygames")).json()] == ["False"]
    other = await bob.create()
    check_false(await ann.join(other), 409, "in_a_game")
    assert (await cleo.join(other)).json() == "True"
    check_false(await cleo.join(room), 409, "in_a_game")
    # Once the game is over or deleted, the player is free again.
    await play((bob, cleo), other, WON_BY_X)
    assert (await cleo.join(room)).json() == "True"
    assert (await ann.delete(room)).json() == {"is_succesful": "True"}
    await ann.create()


async def test_ten_concurrent_requests_create_one_room(ann: RoomsUser) -> None:
    replies = await asyncio.gather(*(ann.call("GET", "/tic-tac-toe/creategame") for _ in range(10)))
    assert sorted(reply.status_code for reply in replies) == [200] + [409] * 9


async def test_refuses_turns_out_of_order_and_invalid_coordinates(ann: RoomsUser, bob: RoomsUser) -> None:
    room = await ann.create()
    check_no(await ann.turn(room, 1, 1), 409, "opponent_missing")
    await bob.join(room)
    check_no(await bob.turn(room, 1, 1), 409, "not_your_turn")
    assert (await ann.turn(room, 1, 1)).status_code == 200
    check_no(await ann.turn(room, 0, 0), 409, "not_your_turn")
    check_no(await bob.turn(room, 1, 1), 409, "cell_taken")
    for x, y in ((3, 0), (0, 3), (-1, 0), (10**30, 0)):
        assert (await bob.turn(room, x, y)).status_code == 422
    for body in ({}, {"X": 1}, {"X": "a", "Y": 1}, {"X": 1.5, "Y": 1}, {"X": None, "Y": 1}, {"x": 1, "y": 1}, [1, 1]):
        check_no(await bob.call("POST", f"/tic-tac-toe/game-turn/{room}", body), 422, "malformed")
    assert (await ann.info(room))["turn-num"] == 1


# Deletion.


async def test_deleting_an_unfinished_game_leaves_no_rows(
    ann: RoomsUser, bob: RoomsUser, application: Application
) -> None:
    def rows(connection: Connection, room: str) -> list[int]:
        count = select(func.count())
        return [
            connection.scalar(count.where(column == room)) or 0
            for column in (games.c.id, events.c.game_id, refusals.c.game_id)
        ]

    room, kept = await ann.create(), await (await RoomsUser(ann._http).register("kept")).create()
    await bob.join(room)
    await ann.turn(room, 1, 1)
    await ann.turn(room, 1, 1, id="refused")
    assert await application.database.read(rows, room) == [1, 4, 1]
    assert (await bob.delete(room)).json() == {"is_succesful": "True"}
    assert await application.database.read(rows, room) == [0, 0, 0]
    assert await application.database.read(rows, kept) == [1, 1, 0]
    for user in (ann, bob):
        check_no(await user.call("GET", f"/tic-tac-toe/game-info/{room}"), 404, "no_such_game")
        check_no(await user.turn(room, 0, 0), 404, "no_such_game")
        check_no(await user.delete(room), 404, "no_such_game")
        check_false(await user.join(room), 404, "no_such_game")
    for path in ("", "/history"):
        assert (await ann.call("GET", f"/api/v1/games/{room}{path}")).status_code == 404


async def test_a_finished_game_can_be_deleted(ann: RoomsUser, bob: RoomsUser) -> None:
    room = await ann.create()
    await bob.join(room)
    await play((ann, bob), room, WON_BY_X)
    assert (await bob.delete(room)).status_code == 200
    check_no(await ann.call("GET", f"/tic-tac-toe/game-info/{room}"), 404, "no_such_game")
    # The winner's record stays, and the game is listed nowhere.
    page = (await ann.call("GET", "/api/v1/players/ann")).json()
    assert (page["sums"]["played"], page["sums"]["won"]) == (1, 1)
    assert (await ann.call("GET", "/api/v1/players/ann/games")).json()["games"] == []


async def test_only_rooms_can_be_deleted(ann: RoomsUser, bob: RoomsUser) -> None:
    game = (await ann.call("POST", "/api/v1/games", {"visibility": "private"})).json()["game"]
    await bob.call("POST", "/api/v1/join", {"name": game})
    for user in (ann, bob):
        check_no(await user.delete(game), 409, "not_a_room")
    await bob.call("POST", f"/api/v1/games/{game}/resign", {})
    check_no(await bob.delete(game), 409, "not_a_room")
    page = (await ann.call("GET", "/api/v1/players/ann")).json()
    assert page["sums"]["won"] == 1


async def test_survives_a_turn_and_a_deletion_at_once(ann: RoomsUser, bob: RoomsUser) -> None:
    for _ in range(10):
        room = await ann.create()
        await bob.join(room)
        turn, deletion = await asyncio.gather(ann.turn(room, 1, 1), bob.delete(room))
        assert deletion.status_code == 200
        assert turn.status_code in (200, 404)
        check_no(await ann.turn(room, 0, 0), 404, "no_such_game")


# Players on other protocols.


async def test_a_socket_player_joins_a_room(application: Application, ann: RoomsUser) -> None:
    heard: list[AnyMessage] = []
    async with Client(application.address, heard=heard.append) as guest:
        room = await ann.create()
        game = await guest.join(room)
        assert (await ann.info(room))["game-started"] == "True"
        assert (await ann.turn(room, 1, 1)).status_code == 200
        await game.until_my_turn()
        started = [m for m in heard if isinstance(m, ActionSuccess) and m.re == "StartGame"]
        assert [message.value for message in started] == [True]
        await game.move(0)
        await ann.turn(room, 2, 0)
        await game.until_my_turn()
        await game.move(1)
        assert (await ann.turn(room, 0, 2)).json()["winner"] == ann.id
        await game.until(lambda state: state.result is not None)
        await asyncio.sleep(0.05)
        assert [m.result for m in heard if isinstance(m, GameOver)] == ["Lose"]


async def test_a_rooms_player_joins_a_game_of_a_socket_player(application: Application, ann: RoomsUser) -> None:
    heard: list[AnyMessage] = []
    async with Client(application.address, heard=heard.append) as host:
        game = await host.create(visibility="private")
        assert (await ann.join(game.id)).json() == "True"
        await game.until(lambda state: state.started)
        await game.move(4)
        info = await ann.info(game.id)
        assert host.player is not None
        assert (info["host"], info["guest"], info["user-turn"]) == (host.player.id, ann.id, ann.id)
        assert (await ann.turn(game.id, 0, 0)).status_code == 200
        # It is not a room, so ann can still create one.
        await ann.create()


async def test_notifies_spectators_of_a_deletion(application: Application, ann: RoomsUser) -> None:
    heard: list[AnyMessage] = []
    async with Client(application.address, heard=heard.append) as guest:
        room = await ann.create()
        game = await guest.join(room)
        assert (await ann.delete(room)).status_code == 200
        with pytest.raises(CommandRefused, match="no_such_game"):
            await game.move(0)
        assert [m.game for m in heard if isinstance(m, GameGone)] == [room]


# The API document.


async def test_every_call_is_in_the_api_page(http: AsyncClient) -> None:
    document = (await http.get("/api/openapi.json")).json()
    paths = {
        (method.upper(), path): operation
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if operation.get("tags") == ["rooms"]
    }
    assert paths.keys() == {
        ("GET", "/home"),
        ("POST", "/register"),
        ("POST", "/login"),
        ("GET", "/tic-tac-toe/mygames"),
        ("GET", "/tic-tac-toe/creategame"),
        ("GET", "/tic-tac-toe/joingame/{room}"),
        ("POST", "/tic-tac-toe/game-turn/{room}"),
        ("GET", "/tic-tac-toe/game-info/{room}"),
        ("DELETE", "/tic-tac-toe/deletegame/{room}"),
    }
    for operation in paths.values():
        assert "400" not in operation["responses"]
    turn = paths["POST", "/tic-tac-toe/game-turn/{room}"]
    assert {"200", "401", "403", "404", "409", "422"} <= turn["responses"].keys()
    schemas = document["components"]["schemas"]
    assert {"is_succesful", "error-message"} <= schemas["RoomRefusal"]["properties"].keys()
    assert {"is_succesful", "game-started", "user-turn"} <= schemas["TurnMade"]["properties"].keys()
