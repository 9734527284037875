"""A rematch of players on different nodes: both are in it at once, without a query or a notice."""

import pytest

from noughts.composition import Server
from noughts.messages import commands as c
from noughts.messages.ids import GameId
from noughts.server.notifications.notices import Notices
from noughts.server.tables.journal import Journal, Missed
from noughts.storage.journal import Unavailable
from noughts.storage.notices import NewNotice
from tests.server.cluster.players import seated
from tests.waiting import until


async def test_a_rematch_needs_neither_query_nor_notice(
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
    # The seats are swapped, so that O begins: on the node that has not stored the rematch. Then the other answers.
    for ply, player in enumerate((o, x)):
        player.session.handle(c.MakeMove(game=x.board.game, cell=ply, ply=ply))
        await both_have(2 + ply)
    assert reads == []
    # A rematch that is on the screen already needs no notice.
    assert notices == []
