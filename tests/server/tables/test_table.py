"""One table, and a journal whose answers the test controls."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from noughts.composition import Server
from noughts.config import Settings
from noughts.games.orders import TakeSeat
from noughts.messages import commands as c
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.messages.setup import Setup
from noughts.server.runtime.environment import Environment
from noughts.server.tables import table as table_module
from noughts.server.tables.journal import LoadedGame
from noughts.server.tables.requests import Answer, Request
from noughts.server.tables.table import MOST_REFUSALS, MOST_TRIES, MOST_WAITING, Table
from noughts.storage.games import changes_of, refusals_of
from noughts.storage.journal import Fate, Write
from noughts.storage.sqlite import SqliteDatabase
from tests.servers.prepared import put_database
from tests.waiting import until


class Scene:
    """A game on a real server, in which the test answers the table's writes."""

    def __init__(self, server: Server, table: Table, x: PlayerCard, o: PlayerCard) -> None:
        self.server = server
        self.table = table
        self.x = x
        self.o = o
        self.held: list[tuple[Write, Callable[[Fate], None]]] = []
        self.answers: dict[str, Answer] = {}

    def hold_writes(self) -> None:
        self.table._append = lambda write, done: self.held.append((write, done))

    def let_go(self) -> None:
        self.table._append = self.server.journal.append

    def say(self, player: PlayerCard, command: c.MakeMove) -> None:
        """Submit this; its answer will be in `answers` under its id."""
        assert command.id is not None
        command_id = command.id
        self.table.submit(Request(player, command, lambda _, answer: self.answers.update({command_id: answer})))

    async def ask(self, player: PlayerCard, command: c.MakeMove) -> Answer:
        self.say(player, command)
        await until(lambda: command.id in self.answers)
        return self.answers.pop(str(command.id))


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    put_database(tmp_path)
    database = SqliteDatabase(tmp_path / "noughts.db")
    server = Server(Settings(engine_processes=0), Environment(), database)
    await database.open()
    await server.open()
    people = [await server.services.guests.add_guest(None) for _ in range(2)]
    x, o = [person[0] for person in people if not isinstance(person, Refusal)]
    game = GameId(str((await server.games.create(x, Setup(), "X", None)).game))
    await server.tables.ask(game, o, TakeSeat())
    async with server.tables.open(game) as table:
        assert table is not None
        yield Scene(server, table, x, o)
    await server.close()
    await database.close()


def code(answer: Answer) -> str | None:
    return None if answer.refusal is None else answer.refusal.code


async def test_commands_waiting_for_the_disk_are_limited_and_answered_in_order(scene: Scene) -> None:
    scene.hold_writes()
    scene.say(scene.x, c.MakeMove(cell=4, ply=0, id="first"))
    assert not scene.table.is_idle
    for number in range(MOST_WAITING):
        scene.say(scene.o, c.MakeMove(cell=number % 9, ply=1, id=f"waits{number}"))
    assert scene.answers == {}
    scene.say(scene.o, c.MakeMove(cell=0, ply=1, id="too-many"))
    assert code(scene.answers["too-many"]) == "busy"
    scene.let_go()
    (write, done) = scene.held.pop()
    scene.server.journal.append(write, done)
    await until(lambda: len(scene.answers) == MOST_WAITING + 2)
    assert (scene.answers["first"].version, scene.answers["waits0"].version) == (3, 4)
    assert {code(scene.answers[f"waits{number}"]) for number in range(1, 9)} <= {"not_your_turn", "stale"}


async def test_gives_up_after_losing_the_race_several_times(scene: Scene) -> None:
    tries = []

    def lose(write: Write, done: Callable[[Fate], None]) -> None:
        tries.append(write)
        done(Fate.CONFLICT)

    scene.table._append = lose
    answer = await scene.ask(scene.x, c.MakeMove(cell=4, ply=0, id="first"))
    assert (code(answer), len(tries)) == ("storage_unavailable", MOST_TRIES + 1)
    scene.let_go()
    assert (await scene.ask(scene.x, c.MakeMove(cell=4, ply=0, id="first"))).version == 3


async def test_reads_the_journal_after_a_commit_with_an_unknown_outcome(scene: Scene) -> None:
    def store_silently(write: Write, done: Callable[[Fate], None]) -> None:
        scene.server.journal.append(write, lambda _: done(Fate.UNAVAILABLE))

    scene.table._append = store_silently
    assert code(await scene.ask(scene.x, c.MakeMove(cell=4, ply=0, id="first"))) == "storage_unavailable"
    scene.let_go()
    # The move was stored, so repeating the command gets the answer it should have had.
    assert (await scene.ask(scene.x, c.MakeMove(cell=4, ply=0, id="first"))).version == 3
    changes = await scene.server.database.read(changes_of, scene.table.game.id)
    assert [change.command_id for change in changes[2:]] == ["first"]


async def test_remembers_a_limited_number_of_refusals(scene: Scene) -> None:
    for number in range(MOST_REFUSALS + 6):
        assert code(await scene.ask(scene.o, c.MakeMove(cell=0, ply=0, id=f"no{number}"))) == "not_your_turn"
    remembered = await scene.server.database.read(refusals_of, scene.table.game.id)
    assert len(remembered) == MOST_REFUSALS
    await scene.ask(scene.x, c.MakeMove(cell=4, ply=0, id="first"))
    # The same id gets the same answer, although the move would now be legal.
    assert code(await scene.ask(scene.o, c.MakeMove(cell=0, ply=1, id="no0"))) == "not_your_turn"
    assert (await scene.ask(scene.o, c.MakeMove(cell=0, ply=1, id="yes"))).version == 4


async def test_does_not_remember_refusals_of_outsiders(scene: Scene) -> None:
    made = await scene.server.services.guests.add_guest(None)
    assert not isinstance(made, Refusal)
    assert code(await scene.ask(made[0], c.MakeMove(cell=0, ply=0, id="no"))) == "not_yours"
    assert await scene.server.database.read(refusals_of, scene.table.game.id) == {}


async def test_the_answer_to_a_stale_move_includes_the_board(scene: Scene) -> None:
    await scene.ask(scene.x, c.MakeMove(cell=4, ply=0, id="first"))
    answer = await scene.ask(scene.o, c.MakeMove(cell=0, ply=0, id="old"))
    assert code(answer) == "stale"
    assert answer.state is not None
    assert (answer.state.version, answer.state.cells) == (3, "....X....")
    assert (await scene.ask(scene.o, c.MakeMove(cell=4, ply=1, id="taken"))).state is None


async def test_an_internal_error_is_answered_and_the_game_reloaded(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(table_module, "decide_played", fail)
        assert code(await scene.ask(scene.x, c.MakeMove(cell=4, ply=0, id="first"))) == "internal"
    assert (await scene.ask(scene.x, c.MakeMove(cell=4, ply=0, id="first"))).version == 3


async def test_applies_changes_of_other_processes_only_in_order(scene: Scene) -> None:
    table = scene.table
    other = Table(await loaded(scene), scene.server.journal, scene.server.environment, scene.server.tables)
    for player, cell, ply in ((scene.x, 4, 0), (scene.o, 0, 1)):
        await scene.ask(player, c.MakeMove(cell=cell, ply=ply, id=f"m{ply}"))
    first, second = (await scene.server.database.read(changes_of, table.game.id))[2:]
    assert not other.receive(second)
    assert other.receive(first)
    assert not other.receive(first)
    assert other.receive(second)
    assert other.game == table.game


async def loaded(scene: Scene) -> LoadedGame:
    found = await scene.server.journal.load(scene.table.game.id)
    assert found is not None
    return found
