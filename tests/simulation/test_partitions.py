"""The partitioned store in simulation: crashes, partitions that are down, and slots that move during play."""

import sqlite3
import tempfile
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from random import Random

import pytest

from noughts.games.application import apply, created, replay
from noughts.games.decision import Context
from noughts.games.decisions import decide
from noughts.games.game import Game
from noughts.games.orders import TakeSeat
from noughts.messages import commands as c
from noughts.messages.events import Change, GameCreated
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.messages.setup import Setup
from tests.proving import SEED, sample
from tests.servers.prepared import put_database
from tests.simulation.partitions import Away, Common, Crashed, Partition, PartitionedStore, slot_of

PLAYERS = [PlayerId(f"p{n}") for n in range(6)]
GAMES = 40
STEPS = 900
CRASHES = 0.03


class Node:
    """A server process with its own map of the slots, which isn't updated when a slot moves."""

    def __init__(self, store: PartitionedStore, chance: Random) -> None:
        self._store = store
        self._chance = chance
        self._slots = store.common.slots()
        self.accepted: list[tuple[str, int]] = []
        self.progress = 0

    def step(self, game_id: GameId) -> None:
        """Make the next change in a game. Raises `Crashed`."""
        partition = self._store.partitions[self._slots[slot_of(game_id)]]
        change, after = self._next(game_id, partition.changes(game_id))
        if change is None:
            return
        try:
            is_stored = partition.store(change, is_end=after.result is not None)
        except Away:
            self._slots = self._store.common.slots()
            return
        self._store.may_crash()
        if is_stored:
            self.accepted.append((change.game, change.version))

    def _next(self, game_id: GameId, changes: list[Change]) -> tuple[Change | None, Game]:
        ann, bob = Random(game_id).sample(PLAYERS, 2)
        if not changes:
            opening = Change(game_id, 1, 0, ann, None, (GameCreated(Setup(), ann, "X"),))
            return opening, created(opening)
        game = replay(changes)
        if game.result is not None:
            return None, game
        command: TakeSeat | c.StartGame | c.MakeMove = TakeSeat()
        player = bob
        if game.o is not None and game.turn is not None:
            player = game.player_at(game.turn) or bob
            command = c.MakeMove(cell=self._chance.choice(game.position.legal_moves()).cell, ply=game.ply)
        elif game.o is not None:
            player, command = ann, c.StartGame()
        decision = decide(game, command, Context(player, 1000 * len(changes), lambda: GameId("next"), "guest"))
        assert not isinstance(decision, Refusal), decision.words
        change = Change(game_id, game.version + 1, 1000 * len(changes), player, None, decision)
        return change, apply(game, change)


@cache
def _empty() -> str:
    """Return the statements that make an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        put_database(Path(folder))
        with closing(sqlite3.connect(Path(folder) / "noughts.db")) as rows:
            return "\n".join(rows.iterdump())


def run(seed: int) -> list[str]:
    """Play with faults, then without faults to the end. Return every broken invariant."""
    chance = Random(seed)
    store = PartitionedStore(_empty(), 3, chance, CRASHES)
    nodes = [Node(store, chance) for _ in range(2)]
    games = [GameId(f"game{number}") for number in range(GAMES)]
    for _ in range(STEPS):
        with suppress(Crashed):
            chance.choice(nodes).step(chance.choice(games))
            if chance.random() < 0.05:
                store.carry()
            if chance.random() < 0.05:
                store.finish_moves()
            if chance.random() < 0.02:
                store.move(chance.randrange(8), chance.randrange(3))
        if chance.random() < 0.02:
            partition = chance.choice(store.partitions)
            partition.is_away = not partition.is_away
    for partition in store.partitions:
        partition.is_away = False
    store.crashes = 0
    store.finish_moves()
    for node in nodes:
        for game in games * 15:
            node.step(game)
    store.carry()
    return list(_broken(store, nodes, games))


def _broken(store: PartitionedStore, nodes: list[Node], games: list[GameId]) -> list[str]:
    broken = []
    accepted = [key for node in nodes for key in node.accepted]
    if len(accepted) != len(set(accepted)):
        broken.append("a change was accepted twice")
    slots, ends = store.common.slots(), 0
    stored = set()
    for game in games:
        changes = store.partitions[slots[slot_of(game)]].changes(game)
        stored |= {(game, change.version) for change in changes}
        if [change.version for change in changes] != list(range(1, len(changes) + 1)):
            broken.append(f"{game} has a gap")
            continue
        ends += replay(changes).result is not None
    if lost := set(accepted) - stored:
        broken.append(f"lost: {lost}")
    if ends != len(games):
        broken.append(f"{len(games) - ends} games did not end")
    [counted] = store.common.rows.execute("SELECT sum(won + lost + drawn) FROM records").fetchone()
    if counted != 2 * ends:
        broken.append(f"{ends} games ended, and {counted} results are counted")
    return broken


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(sample(3, 200)))
def test_no_move_is_lost_and_every_game_counts_once(seed: int) -> None:
    assert run(SEED * 1000 + seed) == []


def test_games_in_other_partitions_continue() -> None:
    store = PartitionedStore(_empty(), 3, Random(1), 0)
    node = Node(store, Random(1))
    store.partitions[0].is_away = True
    games = [GameId(f"game{number}") for number in range(GAMES)]
    for game in games:
        node.step(game)
    away = {game for game in games if slot_of(game) % 3 == 0}
    assert 0 < len(away) < GAMES
    assert {game for game, _ in node.accepted} == set(games) - away


FAULTS = {
    "an end is counted each time it is told": (Common, "is_new", lambda *_: True),
    "a partition stores what it does not own": (Partition, "may_store", lambda *_: True),
}


@pytest.mark.parametrize("words", FAULTS)
def test_a_planted_fault_is_found(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*FAULTS[words])
    found = next((seed for seed in range(20) if _is_found(seed)), None)
    assert found is not None, f"20 seeds did not show that {words}"


def _is_found(seed: int) -> bool:
    try:
        return bool(run(seed))
    except sqlite3.IntegrityError:
        # The stored data contradicts itself.
        return True
