"""A rematch of players on different nodes starts for both at once, without a query or a notice."""

import asyncio
from collections.abc import Sequence

import pytest

from noughts.bus.hint import Hint
from noughts.composition import Server
from noughts.messages import commands as c
from noughts.messages.ids import GameId
from noughts.server.notifications.notices import Notices
from noughts.server.tables.journal import Journal, Missed
from noughts.storage.journal import Unavailable
from noughts.storage.notices import NewNotice
from tests.server.cluster.players import Player, seated
from tests.waiting import until


async def test_a_rematch_needs_no_query_and_no_notice(
    joined_nodes: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    x, o, game = await seated(joined_nodes)

    async def both_have(version: int) -> None:
        await until(lambda: x.board.version == o.board.version == version)

    for player in (x, o):
        await player.session.watched.watch(game)
    x.session.handle(c.Resign(game=game))
    await both_have(3)
    reads = list[GameId]()

    async def read(_: Journal, game: GameId, version: int) -> Missed:
        reads.append(game)
        raise Unavailable

    async def put(_: Notices, *told: NewNotice) -> list[bool]:
        notices.extend(told)
        return [True for _ in told]

    notices = list[NewNotice]()
    monkeypatch.setattr(Journal, "_read", read)
    o.session.handle(c.PlayAgain(game=game, value=True))
    await both_have(4)
    monkeypatch.setattr(Notices, "put", put)
    x.session.handle(c.PlayAgain(game=game, value=True))
    await both_have(1)
    # With swapped seats O moves first, on the node that didn't store the rematch. Then the other player answers.
    for ply, player in enumerate((o, x)):
        player.session.handle(c.MakeMove(game=x.board.game, cell=ply, ply=ply))
        await both_have(2 + ply)
    assert reads == []
    # A rematch that is on the screen already needs no notice.
    assert notices == []


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[GameId]:
    """The games that nodes read from the journal during the test."""
    counted, read = list[GameId](), Journal._read

    async def counting(journal: Journal, game: GameId, version: int) -> Missed:
        counted.append(game)
        return await read(journal, game, version)

    monkeypatch.setattr(Journal, "_read", counting)
    return counted


async def ended(nodes: list[Server]) -> tuple[Player, Player, GameId]:
    """Return two players on two nodes who are looking at the game they have just finished."""
    x, o, game = await seated(nodes)
    for player in (x, o):
        await player.session.watched.watch(game)
    x.session.handle(c.Resign(game=game))
    await until(lambda: x.board.version == o.board.version == 3)
    return x, o, game


async def test_simultaneous_rematch_requests_start_one_game(joined_nodes: list[Server], reads: list[GameId]) -> None:
    x, o, game = await ended(joined_nodes)
    reads.clear()
    for player in (x, o):
        player.session.handle(c.PlayAgain(game=game, value=True))
    # The database accepts one request; the other node decides again with the change from the hint.
    await until(lambda: x.board.game == o.board.game != game)
    assert reads == []


async def test_a_rematch_continues_when_no_hint_arrives(
    joined_nodes: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    x, o, game = await ended(joined_nodes)
    for player in (x, o):
        monkeypatch.setattr(player.node.bus, "publish", lambda _: None)
        player.session.handle(c.PlayAgain(game=game, value=True))
    await until(lambda: any(player.board.game != game for player in (x, o)))


@pytest.mark.parametrize("leaves", [False, True], ids=["who looks on", "who has just left"])
async def test_a_move_before_the_opponents_presence_is_known_sends_the_right_notice(
    joined_nodes: list[Server], monkeypatch: pytest.MonkeyPatch, leaves: bool
) -> None:
    x, o, game = await ended(joined_nodes)
    belief = await o.node.bus.last_reported(x.card.id)
    assert [sighting.looks_at for sighting in belief] == [(game,)]
    for player in (x, o):
        player.session.handle(c.PlayAgain(game=game, value=True))
    await until(lambda: x.board.game == o.board.game != game)
    rematch = o.board.game
    # When O moves, O's node doesn't know yet what X is looking at.
    monkeypatch.setattr(o.node.bus, "in_memory", lambda _: belief)
    if leaves:
        x.session.closed()
    o.session.handle(c.MakeMove(game=rematch, cell=4, ply=0))
    await until(lambda: o.board.version == 2)
    if leaves:
        await until(lambda: x.node.notices._may_have(x.card.id, rematch))
    else:
        await until(lambda: x.board.version == 2)
        assert not x.node.notices._may_have(x.card.id, rematch)


async def test_a_game_with_a_hint_on_its_way_is_not_read_again(
    joined_nodes: list[Server], monkeypatch: pytest.MonkeyPatch, reads: list[GameId]
) -> None:
    x, o, game = await seated(joined_nodes)
    for player in (x, o):
        await player.session.watched.watch(game)
    hints, versions = list[Hint](), o.node.journal.versions

    async def compare(games: Sequence[GameId]) -> dict[GameId, int]:
        newest = await versions(games)
        asyncio.get_running_loop().call_soon(o.node._receiver.receive, hints)
        return newest

    monkeypatch.setattr(x.node.bus, "publish", hints.extend)
    monkeypatch.setattr(o.node.journal, "versions", compare)
    x.session.handle(c.MakeMove(game=game, cell=4, ply=0))
    await until(lambda: any(hint.row is not None for hint in hints))
    reads.clear()
    await o.node._receiver._compare()
    assert o.board.version == 3
    assert reads == []
