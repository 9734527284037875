"""Note 000 over TCP: its two messages, what they may not do, and the keys that add more."""

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
    """What is on its way: the keys, but for `seq`, of everything until it is silent."""
    keys: set[str] = set()
    try:
        while True:
            keys |= (await talker.hear(0.3)).keys() - {"seq"}
    except Silence:
        return keys


async def test_who_says_two_messages_hears_only_their_keys(port: Port) -> None:
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
async def test_without_a_name_one_is_a_guest(port: Port, first: dict[str, Any]) -> None:
    one, two = await port.line(), await port.line()
    assert (await one.ask(first))["playerId"] == 1
    assert (await two.ask(first))["playerId"] == 2


async def test_only_equal_game_types_meet(port: Port) -> None:
    classic, ultimate, other = await port.line(), await port.line(), await port.line()
    one = await classic.ask({"username": "ann"})
    two = await ultimate.ask({"username": "bob", "gameType": "ultimate"})
    assert one["gameId"] != two["gameId"]
    assert (await other.ask({"gameType": "ultimate"}))["gameId"] == two["gameId"]
    third = await port.line()
    assert (await third.ask({"gameType": "checkers"}))["code"] == "unknown_variant"


async def test_a_named_opponent_is_met_and_nobody_else(port: Port) -> None:
    ann, eve, bob = await port.line(), await port.line(), await port.line()
    waiting = await ann.ask({"username": "ann", "opponent": "bob"})
    assert (await eve.ask({"username": "eve"}))["gameId"] != waiting["gameId"]
    assert await bob.ask({"username": "bob"}) == {"gameId": waiting["gameId"], "playerId": 2}


async def test_a_name_is_one_connections_at_a_time(port: Port) -> None:
    ann, other = await port.line(), await port.line()
    await ann.ask({"username": "ann"})
    assert await other.ask({"username": "ANN"}) == {
        "error": "Somebody who is here goes by this name: choose another, or log in.",
        "code": "name_in_use",
    }
    await ann.hang_up()
    await until(lambda: "ann" not in port.application.hall.presence)
    assert "gameId" in await other.ask({"username": "ann"})


async def test_of_many_who_ask_for_a_name_at_once_one_gets_it(port: Port) -> None:
    talkers = [await port.line() for _ in range(20)]
    replies = await asyncio.gather(*(talker.ask({"username": "ann"}) for talker in talkers))
    assert sorted(reply.get("code", "in") for reply in replies) == ["in"] + ["name_in_use"] * 19


async def test_a_registered_name_is_its_owners(port: Port) -> None:
    accounts = port.application.reception.accounts
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


async def test_asking_again_gets_the_same_reply_until_the_game_is_over(port: Port) -> None:
    x, o, game = await sit_down(port)
    for _ in range(3):
        assert await x.ask({"username": "ann"}) == {"gameId": game, "playerId": 1}
    await play(x, o, game, *X_WINS)
    assert [await x.hear(), await o.hear()] == [{"gameOver": "Win"}, {"gameOver": "Lose"}]
    following = await x.ask({"username": "ann"})
    assert following["gameId"] != game
    assert await o.ask({"username": "bob"}) == {"gameId": following["gameId"], "playerId": 2}


async def test_what_may_not_be_done_is_told_to_the_sender_alone(port: Port) -> None:
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


async def test_a_player_id_does_not_make_one_a_player(port: Port) -> None:
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


async def test_who_does_not_want_to_play_again_says_so(port: Port) -> None:
    x, o, game = await sit_down(port)
    await play(x, o, game, *X_WINS)
    await x.hear()
    await o.hear()
    await x.say({"gameId": game, "playerId": 1, "playAgain": True})
    await o.say({"gameId": game, "playerId": 2, "playAgain": False})
    assert (await x.hear())["code"] == "rematch_declined"
    assert (await x.ask({"gameId": game, "playerId": 1, "playAgain": True}))["code"] == "rematch_declined"


async def test_who_waits_alone_and_goes_leaves_no_game_behind(port: Port) -> None:
    ann, bob, eve = [await port.line() for _ in range(3)]
    await ann.ask({"username": "ann"})
    await ann.hang_up()
    await until(lambda: not any(table.game.is_open for table in port.application.hall.tables.values()))
    assert (await bob.ask({"username": "bob"}))["playerId"] == 1
    assert (await eve.ask({"username": "eve"}))["playerId"] == 2


async def test_who_resumes_gets_every_game_and_all_its_moves(port: Port) -> None:
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
    await until(lambda: len(port.application.hall.tables[game].game.moves) == 2)

    back = await port.line()
    assert await back.ask({"username": "ann", "token": opened["token"], "resume": True}) == {"games": 1}
    assert await back.hear() == {"gameId": game, "playerId": 1, "gameType": "classic", "moves": [4, 0]}
    await back.say({"gameId": game, "playerId": 1, "position": 8})
    assert await bob.hear() == {"position": 8}
    await bob.say({"gameId": game, "playerId": 2, "position": 1})
    assert await back.hear() == {"gameId": game, "position": 1}
    # Asked once more, it is told once more; and a wrong token is nobody.
    assert await back.ask({"token": opened["token"], "resume": True}) == {"games": 1}
    assert (await back.hear())["moves"] == [4, 0, 8, 1]
    assert (await (await port.line()).ask({"token": "wrong", "resume": True}))["code"] == "bad_token"


async def test_acks_are_for_who_asks_for_them(hasty_port: Port) -> None:
    x, o = await hasty_port.line(), await hasty_port.line()
    game = (await x.ask({"username": "ann"}))["gameId"]
    await x.say({"gameId": game, "playerId": 1, "position": 4})
    assert (await o.ask({"username": "bob", "acks": True})) == {"gameId": game, "playerId": 2}
    told = await o.hear()
    assert told == {"position": 4, "seq": told["seq"]}
    assert await o.hear() == told, "not acknowledged, so said again"
    await o.say({"ack": told["seq"]})
    assert await rest_of(o) <= {"position"}
    await o.say({"gameId": game, "playerId": 2, "position": 0, "seq": 99})
    assert await o.hear() == {"ack": 99}
    assert await x.hear() == {"position": 0}


async def test_who_never_acknowledges_is_disconnected_and_the_other_told(hasty_port: Port) -> None:
    x, o = await hasty_port.line(), await hasty_port.line()
    game = (await x.ask({"username": "ann"}))["gameId"]
    await o.ask({"username": "bob", "acks": True})
    await x.say({"gameId": game, "playerId": 1, "position": 4})
    heard = [await o.hear() for _ in range(6)]
    assert heard[:5] == [heard[0]] * 5
    assert heard[5]["code"] == "silent"
    with pytest.raises(ConnectionResetError):
        await o.hear()
    assert (await x.hear())["code"] == "opponent_left"


async def test_going_on_acknowledges_what_came_before(hasty_port: Port) -> None:
    x, o = await hasty_port.line(), await hasty_port.line()
    game = (await x.ask({"username": "ann"}))["gameId"]
    await o.ask({"username": "bob", "acks": True})
    for number, cell in enumerate((4, 0, 8, 1)):
        mover, other = (x, o) if number % 2 == 0 else (o, x)
        await mover.say({"gameId": game, "playerId": 1 + number % 2, "position": cell})
        while (await other.hear())["position"] != cell:
            pass
    await asyncio.sleep(0.5)
    assert (await o.ask({"gameId": game, "playerId": 2, "position": 2}))["code"] == "not_your_turn"


async def test_both_languages_on_one_connection(port: Port) -> None:
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


async def test_objects_back_to_back_and_in_pieces(port: Port) -> None:
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


async def test_who_says_nothing_or_half_a_thing_is_cut(hasty_port: Port) -> None:
    quiet, late = await hasty_port.line(), await hasty_port.line()
    await late.ask({"username": "ann"})
    await late.send(b'{"gameId"')
    for talker in (quiet, late):
        assert (await talker.hear())["code"] == "silent"
        with pytest.raises(ConnectionResetError):
            await talker.hear()


async def test_who_says_a_thing_byte_by_byte_gains_no_time(hasty_port: Port) -> None:
    slow = await hasty_port.line()
    hangs_up = asyncio.ensure_future(slow.reader.read())
    await slow.send(b'{"a":')
    async with asyncio.timeout(5):
        while not hangs_up.done():
            # Each comes long before the time for an object is over.
            slow.writer.write(b" ")
            await asyncio.sleep(0.02)
    assert hangs_up.exception() is not None or b"silent" in hangs_up.result()


async def test_who_has_spoken_may_be_quiet(hasty_port: Port) -> None:
    talker = await hasty_port.line()
    opened = await talker.ask({"username": "ann"})
    await asyncio.sleep(0.3)
    assert await talker.ask({"username": "ann"}) == opened


async def test_an_endless_object_ends_the_connection(port: Port) -> None:
    talker = await port.line()
    await talker.send(b'{"username":"' + b"a" * 5000)
    assert (await talker.hear())["code"] == "too_large"
    with pytest.raises(ConnectionResetError):
        await talker.hear()


async def test_who_does_not_read_is_cut_alone(port: Port) -> None:
    x, o, game = await sit_down(port)
    deaf = await port.line()
    deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]
    meters = port.application.hall.meters
    # Refused with many words, so that the buffers of the network are soon full.
    ask = json.dumps({"a" * 180: 1}).encode() * 200
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(60):
            while not meters.sessions_cut:
                await deaf.send(ask)
                await asyncio.sleep(0)
    assert meters.sessions_cut == 1
    await play(x, o, game, 4, 0)


async def test_a_taken_port_is_told(application: Application, tmp_path: Any) -> None:
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


async def test_an_address_has_so_many_connections_and_no_more(tmp_path: Any) -> None:
    settings = Settings(port=0, line_port=0, data=str(tmp_path), connections_per_address=2)
    async with Application(settings).running() as application:
        talkers = [await LineTalker.connect(application.line_address) for _ in range(3)]
        assert (await talkers[2].hear())["code"] == "too_many_connections"
        assert "gameId" in await talkers[0].ask({})
        for talker in talkers:
            await talker.hang_up()
