"""A node's knowledge about players may be a moment old. Nobody misses a turn or counts as absent because of that."""

import asyncio
from functools import partial

import pytest

from noughts.composition import Server
from noughts.games.game import Game
from noughts.messages import commands as c
from noughts.messages.answers import ClientDisconnected
from noughts.messages.ids import GameId
from noughts.server.notifications import notices
from noughts.server.presence.absences import REPORT_SECONDS
from tests.server.cluster.players import Player, seated
from tests.waiting import until


async def has_notice(player: Player) -> None:
    """Wait until this player has a notice."""
    async with asyncio.timeout(10):
        while not (await player.node.notices.inbox(player.card.id)).notices:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.005)


async def test_a_player_who_leaves_while_the_opponent_moves_on_another_node_gets_a_notice(
    joined_nodes: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    x, o, game = await seated(joined_nodes)
    await o.session.watched.watch(game)
    belief = await x.node.bus.last_reported(o.card.id)
    assert [sighting.looks_at for sighting in belief] == [(game,)]
    # The report that the player has left is still on its way when the move is stored.
    monkeypatch.setattr(x.node.bus, "in_memory", lambda _: belief)
    o.session.closed()
    assert (await x.node.tables.ask(game, x.card, c.MakeMove(cell=4))).refusal is None
    await has_notice(o)


async def test_dismissing_a_notice_keeps_the_one_about_a_newer_move(
    joined_nodes: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "BATCH_SECONDS", 3600)
    x, o, game = await seated(joined_nodes)
    await has_notice(x)
    dismissing, peek = x.node.notices, x.node.tables.peek
    has_looked, may_continue = asyncio.Event(), asyncio.Event()

    async def slow_peek(game: GameId) -> Game | None:
        found = await peek(game)
        has_looked.set()
        await may_continue.wait()
        return found

    assert (await x.node.tables.ask(game, x.card, c.MakeMove(cell=4))).refusal is None
    await until(lambda: bool(dismissing._leaving))
    monkeypatch.setattr(dismissing, "_peek", slow_peek)
    dismissal = asyncio.create_task(dismissing._dismiss_batch())
    await has_looked.wait()
    # The opponent answers on the other node before the old notice is dismissed.
    assert (await o.node.tables.ask(game, o.card, c.MakeMove(cell=0))).refusal is None
    await until(lambda: o.node.notices._may_have(x.card.id, game))
    await asyncio.sleep(0.1)
    may_continue.set()
    await dismissal
    await has_notice(x)


async def test_a_player_who_changes_to_another_node_does_not_count_as_absent(
    joined_nodes: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    x, o, game = await seated(joined_nodes)
    await x.session.watched.watch(game)
    mark, loop = x.node.bus.mark, asyncio.get_running_loop()
    monkeypatch.setattr(x.node.bus, "mark", lambda *report: loop.call_later(0.1, partial(mark, *report)))
    again = Player(x.node)
    await again.enter(o)
    o.session.closed()
    await asyncio.sleep(REPORT_SECONDS + 0.2)
    assert not [message for message in x.heard if isinstance(message, ClientDisconnected)]
    again.session.closed()
    await until(lambda: any(isinstance(message, ClientDisconnected) for message in x.heard))
