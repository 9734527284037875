"""Absent players are detected on every protocol and can be claimed against, on virtual time."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.client import Client, CommandRefused, RemoteGame
from noughts.client.api import Api
from noughts.messages import commands as c
from noughts.messages.answers import AnyMessage, ClientDisconnected, ClientInfo
from noughts.messages.setup import ClockSetting
from noughts.server.presence import attendance
from tests.doors.line_talker import LineTalker
from tests.server.virtual import Time, server_at
from tests.servers.loop_time import LoopTime
from tests.waiting import until

BLITZ = ClockSetting(base_seconds=600)


class Ears:
    """Records everything that a client receives."""

    def __init__(self) -> None:
        self.heard: list[AnyMessage] = []

    def __call__(self, message: AnyMessage) -> None:
        self.heard.append(message)

    @property
    def partings(self) -> list[ClientDisconnected]:
        return [message for message in self.heard if isinstance(message, ClientDisconnected)]

    @property
    def returns(self) -> int:
        return sum(isinstance(message, ClientInfo) for message in self.heard)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest_asyncio.fixture
async def server(time: Time, tmp_path: Path) -> AsyncIterator[Application]:
    async with server_at(time, tmp_path) as application:
        yield application


async def _playing(ann: Client, bob: Client, **how: object) -> tuple[RemoteGame, RemoteGame]:
    """Return a game in which both have moved, Bob at once, and it is Bob's turn."""
    x = await ann.create(**{"clock": BLITZ, **how})
    o = await bob.join(x.id)
    for game, cell in ((x, 4), (o, 0), (x, 1)):
        await game.until_my_turn()
        await game.move(cell)
    await o.until_my_turn()
    return x, o


def _drop(client: Client) -> None:
    """Cut the network, without a close frame."""
    client.drop()


async def test_a_silent_player_can_be_claimed_against_after_30_seconds(server: Application, time: Time) -> None:
    ears = Ears()
    async with Client(server.address, heard=ears) as ann, Client(server.address, reconnect=False) as bob:
        x, _ = await _playing(ann, bob)
        _drop(bob)
        await until(lambda: len(ears.partings) == 1)
        [parting] = ears.partings
        assert (parting.seat, parting.since_ms, parting.claims_ms) == ("O", time.ms, time.ms + 30_000)
        time.pass_seconds(29)
        with pytest.raises(CommandRefused, match="not_gone_long_enough") as refused:
            await x.ask(c.ClaimWin)
        assert refused.value.wait_seconds == 1.0
        time.pass_seconds(1)
        await x.ask(c.ClaimWin)
        state = await x.until(lambda state: state.result is not None)
        assert state.result is not None
        assert (state.result.winner, state.result.reason) == ("X", "absent")


async def test_a_player_who_disconnects_can_be_claimed_against_after_10_seconds(
    server: Application, time: Time
) -> None:
    ears = Ears()
    async with Client(server.address, heard=ears) as ann, Client(server.address) as bob:
        x, _ = await _playing(ann, bob)
        await bob.close()
        await until(lambda: len(ears.partings) == 1)
        assert ears.partings[0].claims_ms == time.ms + 10_000
        time.pass_seconds(10)
        await x.ask(c.ClaimDraw)
        state = await x.until(lambda state: state.result is not None)
        assert state.result is not None
        assert (state.result.winner, state.result.reason) == (None, "absent")


async def test_a_move_starts_the_countdown_when_the_opponent_is_already_gone(server: Application, time: Time) -> None:
    ears = Ears()
    async with Client(server.address, heard=ears) as ann, Client(server.address, reconnect=False) as bob:
        x, o = await _playing(ann, bob, clock=None)
        await o.move(8)
        await x.until_my_turn()
        _drop(bob)
        await until(lambda: len(ears.partings) == 1)
        assert ears.partings[0].claims_ms is None
        await x.move(2)
        await until(lambda: len(ears.partings) == 2)
        assert ears.partings[1].claims_ms == time.ms + 30_000


async def test_leaving_one_game_does_not_mean_absence_in_others(server: Application, time: Time) -> None:
    async with Client(server.address) as ann, Client(server.address) as bob:
        x, o = await _playing(ann, bob)
        other_x, _ = await _playing(ann, bob)
        await o.leave()
        time.pass_seconds(10)
        with pytest.raises(CommandRefused, match="opponent_here"):
            await other_x.ask(c.ClaimWin)
        # Bob returns to the board before the claim.
        await bob.watch(x.id)
        with pytest.raises(CommandRefused, match="opponent_here"):
            await x.ask(c.ClaimWin)
        await o.leave()
        time.pass_seconds(10)
        await x.ask(c.ClaimWin)


async def test_announces_a_returning_player_and_refuses_claims_again(server: Application, time: Time) -> None:
    ears = Ears()
    async with Client(server.address, heard=ears) as ann, Client(server.address) as bob:
        x, _ = await _playing(ann, bob)
        await bob.close()
        await until(lambda: len(ears.partings) == 1)
        time.pass_seconds(60)
        before = ears.returns
        # Any connection counts, even if it doesn't look at this game.
        async with Client(server.address, token=bob.token):
            await until(lambda: ears.returns == before + 1)
            with pytest.raises(CommandRefused, match="opponent_here"):
                await x.ask(c.ClaimWin)


async def test_one_of_two_connections_is_enough_to_be_present(server: Application, time: Time) -> None:
    ears = Ears()
    async with Client(server.address, heard=ears) as ann, Client(server.address) as bob:
        x, _ = await _playing(ann, bob)
        async with Client(server.address, token=bob.token):
            await bob.close()
            time.pass_seconds(60)
            with pytest.raises(CommandRefused, match="opponent_here"):
                await x.ask(c.ClaimWin)
            assert ears.partings == []
        await until(lambda: len(ears.partings) == 1)


async def test_http_requests_count_as_presence(server: Application, time: Time) -> None:
    async with Client(server.address) as ann, Api(server.address) as api:
        await api.be_guest()
        x = await ann.create(clock=BLITZ)
        await api.join(x.id)
        await x.move(4)
        await api.move(x.id, 0)
        time.pass_seconds(29)
        with pytest.raises(CommandRefused, match="opponent_here"):
            await x.ask(c.ClaimWin)
        await api.my_games()
        time.pass_seconds(29)
        with pytest.raises(CommandRefused, match="opponent_here"):
            await x.ask(c.ClaimWin)
        time.pass_seconds(1)
        await x.ask(c.ClaimWin)


async def test_the_line_protocol_reports_absence_too(server: Application, time: Time) -> None:
    ears = Ears()
    async with Client(server.address, heard=ears) as ann:
        bob = await LineTalker.connect(server.line_address)
        x = await ann.create(name="corner", clock=BLITZ)
        await x.move(4)
        assert (await bob.ask({"gameId": x.id}))["playerId"] == 2
        await bob.say({"gameId": x.id, "playerId": 2, "position": 0})
        await x.until(lambda state: state.ply == 2)
        await bob.hang_up()
        await until(lambda: len(ears.partings) == 1)
        assert ears.partings[0].claims_ms == time.ms + 10_000
        time.pass_seconds(10)
        await x.ask(c.ClaimWin)


async def test_a_player_who_finds_the_opponent_absent_is_notified(server: Application, time: Time) -> None:
    ears = Ears()
    async with Client(server.address) as ann, Client(server.address) as bob:
        x, _ = await _playing(ann, bob)
        await ann.close()
        await bob.close()
        await until(lambda: server.services.metrics.sessions == 0)
        time.pass_seconds(3)
        async with Client(server.address, token=ann.token, heard=ears) as returned:
            await returned.watch(x.id)
            await until(lambda: len(ears.partings) == 1)
            assert ears.partings[0].claims_ms == time.ms + 7_000


async def test_a_restart_does_not_make_players_absent(time: Time, tmp_path: Path) -> None:
    async with server_at(time, tmp_path) as server, Client(server.address) as ann, Client(server.address) as bob:
        x, _ = await _playing(ann, bob)
    time.pass_seconds(3600)
    async with server_at(time, tmp_path) as server, Client(server.address, token=ann.token) as ann:
        game = await ann.watch(x.id)
        time.pass_seconds(29)
        with pytest.raises(CommandRefused, match="not_gone_long_enough"):
            await game.ask(c.ClaimWin)
        time.pass_seconds(1)
        await game.ask(c.ClaimWin)


@pytest.mark.parametrize(("absence", "winner"), [("win", "X"), ("draw", None)])
async def test_applies_the_agreed_absence_automatically(
    server: Application, monkeypatch: pytest.MonkeyPatch, time: Time, absence: str, winner: str | None
) -> None:
    monkeypatch.setattr(attendance, "LEFT_MS", 300)
    async with Client(server.address) as ann, Client(server.address) as bob:
        x, _ = await _playing(ann, bob, absence=absence)
        await bob.close()
        await until(lambda: len(server.server.agreed_absence) == 1)
        time.pass_seconds(0.3)
        state = await x.until(lambda state: state.result is not None)
        assert state.result is not None
        assert (state.result.winner, state.result.reason) == (winner, "absent")
        assert state.absence == absence
        assert len(server.server.agreed_absence) == 0


async def test_takes_no_automatic_action_if_both_are_absent_or_one_has_returned(
    server: Application, monkeypatch: pytest.MonkeyPatch, time: Time, loop_time: LoopTime
) -> None:
    monkeypatch.setattr(attendance, "LEFT_MS", 200)
    async with Client(server.address) as ann, Client(server.address) as bob:
        x, _ = await _playing(ann, bob, absence="win")
        await bob.close()
        async with Client(server.address, token=bob.token) as bob_again:
            time.pass_seconds(60)
            await loop_time.pass_seconds(0.5)
            assert (await ann.watch(x.id)).state is not None
            assert x.state is not None
            assert x.state.result is None
            await ann.close()
            await bob_again.close()
        await until(lambda: server.services.metrics.sessions == 0)
        time.pass_seconds(60)
        await loop_time.pass_seconds(0.5)
        async with Api(server.address, ann.token) as api:
            assert (await api.game(x.id)).result is None


async def test_remembers_a_limited_number_of_players_who_left(server: Application, time: Time) -> None:
    present = server.server.attendance
    clients = [Client(server.address) for _ in range(20)]
    await asyncio.gather(*(client.open() for client in clients))
    assert len(present._here) == 20
    await asyncio.gather(*(client.close() for client in clients))
    await until(lambda: server.services.metrics.sessions == 0)
    assert len(present._here) == 0
    assert len(present._gone) == 20
    assert len(present._gone) <= attendance.MOST_REMEMBERED


async def test_the_api_shows_presence_to_both_players_and_accepts_claims(server: Application, time: Time) -> None:
    async with Client(server.address) as ann, Client(server.address) as bob, Api(server.address, None) as eve:
        await eve.be_guest()
        x, _ = await _playing(ann, bob)
        async with Api(server.address, ann.token) as api:
            assert await api.presence(x.id) == {
                "X": {"here": True, "sinceMs": None, "claimsMs": None},
                "O": {"here": True, "sinceMs": None, "claimsMs": None},
            }
            await bob.close()
            await until(lambda: server.services.metrics.sessions == 1)
            seen = await api.presence(x.id)
            assert seen["O"] == {"here": False, "sinceMs": time.ms, "claimsMs": time.ms + 10_000}
            with pytest.raises(CommandRefused, match="not_yours"):
                await eve.presence(x.id)
            with pytest.raises(CommandRefused, match="not_gone_long_enough") as refused:
                await api.claim_win(x.id)
            assert refused.value.wait_seconds == 10
            time.pass_seconds(10)
            board = await api.claim_win(x.id)
            assert board.result is not None
            assert board.result.reason == "absent"
