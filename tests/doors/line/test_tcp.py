"""The line protocol over TCP: its two messages, their refusals, and the optional keys."""

import asyncio
import contextlib
import json
import socket
from typing import Any

import pytest

from noughts.app import Application, StartError
from noughts.config import Settings
from tests.doors.conftest import Port
from tests.doors.line_talker import LineTalker, Silence
from tests.servers import free_port
from tests.servers.loop_time import LoopTime
from tests.waiting import until

X_WINS = (0, 3, 1, 4, 2)


async def sit_down(port: Port, **more: Any) -> tuple[LineTalker, LineTalker, str]:
    x, o = await port.line(), await port.line()
    game = (await x.ask({"username": "ann", **more}))["gameId"]
    assert (await o.ask({"username": "bob", **more}))["gameId"] == game
    return x, o, game


async def play(x: LineTalker, o: LineTalker, game: str, *cells: int) -> None:
    for number, cell in enumerate(cells):
        mover, other = (x, o) if number % 2 == 0 else (o, x)
        await mover.say({"gameId": game, "playerId": 1 + number % 2, "position": cell})
        assert await other.hear() == {"position": cell}


async def is_silent(*talkers: LineTalker) -> bool:
    for talker in talkers:
        with pytest.raises(Silence):
            await talker.hear(0.1)
    return True


async def rest_of(talker: LineTalker) -> set[str]:
    """Return the keys, except `seq`, of all messages until there is silence."""
    keys: set[str] = set()
    try:
        while True:
            keys |= (await talker.hear(0.3)).keys() - {"seq"}
    except Silence:
        return keys


async def test_a_client_without_options_receives_only_the_basic_keys(port: Port) -> None:
    x, o = await port.line(), await port.line()
    opened = await x.ask({"username": "ann"})
    assert opened == {"gameId": opened["gameId"], "playerId": 1}
    game = opened["gameId"]
    await x.say({"gameId": game, "playerId": 1, "position": 4})
    assert await o.ask({"username": "bob"}) == {"gameId": game, "playerId": 2}
    assert await o.hear() == {"position": 4}
    await o.say({"gameId": game, "playerId": 2, "position": 0})
    assert await x.hear() == {"position": 0}
    assert await is_silent(x, o)


@pytest.mark.parametrize("first", [{}, {"username": ""}, {"username": None}])
async def test_a_client_without_a_name_is_a_guest(port: Port, first: dict[str, Any]) -> None:
    one, two = await port.line(), await port.line()
    assert (await one.ask(first))["playerId"] == 1
    assert (await two.ask(first))["playerId"] == 2


async def test_pairs_only_players_of_the_same_game_type(port: Port) -> None:
    classic, ultimate, other = await port.line(), await port.line(), await port.line()
    one = await classic.ask({"username": "ann"})
    two = await ultimate.ask({"username": "bob", "gameType": "ultimate"})
    assert one["gameId"] != two["gameId"]
    assert (await other.ask({"gameType": "ultimate"}))["gameId"] == two["gameId"]
    third = await port.line()
    assert (await third.ask({"gameType": "checkers"}))["code"] == "unknown_variant"


async def test_pairs_a_player_only_with_the_named_opponent(port: Port) -> None:
    ann, eve, bob = await port.line(), await port.line(), await port.line()
    waiting = await ann.ask({"username": "ann", "opponent": "bob"})
    assert (await eve.ask({"username": "eve"}))["gameId"] != waiting["gameId"]
    assert await bob.ask({"username": "bob"}) == {"gameId": waiting["gameId"], "playerId": 2}


async def test_a_name_belongs_to_one_connection_at_a_time(port: Port) -> None:
    ann, other = await port.line(), await port.line()
    await ann.ask({"username": "ann"})
    assert await other.ask({"username": "ANN"}) == {
        "error": "Someone online is using that name. Choose another or log in.",
        "code": "name_in_use",
    }
    await ann.hang_up()
    await until(lambda: "ann" not in port.application.services.online_names)
    assert "gameId" in await other.ask({"username": "ann"})


async def test_one_of_many_concurrent_clients_gets_the_name(port: Port) -> None:
    talkers = [await port.line() for _ in range(20)]
    replies = await asyncio.gather(*(talker.ask({"username": "ann"}) for talker in talkers))
    assert sorted(reply.get("code", "in") for reply in replies) == ["in"] + ["name_in_use"] * 19


async def test_only_the_owner_can_use_a_registered_name(port: Port) -> None:
    accounts = port.application.services.accounts
    await accounts.register("ann", "correct horse battery", "test")
    talker = await port.line()
    assert (await talker.ask({"username": "ann"}))["code"] == "username_taken"
    assert (await talker.ask({"username": "Ann"}))["code"] == "username_taken"
    login = {"username": "ann", "password": "wrong horse battery"}
    assert (await talker.ask(login))["code"] == "wrong_login"
    reply = await talker.ask({"username": "ann", "password": "correct horse battery"})
    assert reply.keys() == {"gameId", "playerId"}
    again = await port.line()
    assert await again.ask({"username": "ann", "password": "correct horse battery", "resume": True}) == {"games": 1}
    assert (await again.hear())["gameId"] == reply["gameId"]


async def test_a_repeated_first_message_gets_the_same_reply_until_the_game_ends(port: Port) -> None:
    x, o, game = await sit_down(port)
    for _ in range(3):
        assert await x.ask({"username": "ann"}) == {"gameId": game, "playerId": 1}
    await play(x, o, game, *X_WINS)
    assert [await x.hear(), await o.hear()] == [{"gameOver": "Win"}, {"gameOver": "Lose"}]
    following = await x.ask({"username": "ann"})
    assert following["gameId"] != game
    assert await o.ask({"username": "bob"}) == {"gameId": following["gameId"], "playerId": 2}


async def test_sends_a_refusal_to_the_sender_alone(port: Port) -> None:
    x, o, game = await sit_down(port)
    await play(x, o, game, 4)
    here, there = {"gameId": game, "playerId": 1}, {"gameId": game, "playerId": 2}
    refusals: list[tuple[LineTalker, dict[str, Any], str]] = [
        (x, here | {"position": 0}, "not_your_turn"),
        (o, there | {"position": 4}, "cell_taken"),
        (o, there | {"position": 9}, "out_of_range"),
        (o, there | {"position": -1}, "out_of_range"),
        (o, here | {"position": 0}, "not_yours"),
        (o, there | {"gameId": "nothing", "position": 0}, "not_yours"),
        (o, there | {"playAgain": True}, "not_finished"),
        (o, there, "malformed"),
        (o, {"position": 4}, "malformed"),
        (o, {"playAgain": True}, "malformed"),
        (o, there | {"position": "4"}, "malformed"),
        (o, there | {"position": 4, "sudo": True}, "malformed"),
        (o, {"username": "a" * 30}, "malformed"),
    ]
    for talker, message, code in refusals:
        reply = await talker.ask(message)
        assert (set(reply), reply["code"]) == ({"error", "code"}, code), message
    assert await is_silent(x, o)
    await o.say(there | {"position": 0})
    assert await x.hear() == {"position": 0}


async def test_a_player_id_alone_gives_no_access_to_a_seat(port: Port) -> None:
    x, o, game = await sit_down(port)
    thief = await port.line()
    for _ in range(2):
        for number in (1, 2):
            assert (await thief.ask({"gameId": game, "playerId": number, "position": 4}))["code"] == "not_yours"
            assert (await thief.ask({"gameId": game, "playerId": number, "playAgain": True}))["code"] == "not_yours"
        await thief.ask({"username": "eve"})
    assert await is_silent(x, o)
    await play(x, o, game, 4, 0)


async def test_play_again_starts_with_equal_types_and_swapped_seats(port: Port) -> None:
    x, o, game = await sit_down(port)
    await play(x, o, game, *X_WINS)
    await x.hear()
    await o.hear()
    await x.say({"gameId": game, "playerId": 1, "playAgain": True, "gameType": "ultimate"})
    await o.say({"gameId": game, "playerId": 2, "playAgain": True, "gameType": "ultimate"})
    to_x, to_o = await x.hear(), await o.hear()
    assert to_x == {"gameId": to_o["gameId"], "playerId": 2}
    assert to_o["playerId"] == 1
    await play(o, x, to_o["gameId"], 80, 60)


async def test_a_player_can_decline_a_rematch(port: Port) -> None:
    x, o, game = await sit_down(port)
    await play(x, o, game, *X_WINS)
    await x.hear()
    await o.hear()
    await x.say({"gameId": game, "playerId": 1, "playAgain": True})
    await o.say({"gameId": game, "playerId": 2, "playAgain": False})
    assert (await x.hear())["code"] == "rematch_declined"
    assert (await x.ask({"gameId": game, "playerId": 1, "playAgain": True}))["code"] == "rematch_declined"


async def test_leaving_before_an_opponent_joins_removes_the_game(port: Port) -> None:
    ann, bob, eve = [await port.line() for _ in range(3)]
    await ann.ask({"username": "ann"})
    await ann.hang_up()
    await until(lambda: not any(table.game.is_open for table in port.application.services.tables))
    assert (await bob.ask({"username": "bob"}))["playerId"] == 1
    assert (await eve.ask({"username": "eve"}))["playerId"] == 2


async def test_resuming_returns_every_game_and_all_its_moves(port: Port) -> None:
    ann = await port.line()
    opened = await ann.ask({"username": "ann", "resume": True})
    assert opened.keys() == {"gameId", "playerId", "token"}
    bob = await port.line()
    await bob.ask({"username": "bob"})
    game = opened["gameId"]
    await ann.say({"gameId": game, "playerId": 1, "position": 4})
    assert await bob.hear() == {"position": 4}
    await ann.hang_up()
    assert (await bob.hear())["code"] == "opponent_left"
    await bob.say({"gameId": game, "playerId": 2, "position": 0})
    await until(lambda: len(port.application.services.tables._tables[game].game.moves) == 2)

    back = await port.line()
    assert await back.ask({"username": "ann", "token": opened["token"], "resume": True}) == {"games": 1}
    assert await back.hear() == {"gameId": game, "playerId": 1, "gameType": "classic", "moves": [4, 0]}
    await back.say({"gameId": game, "playerId": 1, "position": 8})
    assert await bob.hear() == {"position": 8}
    await bob.say({"gameId": game, "playerId": 2, "position": 1})
    assert await back.hear() == {"gameId": game, "position": 1}
    # A repeated request gets the same answer, and a wrong token is refused.
    assert await back.ask({"token": opened["token"], "resume": True}) == {"games": 1}
    assert (await back.hear())["moves"] == [4, 0, 8, 1]
    assert (await (await port.line()).ask({"token": "wrong", "resume": True}))["code"] == "bad_token"


async def test_sends_acks_only_on_request(hasty_port: Port) -> None:
    x = await hasty_port.line()
    game = (await x.ask({"username": "ann"}))["gameId"]
    await x.say({"gameId": game, "playerId": 1, "position": 4})
    # Not earlier: here a connection has a tenth of a second for its first object.
    o = await hasty_port.line()
    assert (await o.ask({"username": "bob", "acks": True})) == {"gameId": game, "playerId": 2}
    told = await o.hear()
    assert told == {"position": 4, "seq": told["seq"]}
    assert await o.hear() == told, "not acknowledged, so said again"
    await o.say({"ack": told["seq"]})
    assert await rest_of(o) <= {"position"}
    await o.say({"gameId": game, "playerId": 2, "position": 0, "seq": 99})
    assert await o.hear() == {"ack": 99}
    assert await x.hear() == {"position": 0}


async def test_disconnects_a_client_that_never_acknowledges_and_notifies_the_opponent(hasty_port: Port) -> None:
    x = await hasty_port.line()
    game = (await x.ask({"username": "ann"}))["gameId"]
    # Not earlier: here a connection has a tenth of a second for its first object.
    o = await hasty_port.line()
    await o.ask({"username": "bob", "acks": True})
    await x.say({"gameId": game, "playerId": 1, "position": 4})
    heard = [await o.hear() for _ in range(6)]
    assert heard[:5] == [heard[0]] * 5
    assert heard[5]["code"] == "silent"
    with pytest.raises(ConnectionResetError):
        await o.hear()
    assert (await x.hear())["code"] == "opponent_left"


async def test_a_move_acknowledges_earlier_messages(hasty_port: Port, loop_time: LoopTime) -> None:
    x = await hasty_port.line()
    game = (await x.ask({"username": "ann"}))["gameId"]
    o = await hasty_port.line()
    await o.ask({"username": "bob", "acks": True})
    for number, cell in enumerate((4, 0, 8, 1)):
        mover, other = (x, o) if number % 2 == 0 else (o, x)
        await mover.say({"gameId": game, "playerId": 1 + number % 2, "position": cell})
        while (await other.hear())["position"] != cell:
            pass
    await loop_time.pass_seconds(0.5)
    assert (await o.ask({"gameId": game, "playerId": 2, "position": 2}))["code"] == "not_your_turn"


async def test_accepts_both_protocols_on_one_connection(port: Port) -> None:
    talker, other = await port.line(), await port.line()
    await talker.say({"type": "PlayAsGuest", "name": "ann", "id": "a"})
    assert (await talker.hear())["id"] == "a"
    assert (await talker.hear())["type"] == "Welcome"
    opened = await talker.ask({"username": "ann"})
    assert opened.keys() == {"gameId", "playerId"}
    await other.ask({"username": "bob"})
    assert (await talker.ask({"type": "Heartbeat"})).keys() == {"type", "atMs"}
    assert (await talker.ask({"username": "eve"}))["code"] == "already_logged_in"
    answer = await talker.ask({"type": "MakeMove", "game": opened["gameId"], "position": 99, "id": "b"})
    assert (answer["type"], answer["code"]) == ("ActionSuccess", "out_of_range")
    assert (await talker.ask({"type": "Nonsense"}))["type"] == "ActionSuccess"
    assert (await talker.ask({"gameId": "x", "playerId": 1, "position": 0})).keys() == {"error", "code"}


async def test_reads_objects_back_to_back_and_in_pieces(port: Port) -> None:
    talker, other = await port.line(), await port.line()
    data = json.dumps({"username": "ann"}).encode()
    for byte in data:
        await talker.send(bytes([byte]))
        await asyncio.sleep(0)
    game = (await talker.hear())["gameId"]
    await other.ask({"username": "bob"})
    moves = [{"gameId": game, "playerId": 1, "position": cell} for cell in (4, 5)]
    await talker.send("".join(map(json.dumps, moves)).encode())
    assert await other.hear() == {"position": 4}
    assert (await talker.hear())["code"] == "not_your_turn"


async def test_disconnects_clients_that_are_silent_or_send_half_an_object(hasty_port: Port) -> None:
    quiet, late = await hasty_port.line(), await hasty_port.line()
    await late.ask({"username": "ann"})
    await late.send(b'{"gameId"')
    for talker in (quiet, late):
        assert (await talker.hear())["code"] == "silent"
        with pytest.raises(ConnectionResetError):
            await talker.hear()


async def test_sending_byte_by_byte_gains_no_time(hasty_port: Port) -> None:
    slow = await hasty_port.line()
    hangs_up = asyncio.ensure_future(slow.reader.read())
    await slow.send(b'{"a":')
    async with asyncio.timeout(5):
        while not hangs_up.done():
            # Each byte arrives long before the time limit of an object.
            slow.writer.write(b" ")
            await asyncio.sleep(0.02)
    assert hangs_up.exception() is not None or b"silent" in hangs_up.result()


@pytest.mark.parametrize("noise", [b"\n", b"  \n\n", b"hello\n"])
async def test_noise_does_not_count_as_a_first_object(hasty_port: Port, noise: bytes) -> None:
    quiet = await hasty_port.line()
    await quiet.send(noise)
    hangs_up = await asyncio.wait_for(quiet.reader.read(), 5)
    assert b'"silent"' in hangs_up


async def test_a_broken_object_does_not_swallow_the_next(port: Port) -> None:
    ann, bob = await port.line(), await port.line()
    game = (await ann.ask({"username": "ann"}))["gameId"]
    await bob.ask({"username": "bob"})
    await ann.send(b'{"gameId": "broken", "position": 4\n')
    await ann.say({"gameId": game, "playerId": 1, "position": 4})
    assert (await ann.hear(1))["code"] == "malformed"
    assert await bob.hear(1) == {"position": 4}


async def test_a_client_may_be_silent_after_its_first_object(hasty_port: Port, loop_time: LoopTime) -> None:
    talker = await hasty_port.line()
    opened = await talker.ask({"username": "ann"})
    await loop_time.pass_seconds(0.3)
    assert await talker.ask({"username": "ann"}) == opened


async def test_an_endless_object_ends_the_connection(port: Port) -> None:
    talker = await port.line()
    await talker.send(b'{"username":"' + b"a" * 5000)
    assert (await talker.hear())["code"] == "too_large"
    with pytest.raises(ConnectionResetError):
        await talker.hear()


async def test_disconnects_only_the_client_that_does_not_read(port: Port) -> None:
    x, o, game = await sit_down(port)
    deaf = await port.line()
    deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]
    metrics = port.application.services.metrics
    # Each refusal is long, so that the network buffers are soon full.
    ask = json.dumps({"a" * 180: 1}).encode() * 200
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(60):
            while not metrics.sessions_cut:
                await deaf.send(ask)
                await asyncio.sleep(0)
    assert metrics.sessions_cut == 1
    await play(x, o, game, 4, 0)


async def test_reports_a_port_in_use(application: Application, tmp_path: Any) -> None:
    port = int(application.line_address.rpartition(":")[2])
    with pytest.raises(StartError, match=f"cannot listen on 127.0.0.1:{port}"):
        async with Application(Settings(port=0, line_port=port, data=str(tmp_path / "other"))).running():
            pass
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", free_port()))
        port = taken.getsockname()[1]
        with pytest.raises(StartError, match=rf"127.0.0.1:{port} \(UDP\)"):
            async with Application(Settings(port=0, line_port=port, data=str(tmp_path / "third"))).running():
                pass


async def test_limits_the_connections_of_one_address(tmp_path: Any) -> None:
    settings = Settings(port=0, line_port=0, data=str(tmp_path), connections_per_address=2)
    async with Application(settings).running() as application:
        talkers = [await LineTalker.connect(application.line_address) for _ in range(3)]
        assert (await talkers[2].hear())["code"] == "too_many_connections"
        assert "gameId" in await talkers[0].ask({})
        for talker in talkers:
            await talker.hang_up()
