"""A table that has missed the newest moves reads the journal before it refuses a command."""

from noughts.composition import Server
from noughts.games.orders import TakeSeat
from noughts.messages import commands as c
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.messages.setup import Setup
from noughts.server.tables.journal import Journal
from noughts.server.tables.pipeline import Pipeline
from noughts.server.tables.table_cache import TableCache


async def guest(server: Server) -> PlayerCard:
    made = await server.services.guests.add_guest(None)
    assert not isinstance(made, Refusal)
    return made[0]


def tables_of_one_process(server: Server) -> TableCache:
    """Return tables on the shared database that receive no notifications."""
    journal = Journal(server.database, server.background.spawn, is_shared=True)
    return TableCache(journal, server.environment, Pipeline(), is_shared=True, before_use=lambda _: None)


async def test_an_outdated_table_reads_the_journal_before_refusing_a_command(server: Server) -> None:
    x, o = await guest(server), await guest(server)
    game = GameId(str((await server.games.create(x, Setup(), "X", None)).game))
    await server.tables.ask(game, o, TakeSeat())
    there, here = tables_of_one_process(server), tables_of_one_process(server)
    async with there.open(game), here.open(game):
        moved = await there.ask(game, x, c.MakeMove(cell=4, ply=0, id="first"))
        assert (moved.refusal, moved.version) == (None, 3)
        # The opponent saw the move on the first node, and answers on the second.
        answered = await here.ask(game, o, c.MakeMove(cell=0, ply=1, id="second"))
        assert (answered.refusal, answered.version) == (None, 4)
        # The same command is repeated on the first node, after the second accepted it.
        again = await there.ask(game, o, c.MakeMove(cell=0, ply=1, id="second"))
        assert (again.refusal, again.version) == (None, 4)
        # Moves that are really stale stay refused.
        stale = await here.ask(game, x, c.MakeMove(cell=1, ply=0, id="third"))
        assert stale.refusal is not None
        assert stale.refusal.code == "stale"
