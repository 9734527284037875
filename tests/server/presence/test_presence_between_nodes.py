"""Presence across two nodes: players on one are online for the other, and nobody loses while presence is unknown."""

import asyncio
from typing import Any

import pytest

from noughts.client import Client, CommandRefused, RemoteGame
from noughts.messages import commands as c
from noughts.messages.answers import AnyMessage, ClientDisconnected, ClientInfo
from noughts.messages.ids import PlayerId
from noughts.messages.setup import ClockSetting
from noughts.server.presence.attendance import Unknown
from tests.server.virtual import Time, server_at
from tests.servers import ValkeyServer
from tests.waiting import until


async def both_have_moved(ann: Client, bob: Client, **setup: Any) -> RemoteGame:
    """Return Ann's view of a game in which both have moved, so that claims are possible."""
    x = await ann.create(clock=ClockSetting(base_seconds=600), **setup)
    o = await bob.join(x.id)
    for game, cell in ((x, 4), (o, 0)):
        await game.until_my_turn()
        await game.move(cell)
    await x.until_my_turn()
    return x


async def test_a_player_on_another_node_is_present(postgres_url: str, valkey: ValkeyServer) -> None:
    time = Time()
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    heard: list[AnyMessage] = []
    async with (
        server_at(time, **how) as first,
        server_at(time, **how) as second,
        Client(first.address, heard=heard.append) as ann,
        Client(second.address, reconnect=False) as bob,
    ):
        x = await both_have_moved(ann, bob)

        def count(kind: type[AnyMessage]) -> int:
            return sum(isinstance(message, kind) for message in heard)

        with pytest.raises(CommandRefused, match="opponent_here"):
            await x.ask(c.ClaimWin)
        # Bob is on both nodes, then only on Ann's, then on neither.
        returns = count(ClientInfo)
        async with Client(first.address, token=bob.token):
            await bob.close()
            await until(lambda: second.services.metrics.sessions == 0)
            with pytest.raises(CommandRefused, match="opponent_here"):
                await x.ask(c.ClaimWin)
            assert count(ClientDisconnected) == 0
        await until(lambda: count(ClientDisconnected) == 1)
        with pytest.raises(CommandRefused, match="not_gone_long_enough"):
            await x.ask(c.ClaimWin)
        async with Client(second.address, token=bob.token):
            await until(lambda: count(ClientInfo) > returns)
        await until(lambda: count(ClientDisconnected) == 2)
        time.pass_seconds(10)
        # While Redis is away nothing is known, so nobody counts as absent.
        valkey.stop()
        with pytest.raises(CommandRefused, match="opponent_here"):
            await x.ask(c.ClaimWin)


async def test_a_friend_on_another_node_is_online(postgres_url: str, valkey: ValkeyServer) -> None:
    time = Time()
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    async with (
        server_at(time, **how) as first,
        server_at(time, **how) as second,
        Client(second.address, reconnect=False) as bob,
    ):
        assert bob.player is not None
        friends = [bob.player.id, PlayerId("nobody")]
        attendance = first.services.attendance
        while await attendance.online(friends) != {bob.player.id}:  # noqa: ASYNC110 - presence sets no event
            await asyncio.sleep(0.01)
        await bob.close()
        while await attendance.online(friends):  # noqa: ASYNC110 - presence sets no event
            await asyncio.sleep(0.01)
        # Without Redis only this node's own players are known.
        valkey.stop()
        async with Client(first.address) as ann:
            assert ann.player is not None
            assert await attendance.online([*friends, ann.player.id]) == {ann.player.id}


async def refusal_of(game: RemoteGame) -> str:
    """Claim the win, and return the refusal."""
    with pytest.raises(CommandRefused) as refused:
        await game.ask(c.ClaimWin)
    return str(refused.value)


async def test_absence_is_announced_once_after_redis_restarts_empty(
    postgres_url: str, valkey: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that players who connect or leave during an outage are announced once after it, on both nodes, and
    can be claimed against 30 seconds later.
    """
    monkeypatch.setattr("noughts.server.presence.absences.LOOK_SECONDS", 0.05)
    time = Time()
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    here: list[AnyMessage] = []
    there: list[AnyMessage] = []
    async with (
        server_at(time, **how) as first,
        server_at(time, **how) as second,
        Client(first.address, heard=here.append) as ann,
        Client(second.address, token=ann.token, heard=there.append) as ann_elsewhere,
        Client(second.address, reconnect=False) as bob,
    ):
        x = await both_have_moved(ann, bob)
        y = await ann_elsewhere.watch(x.id)

        def partings(heard: list[AnyMessage]) -> list[tuple[int | None, int | None]]:
            return [(m.since_ms, m.claims_ms) for m in heard if isinstance(m, ClientDisconnected)]

        valkey.stop()
        await bob.close()
        await until(lambda: second.services.metrics.sessions == 1)
        time.pass_seconds(100)
        for game in (x, y):
            with pytest.raises(CommandRefused, match="opponent_here"):
                await game.ask(c.ClaimWin)
        assert partings(here) == partings(there) == []

        valkey.start()
        gone = [(time.ms, time.ms + 30_000)]
        await until(lambda: partings(here) == partings(there) == gone)

        valkey.stop()
        returns = [sum(isinstance(message, ClientInfo) for message in heard) for heard in (here, there)]
        async with Client(second.address, token=bob.token, reconnect=False):
            valkey.start()
            for heard, before in zip((here, there), returns, strict=True):
                await until(lambda: sum(isinstance(message, ClientInfo) for message in heard) > before)  # noqa: B023
            time.pass_seconds(20)
            for game in (x, y):
                # Until Bob's node reports him again, he may be connected anywhere.
                while "opponent_here" not in (refusal := await refusal_of(game)):
                    assert "not_gone_long_enough" in refusal
            assert partings(here) == partings(there) == gone
        gone.append((time.ms, time.ms + 10_000))
        await until(lambda: partings(here) == partings(there) == gone)
        time.pass_seconds(9.999)
        with pytest.raises(CommandRefused, match="not_gone_long_enough"):
            await y.ask(c.ClaimWin)
        time.pass_seconds(0.001)
        await y.ask(c.ClaimWin)
        for game in (x, y):
            state = await game.until(lambda state: state.result is not None)
            assert state.result is not None
            assert (state.result.winner, state.result.reason) == ("X", "absent")
        assert partings(here) == partings(there) == gone


async def test_applies_the_agreed_absence_even_after_an_outage_of_redis(
    postgres_url: str, valkey: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.server.presence.absences.LOOK_SECONDS", 0.05)
    monkeypatch.setattr("noughts.server.presence.attendance.LEFT_MS", 200)
    time = Time()
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    async with (
        server_at(time, **how) as first,
        server_at(time, **how) as second,
        Client(first.address) as ann,
        asyncio.timeout(30),
    ):
        card = ann.player
        assert card is not None
        async with Client(second.address) as bob:
            x = await both_have_moved(ann, bob, absence="win")
            valkey.stop()
        await until(lambda: second.services.metrics.sessions == 0)
        valkey.start()

        async def ann_is_seen() -> bool:
            try:
                return await second.server.attendance.gone(card.id, x.id) is None
            except Unknown:
                return False

        while not await ann_is_seen():  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        await until(lambda: len(second.server.agreed_absence) == 1)
        time.pass_seconds(0.2)
        state = await x.until(lambda state: state.result is not None)
        assert state.result is not None
        assert (state.result.winner, state.result.reason, state.version) == ("X", "absent", 5)


async def test_two_nodes_apply_the_agreed_absence_once(
    postgres_url: str, valkey: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.server.presence.attendance.LEFT_MS", 200)
    time = Time()
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    async with (
        server_at(time, **how) as first,
        server_at(time, **how) as second,
        Client(first.address) as ann,
        Client(second.address, token=ann.token) as ann_elsewhere,
    ):
        games = []
        for _ in range(8):
            async with Client(second.address) as bob:
                x = await ann.create(clock=ClockSetting(base_seconds=600), absence="win", visibility="private")
                o = await bob.join(x.id)
                for game, cell in ((x, 4), (o, 0)):
                    await game.until_my_turn()
                    await game.move(cell)
                await x.until_my_turn()
                await ann_elsewhere.watch(x.id)
                games.append(x)
        await until(lambda: second.services.metrics.sessions == 1)
        time.pass_seconds(0.2)
        for x in games:
            state = await x.until(lambda state: state.result is not None)
            assert state.result is not None
            assert (state.result.winner, state.result.reason, state.version) == ("X", "absent", 5)
