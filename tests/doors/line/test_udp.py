"""The line protocol over UDP: nothing happens twice, nothing is lost, and the server floods nobody."""

import asyncio
import random
import sqlite3
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from noughts.app import Application
from noughts.config import Settings
from noughts.doors.line import udp as door
from noughts.doors.line.amplification_limit import packet_bytes
from noughts.doors.line.conversation import is_native
from noughts.doors.line.udp_peer import Peer
from noughts.messages.ids import GameId
from noughts.server.runtime.budget import Client
from tests.doors.conftest import Port
from tests.doors.line.lossy_network import LossyNetwork
from tests.doors.line_talker import DatagramTalker, LineTalker, Silence
from tests.proving import SEED, sample
from tests.servers.loop_time import LoopTime
from tests.waiting import until

# After the game's own id comes the secret of the client.
ID_LETTERS = 17


async def seated(x: DatagramTalker, o: DatagramTalker, *names: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Let both send their first message. Return the ids that each sends with every move."""
    first, second = names or ("ann", "a longer name")
    return await x.ask({"username": first}), await o.ask({"username": second})


async def in_play(x: DatagramTalker, o: DatagramTalker) -> tuple[dict[str, Any], dict[str, Any]]:
    """Let both join and move once, X to 4 and O to 0. Return the ids of each."""
    at_x, at_o = await seated(x, o)
    await x.say({**at_x, "position": 4})
    await o.hear()
    await o.say({**at_o, "position": 0})
    await x.hear()
    return at_x, at_o


def moves_of(port: Port, game: str) -> list[int]:
    table = port.application.services.tables.get(GameId(game[:ID_LETTERS]))
    assert table is not None
    return [move.cell for move in table.game.moves]


async def quiet(talker: DatagramTalker) -> list[dict[str, Any]]:
    """Return all messages until there is silence."""
    heard = []
    try:
        while True:
            heard.append(await talker.hear(0.1))
    except Silence:
        return heard


async def test_a_repeated_first_message_opens_one_game(port: Port) -> None:
    ann, bob = await port.datagram(), await port.datagram()
    for _ in range(5):
        await ann.say({"username": "ann"})
    replies = await quiet(ann)
    assert replies == [replies[0]] * len(replies)
    assert replies[0] == {"gameId": replies[0]["gameId"], "playerId": 1}
    second = await bob.ask({"username": "bob"})
    assert second["playerId"] == 2
    assert second["gameId"][:ID_LETTERS] == replies[0]["gameId"][:ID_LETTERS]
    assert second["gameId"] != replies[0]["gameId"]


async def test_plays_a_whole_game_without_acks(port: Port) -> None:
    x, o = await port.datagram(), await port.datagram()
    places = await seated(x, o)
    for number, cell in enumerate((0, 3, 1, 4, 2)):
        mover, other = (x, o) if number % 2 == 0 else (o, x)
        await mover.say({**places[number % 2], "position": cell})
        told = await other.hear()
        assert (told["position"], set(told)) == (cell, {"position", "seq"})
    assert [(await x.hear())["gameOver"], (await o.hear())["gameOver"]] == ["Win", "Lose"]


async def test_a_repeated_move_is_made_once_and_gets_the_replies_again(port: Port) -> None:
    x, o = await port.datagram(), await port.datagram()
    at_x, at_o = await seated(x, o)
    first = {**at_x, "position": 4}
    for _ in range(3):
        await x.say(first)
    assert (await o.hear())["position"] == 4
    assert await quiet(x) == []
    await o.say({**at_o, "position": 0})
    told = await x.hear()
    await x.say(first)
    assert await x.hear() == told
    await x.say({"ack": told["seq"]})
    await x.say(first)
    assert await x.hear() == told
    assert moves_of(port, at_x["gameId"]) == [4, 0]


async def test_seq_may_start_at_any_number(port: Port) -> None:
    numbers = set()
    for number in range(3):
        x, o = await port.datagram(), await port.datagram()
        at_x, _ = await seated(x, o, f"first of pair {number}", f"other of pair {number}")
        await x.say({**at_x, "position": 4})
        numbers.add((await o.hear())["seq"])
    assert len(numbers) == 3
    assert max(numbers) > 1000


async def test_resends_five_times_then_reports_the_player_as_gone(hasty_port: Port) -> None:
    x, o = await hasty_port.datagram(), await hasty_port.datagram()
    at_x, at_o = await seated(x, o)
    await x.say({**at_x, "position": 4})
    await o.hear()
    await o.say({**at_o, "position": 0})
    while (await x.hear()).get("position") != 0:
        pass
    await x.say({**at_x, "position": 8})
    while (await x.hear()).get("code") != "opponent_left":
        pass
    heard = [message for message in await quiet(o) if message.get("position") == 8]
    assert heard == [heard[0]] * 5
    assert (await o.ask({**at_o, "position": 1}))["code"] in ("silent", "not_yours")


async def test_a_move_that_crosses_the_end_does_not_acknowledge_it(hasty_port: Port) -> None:
    x, o = await hasty_port.datagram(), await hasty_port.datagram()
    places = await seated(x, o)
    for number, cell in enumerate((0, 3, 1, 4, 2)):
        mover, other = (x, o) if number % 2 == 0 else (o, x)
        await mover.say({**places[number % 2], "position": cell})
        while (await other.hear()).get("position") != cell:
            pass
    await o.say({**places[1], "position": 8})
    while (await o.hear()).get("code") != "game_over":
        pass
    assert "Lose" in [message.get("gameOver") for message in await quiet(o)]


async def test_only_the_client_with_the_secret_can_play_its_seat(port: Port) -> None:
    x, o, thief = [await port.datagram() for _ in range(3)]
    at_x, at_o = await seated(x, o)
    for place in (at_x, at_o):
        assert (await thief.ask({**place, "position": 4}))["code"] == "not_yours"
    await thief.say({"username": "eve"})
    await thief.hear()
    await thief.say({**at_x, "position": 4})
    assert (await thief.hear())["code"] == "not_yours"
    assert stored_players(port) == 0


def stored_players(port: Port) -> int:
    """Return the number of stored players, without the computers."""
    with sqlite3.connect(f"file:{Path(port.application.settings.data) / 'noughts.db'}?mode=ro", uri=True) as store:
        return int(store.execute("select count(*) from players where kind = 'guest'").fetchone()[0])


async def test_a_forged_datagram_cannot_make_a_move(port: Port) -> None:
    """Check that knowing a player's address, port and game, as the opponent does, doesn't reveal the secret."""
    x, o = await port.datagram(), await port.datagram()
    at_x, at_o = await in_play(x, o)
    game = at_x["gameId"][:ID_LETTERS]
    # Sent from X's own address, through X's own socket.
    for forged in ({"gameId": game}, {"gameId": at_o["gameId"]}, {"gameId": game + "abcdefg"}):
        await x.say({**forged, "playerId": 1, "position": 8})
        assert (await x.hear())["code"] == "not_yours"
    native = {"type": "MakeMove", "game": game, "position": 8}
    assert (await x.ask(native)).keys() == {"seq"}
    assert (await x.ask({**native, "ack": 12345})).keys() == {"seq"}
    assert moves_of(port, game) == [4, 0]
    await x.say({**at_x, "position": 8})
    assert (await o.hear())["position"] == 8


async def test_stores_nothing_for_addresses_that_only_send(port: Port) -> None:
    for number in range(50):
        talker = await port.datagram()
        await talker.say({"username": f"nobody {number}"})
        await talker.say({"username": "x", "opponent": "y", "resume": True})
        await talker.say({"type": "PlayAsGuest"})
    await asyncio.sleep(0.3)
    assert stored_players(port) == 0
    # They don't block anybody: two proven clients are paired, on any protocol.
    ann, bob = await port.line(), await port.line()
    game = (await ann.ask({"username": "ann"}))["gameId"]
    assert await bob.ask({"username": "bob"}) == {"gameId": game, "playerId": 2}


async def test_forged_datagrams_do_not_lock_out_the_owner_of_the_address(tmp_path: Any) -> None:
    # Fewer than the datagrams that the server reads.
    settings = Settings(port=0, line_port=0, data=str(tmp_path), connections_per_address=20)
    async with Application(settings).running() as application:
        talkers = [await DatagramTalker.connect(application.line_address) for _ in range(600)]
        for talker in talkers:
            await talker.say({"username": ""})
        await asyncio.sleep(0.2)
        # The same address can use the other protocols.
        line = await LineTalker.connect(application.line_address)
        assert "gameId" in await line.ask({"username": "ann"})
        for talker in talkers:
            await talker.hang_up()
        await line.hang_up()


@pytest.mark.parametrize("name", ["b", "bo", ""])
async def test_the_second_player_receives_the_first_move_at_once(port: Port, name: str) -> None:
    x, o = await port.datagram(), await port.datagram()
    at_x, _ = await seated(x, o, "ann", name)
    await x.say({**at_x, "position": 4})
    assert (await o.hear(1))["position"] == 4


async def test_the_second_player_acknowledges_by_moving(port: Port) -> None:
    x, o = await port.datagram(), await port.datagram()
    at_x, at_o = await seated(x, o)
    await x.say({**at_x, "position": 4})
    told = await o.hear()
    await o.say({"ack": told["seq"]})
    await o.say({**at_o, "position": 0})
    assert (await x.hear())["position"] == 0


async def test_a_client_that_acknowledges_is_seated_before_anybody_moves(port: Port) -> None:
    x, o = await port.datagram(), await port.datagram()
    for talker, name in ((x, "ann"), (o, "bob")):
        probe = await talker.ask({"username": name, "acks": True})
        assert probe.keys() == {"seq"}
        assert (await talker.ask({"ack": probe["seq"]})).keys() == {"gameId", "playerId"}
    await until(lambda: stored_players(port) == 2)


@pytest.mark.parametrize(
    "said",
    [
        b"x",
        b"{}",
        b'{"username":""}',
        b'{"username":"ann"}',
        b'{"gameId":"g","playerId":1,"position":0}',
        b'{"ack":1}',
        b'{"type":"PlayAsGuest"}',
        b'{"type":"ListGames","follow":true}',
        b'{"type":"Nonsense"}',
        b'{"resume":true,"acks":true}',
    ],
)
async def test_an_address_that_never_answers_gets_at_most_three_times_its_bytes(
    hasty_port: Port, loop_time: LoopTime, said: bytes
) -> None:
    victim, helper = await hasty_port.datagram(), await hasty_port.line()
    sent, chance = 0, random.Random(3)
    for _ in range(10):
        await victim.send(said)
        sent += packet_bytes(len(said))
        # Somebody plays against it, so the server has more and more to send.
        await helper.say({})
        game = await helper.hear()
        if "gameId" in game:
            await helper.say({**game, "position": chance.randrange(9)})
        await asyncio.sleep(0.02)
        assert victim.packet_bytes_heard <= 3 * sent
    await loop_time.pass_seconds(0.4)
    assert victim.packet_bytes_heard <= 3 * sent


async def test_resending_a_move_respects_the_amplification_limit(hasty_port: Port, loop_time: LoopTime) -> None:
    ann, victim = await hasty_port.line(), await hasty_port.datagram()
    place = await ann.ask({"username": "ann"})
    said = b'{"username":""}'
    await victim.send(said)
    assert (await victim.hear())["gameId"].startswith(place["gameId"])
    await ann.say({**place, "position": 4})
    assert (await victim.hear())["position"] == 4
    # A proven client would get it five times.
    await loop_time.pass_seconds(0.4)
    assert victim.packet_bytes_heard <= 3 * packet_bytes(len(said))


async def test_a_made_up_ack_does_not_verify_the_address(port: Port) -> None:
    victim = await port.datagram()
    sent = 0
    for number in range(200):
        for said in (b'{"type":"ListGames"}', b'{"ack":%d}' % number):
            await victim.send(said)
            sent += packet_bytes(len(said))
    await asyncio.sleep(0.2)
    assert victim.packet_bytes_heard <= 3 * sent
    assert not any(peer.is_proven for peer in _peers(port))


def _peers(port: Port) -> list[Peer]:
    connections = [connection for turn in port.application.connections._turns for connection in turn]
    return [connection for connection in connections if isinstance(connection, Peer)]


async def test_the_native_protocol_verifies_the_address_first(port: Port) -> None:
    talker = await port.datagram()
    await talker.say({"type": "PlayAsGuest", "name": "ann"})
    probe = await talker.hear()
    assert probe.keys() == {"seq"}
    await talker.say({"type": "PlayAsGuest", "name": "ann", "ack": probe["seq"]})
    assert [(await talker.hear())["type"] for _ in range(2)] == ["ActionSuccess", "Welcome"]
    # Every message needs it, because anybody could forge the next one.
    assert await talker.ask({"type": "Heartbeat"}) == probe
    assert (await talker.ask({"type": "Heartbeat", "ack": probe["seq"]}))["type"] == "Heartbeat"


async def test_noise_creates_no_peer(port: Port) -> None:
    sessions = port.application.services.metrics.sessions
    for data in (b"", b"\x00" * 100, b"{", b"[]", b"null", b'{"a":1}', b"x" * 60_000, b'{"ack":7}'):
        await (await port.datagram()).send(data)
    await asyncio.sleep(0.1)
    assert port.application.services.metrics.sessions == sessions


async def test_ignores_large_datagrams_from_an_address_over_its_limit(
    port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def count(data: bytes) -> bool:
        read.append(len(data))
        return is_native(data)

    monkeypatch.setattr(door, "is_native", count)
    stranger = await port.datagram()
    await stranger.send(b"x" * 5000)
    assert (await stranger.hear())["code"] == "too_large"
    port.application.services.gatekeeper.budget.spend("datagram", Client("127.0.0.1"), 1e12)
    for size in (5000, 60_000, 100):
        await stranger.send(b"x" * size)
    await until(lambda: 100 in read)
    assert read == [5000, 100]


async def test_limits_unverified_peers_without_affecting_players(
    hasty_port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "MOST_UNPROVEN_PEERS", 20)
    x, o = await hasty_port.datagram(), await hasty_port.datagram()
    at_x, at_o = await seated(x, o)
    await x.say({**at_x, "position": 4})
    await o.say({"ack": (await o.hear())["seq"]})
    sessions = hasty_port.application.services.metrics.sessions
    for number in range(60):
        await (await hasty_port.datagram()).say({"username": f"nobody {number}"})
    await asyncio.sleep(0.3)
    assert hasty_port.application.services.metrics.sessions <= sessions + 20
    await o.say({**at_o, "position": 0})
    while (await x.hear()).get("position") != 0:
        pass


@pytest.mark.parametrize("again", [{"position": 4}, {"playerId": None}], ids=["a move", "a seat"])
async def test_repeated_messages_count_towards_the_limit(tmp_path: Any, again: dict[str, Any]) -> None:
    settings = Settings(port=0, line_port=0, data=str(tmp_path), commands_per_second=1, command_burst=20)
    async with Application(settings).running() as application, AsyncExitStack() as stack:
        port = Port(application, application.line_address, stack)
        x, o = await port.datagram(), await port.datagram()
        at_x, _ = await in_play(x, o)
        for _ in range(200):
            await x.say({**at_x, **again})
        replies = await quiet(x)
        assert "too_many_requests" in [reply.get("code") for reply in replies]
        assert [reply.get("position") for reply in replies].count(0) < 20


async def test_a_flood_is_not_answered(tmp_path: Any) -> None:
    settings = Settings(port=0, line_port=0, data=str(tmp_path), commands_per_second=1, command_burst=2)
    async with Application(settings).running() as application:
        talker = await DatagramTalker.connect(application.line_address)
        for _ in range(2000):
            await talker.send(b"[" + b"x" * 100)
        replies = await quiet(talker)
        assert 1 <= len(replies) <= 5
        await talker.hang_up()


class Careful:
    """A client for a bad network: it repeats its last message until something arrives, and acknowledges."""

    def __init__(self, talker: DatagramTalker, name: str) -> None:
        self._talker = talker
        self._name = name
        self.result = ""
        self.told: list[int] = []

    async def play(self, chance: random.Random) -> None:
        free, heard, moves = list(range(9)), set(), 0
        game: dict[str, Any] = {}
        said: dict[str, Any] = {"username": self._name}
        await self._talker.say(said)
        while not self.result:
            try:
                message = await self._talker.hear(0.05)
            except Silence:
                await self._talker.say(said)
                continue
            if "seq" in message:
                await self._talker.say({"ack": message["seq"]})
                if message["seq"] in heard:
                    continue
                heard.add(message["seq"])
            if "position" in message:
                self.told.append(message["position"])
                free.remove(message["position"])
            elif "gameOver" in message:
                self.result = message["gameOver"]
            elif "gameId" in message:
                game = message
            # The opponent's first move may overtake the reply with the seat.
            if free and game and moves + game["playerId"] - 1 == len(self.told):
                moves += 1
                said = {**game, "position": free.pop(chance.randrange(len(free)))}
                await self._talker.say(said)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(SEED, SEED + sample(1, 20)))
async def test_games_finish_over_a_lossy_network(brisk_port: Port, seed: int) -> None:
    network = await LossyNetwork.open(brisk_port.address, seed)
    chance = random.Random(seed)
    players = []
    for number in range(20):
        talker = await DatagramTalker.connect(network.address)
        players.append((talker, Careful(talker, f"player {number}")))
    try:
        async with asyncio.timeout(90):
            await asyncio.gather(*(player.play(chance) for _, player in players))
    finally:
        for talker, _ in players:
            await talker.hang_up()
        network.close()
    assert network.lost > 50
    assert network.doubled > 50
    results = sorted(player.result for _, player in players)
    assert results.count("Win") == results.count("Lose")
    told = [player.told for _, player in players]
    finished = [table.game for table in brisk_port.application.services.tables if table.game.result]
    assert len(finished) == 10
    for game in finished:
        cells = [move.cell for move in game.moves]
        assert len(set(cells)) == len(cells)
        # Both received exactly the other's moves, in order and once, except the last, which the end may overtake.
        assert cells[0::2] in told or cells[0::2][:-1] in told
        assert cells[1::2] in told or cells[1::2][:-1] in told
