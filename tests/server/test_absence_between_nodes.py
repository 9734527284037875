"""Presence over two nodes: who is at one is here for the other, and what is not known costs nobody a game."""

from typing import Any

import pytest

from noughts.client import Client, CommandRefused
from noughts.messages import commands as c
from noughts.messages.answers import AnyMessage, ClientDisconnected, ClientInfo
from noughts.messages.setup import ClockSetting
from tests.server.virtual import Time, server_at
from tests.servers import ValkeyServer
from tests.waiting import until


async def test_who_is_at_another_node_is_here(postgres_url: str, valkey: ValkeyServer) -> None:
    time = Time()
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    heard: list[AnyMessage] = []
    async with (
        server_at(time, **how) as first,
        server_at(time, **how) as second,
        Client(first.address, heard=heard.append) as ann,
        Client(second.address, reconnect=False) as bob,
    ):
        x = await ann.create(clock=ClockSetting(base_seconds=600))
        o = await bob.join(x.id)
        for game, cell in ((x, 4), (o, 0)):
            await game.until_my_turn()
            await game.move(cell)
        await x.until_my_turn()

        def count(kind: type[AnyMessage]) -> int:
            return sum(isinstance(message, kind) for message in heard)

        with pytest.raises(CommandRefused, match="opponent_here"):
            await x.ask(c.ClaimWin)
        # At both nodes, then at the other alone, then at none.
        returns = count(ClientInfo)
        async with Client(first.address, token=bob.token):
            await bob.close()
            await until(lambda: second.hall.meters.sessions == 0)
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
        # With Redis away nothing is known, so nobody is taken for gone.
        valkey.stop()
        with pytest.raises(CommandRefused, match="opponent_here"):
            await x.ask(c.ClaimWin)


async def test_both_nodes_enforce_what_was_agreed_on_once(
    postgres_url: str, valkey: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.server.attendance.LEFT_MS", 200)
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
        await until(lambda: second.hall.meters.sessions == 1)
        time.pass_seconds(0.2)
        for x in games:
            state = await x.until(lambda state: state.result is not None)
            assert state.result is not None
            assert (state.result.winner, state.result.reason, state.version) == ("X", "absent", 5)
