"""The native protocol, every message and every screen, over WebSocket and over TCP."""

import asyncio
import base64
from collections.abc import AsyncIterator, Awaitable, Callable
from io import BytesIO
from typing import Any, get_args

import pytest
import pytest_asyncio
from httpx2 import AsyncClient
from PIL import Image

from noughts.app import Application
from noughts.messages.commands import EmoteName
from tests.doors.talker import LineTalker, SocketTalker, Talker

PASSWORD = "correct horse"

Connect = Callable[[], Awaitable[Talker]]


@pytest_asyncio.fixture(params=["websocket", "tcp"])
async def connect(application: Application, request: pytest.FixtureRequest) -> AsyncIterator[Connect]:
    """Return a function that opens connections over this run's protocol."""
    opened: list[Talker] = []

    async def connect() -> Talker:
        if request.param == "websocket":
            opened.append(await SocketTalker().open(application.address))
        else:
            host, _, port = application.line_address.rpartition(":")
            opened.append(await LineTalker().open(host, int(port)))
        return opened[-1]

    yield connect
    for talker in opened:
        await talker.close()


async def member(connect: Connect, name: str, **fields: str) -> Talker:
    """Return a function that creates an account and logs in."""
    talker = await connect()
    await talker.must("CreateLogin", username=name, password=PASSWORD, **fields)
    await talker.must("Login", username=name, password=PASSWORD)
    return talker


@pytest_asyncio.fixture
async def ann(connect: Connect) -> Talker:
    return await member(connect, "ann")


@pytest_asyncio.fixture
async def bob(connect: Connect) -> Talker:
    return await member(connect, "bob")


async def in_lobby(host: Talker, guest: Talker, name: str = "table one") -> str:
    game = str((await host.must("CreateGame", name=name))["game"])
    await guest.must("JoinGame", name=name)
    return game


async def in_game(host: Talker, guest: Talker) -> str:
    game = await in_lobby(host, guest)
    await host.must("StartGame")
    await guest.hear("ActionSuccess", re="StartGame", value=True)
    return game


async def play(players: tuple[Talker, Talker], *cells: int) -> None:
    for number, cell in enumerate(cells):
        players[number % 2].say("MakeMove", position=cell)
        for player in players:
            await player.hear("BoardState", ply=number + 1)


X_WINS = (4, 0, 2, 1, 6)
DRAWN = (0, 4, 8, 1, 7, 6, 2, 5, 3)


# The login screen.


async def test_creates_an_account_and_logs_in(connect: Connect) -> None:
    talker = await connect()
    await talker.must("CreateLogin", username="Ann", password=PASSWORD)
    # Still at the login screen.
    assert await talker.no("CreateGame", name="x") == "not_logged_in"
    await talker.must("Login", username="ann", password=PASSWORD)
    welcome = await talker.hear("Welcome")
    assert welcome["player"] == {"id": welcome["player"]["id"], "name": "Ann", "kind": "account", "picture": None}
    other = await connect()
    await other.must("Login", token=welcome["token"])
    assert (await other.hear("Welcome"))["player"] == welcome["player"]


async def test_refuses_a_name_in_use(connect: Connect, ann: Talker) -> None:
    other = await connect()
    for name in ("ann", "ANN"):
        assert await other.no("CreateLogin", username=name, password=PASSWORD) == "username_taken"


async def test_refuses_bad_passwords(connect: Connect, ann: Talker) -> None:
    other = await connect()
    answer = await other.ask("CreateLogin", username="cleo", password="1234")
    assert (answer["value"], answer["code"]) == (False, "bad_password")
    assert "at least 8 characters" in answer["reason"]
    wrong_password = await other.ask("Login", username="ann", password="wrong horse")
    wrong_name = await other.ask("Login", username="nobody-here", password=PASSWORD)
    assert wrong_password == wrong_name
    assert wrong_password["code"] == "wrong_login"
    for _ in range(4):
        await other.ask("Login", username="ann", password="wrong horse")
    answer = await other.ask("Login", username="ann", password=PASSWORD)
    assert answer["code"] == "too_many_tries"
    assert 100 < answer["waitSeconds"] <= 180


async def test_a_guest_cannot_have_the_name_of_an_account(connect: Connect, ann: Talker) -> None:
    guest = await connect()
    for name in ("ann", "ANN"):
        assert await guest.no("PlayAsGuest", name=name) == "username_taken"
    await guest.must("PlayAsGuest", name="Ann B.")


async def test_accepts_a_second_login_only_as_the_same_player(connect: Connect, ann: Talker) -> None:
    assert await ann.no("Login", username="ann", password=PASSWORD) == "already_logged_in"
    assert await ann.no("CreateLogin", username="cleo", password=PASSWORD) == "already_logged_in"
    assert await ann.no("PlayAsGuest") == "already_logged_in"
    bob = await member(connect, "bob")
    assert await ann.no("Login", token=(await bob.hear("Welcome"))["token"]) == "already_logged_in"
    # A client may log in again to resume its games.
    other = await connect()
    await other.must("Login", username="ann", password=PASSWORD)
    await ann.must("Login", token=(await other.hear("Welcome"))["token"], resume=True)


@pytest.mark.parametrize(
    "fields", [{"username": "ann"}, {"password": "x"}, {"username": "ann", "password": "x", "token": "t"}]
)
async def test_refuses_an_incomplete_login(connect: Connect, fields: dict[str, str]) -> None:
    talker = await connect()
    talker.say("Login", **fields)
    answer = await talker.hear("ActionSuccess", value=False)
    assert answer["code"] == "malformed"
    assert "either a username and a password, or a token" in answer["reason"]


async def test_refuses_an_empty_login_without_a_cookie(connect: Connect) -> None:
    assert await (await connect()).no("Login") == "not_logged_in"


BEFORE_LOGIN: dict[str, dict[str, Any]] = {
    "CreateGame": {"name": "x"},
    "JoinGame": {"name": "x"},
    "Pair": {},
    "StartGame": {},
    "MakeMove": {"position": 1},
    "PlayAgain": {"value": True},
    "Exit": {},
    "Chat": {"text": "hello"},
    "Emote": {"emote": "hello"},
    "AddProfilePic": {"profilePicture": "cat"},
}


async def test_some_commands_need_a_login(connect: Connect) -> None:
    talker = await connect()
    for kind, fields in BEFORE_LOGIN.items():
        assert await talker.no(kind, **fields) == "not_logged_in", kind


# Pictures.


def picture(size: tuple[int, int] = (40, 30), form: str = "PNG") -> str:
    out = BytesIO()
    Image.new("RGB", size, "red").save(out, form)
    return base64.b64encode(out.getvalue()).decode()


async def test_accepts_a_picture_after_the_account_is_created(connect: Connect, application: Application) -> None:
    talker = await connect()
    await talker.must("CreateLogin", username="ann", password=PASSWORD)
    await talker.must("AddProfilePic", profilePicture=picture())
    await talker.must("Login", username="ann", password=PASSWORD)
    path = (await talker.hear("Welcome"))["player"]["picture"]
    async with AsyncClient(base_url=application.address) as http:
        reply = await http.get(path)
        assert reply.status_code == 200
        assert reply.headers["content-type"] == "image/png"
        assert "immutable" in reply.headers["cache-control"]
        assert Image.open(BytesIO(reply.content)).size == (256, 256)
        assert (await http.get("/pictures/" + "0" * 64 + ".png")).status_code == 404
        assert (await http.get("/pictures/cat")).status_code == 404


async def test_accepts_a_picture_of_nearly_128_kib(connect: Connect, ann: Talker) -> None:
    noise = Image.effect_noise((400, 300), 200)
    out = BytesIO()
    noise.save(out, "PNG")
    data = base64.b64encode(out.getvalue()).decode()
    assert 100_000 < len(data) < 130_000
    await ann.must("AddProfilePic", profilePicture=data)


async def test_accepts_the_name_of_a_picture(connect: Connect, ann: Talker) -> None:
    cleo = await member(connect, "cleo", profilePicture="cat")
    assert (await cleo.hear("Welcome"))["player"]["picture"] == "cat"
    await in_lobby(ann, cleo)
    assert (await ann.hear("ClientInfo"))["player"]["picture"] == "cat"


@pytest.mark.parametrize("data", ["<script>", "AAAA" * 20, "@" * 50, base64.b64encode(b"GIF89a" * 20).decode()])
async def test_refuses_what_is_not_a_picture(connect: Connect, ann: Talker, data: str) -> None:
    assert await ann.no("AddProfilePic", profilePicture=data) == "bad_picture"
    other = await connect()
    assert await other.no("CreateLogin", username="cleo", password=PASSWORD, profilePicture=data) == "bad_picture"
    # So the account was not created.
    assert await other.no("Login", username="cleo", password=PASSWORD) == "wrong_login"


async def test_guests_have_no_pictures(connect: Connect) -> None:
    guest = await connect()
    await guest.must("PlayAsGuest")
    assert await guest.no("AddProfilePic", profilePicture=picture()) == "account_needed"


async def test_refuses_large_messages_that_are_not_pictures(connect: Connect, ann: Talker) -> None:
    ann.say("Chat", text="x" * 5000)
    if isinstance(ann, SocketTalker):
        with pytest.raises(ConnectionError):
            await ann.hear("Chat")
    else:
        assert (await ann.hear("ActionSuccess", value=False))["code"] == "too_large"


# The menu and the lobby.


async def test_refuses_game_commands_in_the_menu(ann: Talker) -> None:
    for kind in ("StartGame", "MakeMove", "PlayAgain", "Exit", "Chat", "Emote"):
        assert await ann.no(kind, **BEFORE_LOGIN[kind]) == "no_game_open", kind


async def test_lists_games(ann: Talker, bob: Talker) -> None:
    game = (await ann.must("CreateGame", name="table one"))["game"]
    bob.say("ListGames")
    games = (await bob.hear("ListOfGames"))["games"]
    assert [(entry["id"], entry["name"]) for entry in games] == [(game, "table one")]
    await bob.must("JoinGame", name=game)
    bob.say("ListGames")
    assert (await bob.hear("ListOfGames"))["games"] == []


async def test_shows_both_players_in_the_lobby(connect: Connect, ann: Talker, bob: Talker) -> None:
    await ann.must("CreateGame", name="table one")
    assert await bob.no("CreateGame", name="Table One") == "name_taken"
    assert await bob.no("JoinGame", name="table two") == "no_such_game"
    assert await ann.no("StartGame") == "opponent_missing"
    await bob.must("JoinGame", name="table one")
    assert (await ann.hear("ClientInfo"))["player"]["name"] == "bob"
    assert (await bob.hear("ClientInfo"))["player"]["name"] == "ann"
    cleo = await member(connect, "cleo")
    assert await cleo.no("JoinGame", name="table one") == "no_such_game"


async def test_refuses_moves_in_the_lobby(ann: Talker, bob: Talker) -> None:
    await in_lobby(ann, bob)
    assert await ann.no("MakeMove", position=4) == "not_started"
    assert await ann.no("PlayAgain", value=True) == "not_finished"


async def test_leaving_the_lobby_frees_the_seat(ann: Talker, bob: Talker) -> None:
    await in_lobby(ann, bob)
    await bob.must("Exit")
    await ann.hear("ClientDisconnected")
    assert await bob.no("Exit") == "no_game_open"
    # The seat is free again.
    await bob.must("JoinGame", name="table one")
    await ann.must("Exit")
    await bob.hear("ClientDisconnected")


@pytest.mark.parametrize("starter", ["host", "guest"])
async def test_starts_the_game_for_both(ann: Talker, bob: Talker, starter: str) -> None:
    await in_lobby(ann, bob)
    first, second = (ann, bob) if starter == "host" else (bob, ann)
    await first.must("StartGame")
    await second.hear("ActionSuccess", re="StartGame", value=True)
    assert await second.no("StartGame") == "already_started"


# The game.


@pytest.mark.parametrize(
    ("cells", "results"), [(X_WINS, ("Win", "Lose")), (DRAWN, ("Tie", "Tie"))], ids=["won", "drawn"]
)
async def test_plays_a_game_to_its_end(
    ann: Talker, bob: Talker, cells: tuple[int, ...], results: tuple[str, str]
) -> None:
    await in_game(ann, bob)
    await play((ann, bob), *cells)
    for player, result in zip((ann, bob), results, strict=True):
        assert (await player.hear("GameOver"))["result"] == result
    assert await ann.no("MakeMove", position=8) == "game_over"


async def test_refuses_invalid_moves(ann: Talker, bob: Talker) -> None:
    await in_game(ann, bob)
    assert await bob.no("MakeMove", position=4) == "not_your_turn"
    await play((ann, bob), 4)
    assert await ann.no("MakeMove", position=0) == "not_your_turn"
    assert await bob.no("MakeMove", position=4) == "cell_taken"
    assert await bob.no("MakeMove", position=9) == "out_of_range"
    await ann.silence("BoardState")


async def test_starts_a_rematch_when_both_agree(ann: Talker, bob: Talker) -> None:
    first = await in_game(ann, bob)
    await play((ann, bob), *X_WINS)
    await ann.must("PlayAgain", value=True)
    # One alone starts nothing.
    await asyncio.sleep(0.1)
    assert {message["game"] for message in bob.waiting if message["type"] == "BoardState"} == {first}
    await bob.must("PlayAgain", value=True)
    for player in (ann, bob):
        state = await player.hear("BoardState", ply=0)
        assert state["game"] != first
        assert state["started"] is True
    # The seats are swapped.
    await play((bob, ann), *X_WINS)
    assert (await bob.hear("GameOver"))["result"] == "Win"


async def test_declining_ends_the_rematch(ann: Talker, bob: Talker) -> None:
    await in_game(ann, bob)
    await play((ann, bob), *X_WINS)
    await ann.must("PlayAgain", value=False)
    assert await bob.no("PlayAgain", value=True) == "rematch_declined"


async def test_returning_to_the_menu_keeps_the_seat(ann: Talker, bob: Talker) -> None:
    game = await in_game(ann, bob)
    await play((ann, bob), 4)
    await bob.must("Exit")
    gone = await ann.hear("ClientDisconnected")
    assert (gone["game"], gone["seat"]) == (game, "O")
    assert await bob.no("MakeMove", position=0) == "no_game_open"
    # Back in the menu, the seat is kept: the player can still move by naming the game.
    bob.say("MakeMove", position=0, game=game)
    await ann.hear("BoardState", ply=2)


async def test_reports_a_lost_connection_to_the_opponent(connect: Connect, ann: Talker, bob: Talker) -> None:
    await in_game(ann, bob)
    await bob.close()
    await ann.hear("ClientDisconnected")


# Chat.


async def test_chat_and_emotes_reach_both(connect: Connect, ann: Talker, bob: Talker) -> None:
    game = await in_game(ann, bob)
    watcher = await connect()
    await watcher.must("Watch", game=game)
    ann.say("Chat", text=" good \u202e luck\n ")
    for player in (ann, bob):
        assert await player.hear("Chat") == {"type": "Chat", "game": game, "seat": "X", "text": "good luck"}
    bob.say("Emote", emote="thanks")
    for player in (ann, bob):
        assert await player.hear("Emote") == {"type": "Emote", "game": game, "seat": "O", "emote": "thanks"}
    assert (await bob.ask("Chat", text="and to you", id="c1"))["value"] is True
    await watcher.silence("Chat")
    await watcher.must("PlayAsGuest")
    watcher.say("Chat", text="hi", game=game)
    assert (await watcher.hear("WatcherSaid"))["text"] == "hi"
    await ann.silence("WatcherSaid")


async def test_refuses_long_chat_messages(ann: Talker, bob: Talker) -> None:
    await in_game(ann, bob)
    ann.say("Chat", text="ab " * 46 + "ab")
    assert len((await bob.hear("Chat"))["text"]) == 140
    for text in ("x" * 141, "\u200b", "\n", "\ufdfa" * 10):
        assert await ann.no("Chat", text=text) == "bad_text"


async def test_limits_chat(ann: Talker, bob: Talker) -> None:
    await in_game(ann, bob)
    for text in ("one", "two", "three"):
        ann.say("Chat", text=text)
        await bob.hear("Chat", text=text)
    answer = await ann.ask("Chat", text="Three!")
    assert answer["code"] == "said_already"
    assert 20 < answer["waitSeconds"] <= 30
    ann.say("Emote", emote="wow")
    await bob.hear("Emote")
    answer = await ann.ask("Chat", text="five")
    assert answer["code"] == "too_much_talk"
    assert 0 < answer["waitSeconds"] <= 10
    # The other player has not sent anything yet.
    bob.say("Chat", text="three")
    await ann.hear("Chat", text="three", seat="O")


async def test_accepts_every_emote(ann: Talker, bob: Talker) -> None:
    await in_game(ann, bob)
    for emote in get_args(EmoteName)[:4]:
        ann.say("Emote", emote=emote)
        await bob.hear("Emote", emote=emote)
    bob.say("Emote", emote="dance")
    assert (await bob.hear("ActionSuccess", value=False))["code"] == "malformed"


async def test_limits_pictures(ann: Talker) -> None:
    answers = [await ann.ask("AddProfilePic", profilePicture=picture((i + 1, 1))) for i in range(32)]
    assert [answer["value"] for answer in answers].count(True) in (30, 31)
    assert answers[-1]["code"] == "too_many_pictures"
    assert 0 < answers[-1]["waitSeconds"] <= 20
