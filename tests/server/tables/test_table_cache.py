"""Unused tables leave memory. Refused joins, chats, challenges and lookups leave nothing behind."""

import gc
import sys

import pytest

from noughts.app import Application
from noughts.games.orders import TakeSeat
from noughts.messages import commands as c
from noughts.messages.answers import ActionSuccess
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.messages.setup import Setup
from noughts.server.players.guests import Identity
from noughts.server.sessions.handlers.game import game_command
from noughts.server.sessions.session import Session
from noughts.server.tables import table_cache
from noughts.server.tables.packet import Packet
from tests.proving import sample

GAMES = 60
KEPT = 10
# Each round has a refused join, two chats, a refused challenge, a lookup of another game, and more.
ROUNDS = sample(100, 5_000)
# A leak grows in every turn; caches and background tasks grow only in some.
TURNS = 3


class Link:
    """A client's connection that counts refusals."""

    def __init__(self) -> None:
        self.refusals = 0

    def deliver(self, packet: Packet) -> None:
        self.refusals += isinstance(packet.message, ActionSuccess) and not packet.message.value

    def close(self, refusal: Refusal) -> None:
        raise AssertionError(refusal)


async def guest(application: Application) -> PlayerCard:
    made = await application.services.guests.add_guest(None)
    assert not isinstance(made, Refusal)
    return made[0]


async def full_games(application: Application) -> list[GameId]:
    """Return games with two players, which others can watch but not join."""
    ann, bob = await guest(application), await guest(application)
    games = []
    for _ in range(GAMES):
        answer = await application.server.games.create(ann, Setup(variant="classic"), "X", None)
        assert answer.game is not None
        await application.services.tables.ask(answer.game, bob, TakeSeat())
        games.append(answer.game)
    return games


class Stranger:
    """A player who tries everything that is refused in other people's games, and may watch them."""

    def __init__(self, application: Application, card: PlayerCard) -> None:
        self.services = application.services
        self.card = card
        self.link = Link()
        self.session = Session(self.services, self.link, "127.0.0.9")
        self.session.become(Identity(card, "no token"), is_new=True)

    async def pester(self, game: GameId) -> None:
        services, session = self.services, self.session
        joined = await services.matching.join(self.card, game, None)
        moved = await services.tables.ask(game, self.card, c.MakeMove(cell=0))
        claimed = await services.absence_claims.claim(game, self.card, c.ClaimWin())
        declined = await services.tables.ask(game, self.card, c.DeclineChallenge())
        challenged = await services.creation.create(self.card, c.CreateGame(opponent="nobody-here"))
        codes = [answer.refusal and answer.refusal.code for answer in (joined, moved, claimed, declined, challenged)]
        assert codes == ["game_full", "not_yours", "not_yours", "not_invited", "no_such_player"]
        assert await services.tables.board(game) is not None
        assert await services.tables.peek(GameId("nosuchgame")) is None
        before = self.link.refusals
        await game_command(session, (game, c.Chat(game=game, text="May I?")))
        assert self.link.refusals == before + 1, "a stranger who does not look on may not talk"
        await session.watched.watch(game)
        await game_command(session, (game, c.Chat(game=game, text="How exciting!")))
        session.watched.leave(game)


@pytest.mark.proof
@pytest.mark.timeout(600)
async def test_memory_stays_flat_over_refused_commands(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "MOST_IDLE", KEPT)
    games, stranger = await full_games(application), Stranger(application, await guest(application))
    for game in games:
        await stranger.pester(game)
    grown = []
    for _ in range(TURNS):
        gc.collect()
        before = sys.getallocatedblocks()
        for number in range(ROUNDS):
            await stranger.pester(games[number % GAMES])
        gc.collect()
        grown.append(sys.getallocatedblocks() - before)
    assert len(application.services.tables) <= KEPT + 2
    assert not application.services.tables._loading
    assert min(grown) < ROUNDS, grown


async def test_a_table_in_use_stays_in_memory(application: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_cache, "MOST_IDLE", KEPT)
    games = await full_games(application)
    tables = application.services.tables
    async with tables.open(games[0]) as table:
        for game in games[1:]:
            await tables.peek(game)
        assert tables.get(games[0]) is table
    for game in games[1:]:
        await tables.peek(game)
    assert tables.get(games[0]) is not table


async def test_loading_a_game_twice_at_once_gives_one_table(application: Application) -> None:
    ann = await guest(application)
    answer = await application.server.games.create(ann, Setup(variant="classic"), "X", None)
    assert answer.game is not None
    tables = application.services.tables
    tables._tables.clear()
    async with tables.open(answer.game) as one, tables.open(answer.game) as other:
        assert one is other
