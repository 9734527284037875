"""A game for tests: the real `decide` and `apply`, with time and ids chosen by the test."""

from msgspec.structs import replace

from noughts.games.application import apply, created, rematch, replay
from noughts.games.decision import Context
from noughts.games.decisions import decide
from noughts.games.game import Game
from noughts.games.orders import DecidedCommand, TakeSeat
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.messages.refusals import Refusal
from noughts.messages.setup import ClockSetting, Setup

ANN, BOB, EVE = PlayerId("ann"), PlayerId("bob"), PlayerId("eve")

START_MS = 1_700_000_000_000

BLITZ = Setup(clock=ClockSetting(base_seconds=60, increment_seconds=2))
SLOW = Setup(clock=ClockSetting(days_per_move=2))


class Play:
    """A game opened by Ann, with every change. `at_ms` is the time since then."""

    def __init__(self, setup: Setup | None = None, seat: Seat = "X") -> None:
        opened = e.GameCreated(setup or Setup(), ANN, seat)
        self.changes = [Change(GameId("g1"), 1, START_MS, ANN, None, (opened,))]
        self.game: Game = created(self.changes[0])
        self.at_ms = 0
        self.ids_given = 0

    def do(self, player: PlayerId | None, command: DecidedCommand, at_ms: int | None = None) -> list[str]:
        """Apply this command of `player`, and return the names of the events. Raises `Refused`."""
        decision = self.ask(player, command, at_ms)
        if isinstance(decision, Refusal):
            raise Refused(decision)
        if decision:
            change = Change(self.game.id, self.game.version + 1, self.now_ms, player, command.id, decision)
            self.game = apply(self.game, change)
            self.changes.append(change)
        return [type(event).__name__ for event in decision]

    def ask(
        self, player: PlayerId | None, command: DecidedCommand, at_ms: int | None = None
    ) -> tuple[e.AnyEvent, ...] | Refusal:
        """Return the decision without applying it."""
        self.at_ms = self.at_ms if at_ms is None else at_ms
        return decide(self.game, command, Context(player, self.now_ms, self._new_game_id))

    def refusal(self, player: PlayerId | None, command: DecidedCommand, at_ms: int | None = None) -> str:
        """Return the code with which this is refused."""
        decision = self.ask(player, command, at_ms)
        assert isinstance(decision, Refusal), f"accepted: {decision}"
        return decision.code

    def as_room(self) -> "Play":
        """Return the same game as if the rooms API had created it."""
        self.game = replace(self.game, setup=replace(self.game.setup, door="rooms"))
        return self

    def join(self, player: PlayerId = BOB) -> "Play":
        self.do(player, TakeSeat())
        return self

    def moves(self, *cells: int) -> "Play":
        """Play each of these cells by the player to move."""
        for cell in cells:
            assert self.game.turn is not None
            self.do(self.game.player_at(self.game.turn), c.MakeMove(cell=cell, ply=self.game.ply))
        return self

    @property
    def now_ms(self) -> int:
        return START_MS + self.at_ms

    def rematch(self) -> "Play":
        """Return the game that was agreed on."""
        assert self.game.next_game is not None
        following = Play()
        following.changes = [rematch(self.game, self.game.next_game, self.now_ms)]
        following.game = created(following.changes[0])
        following.at_ms = self.at_ms
        return following

    def check(self) -> None:
        """Check that replaying the stored events gives the same game."""
        assert replay(self.changes) == self.game

    def _new_game_id(self) -> GameId:
        self.ids_given += 1
        return GameId(f"next{self.ids_given}")


class Refused(AssertionError):
    """Raised if the game refuses a command that it should accept."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.words)


def two(setup: Setup | None = None) -> Play:
    """Return a started game of Ann as X and Bob as O."""
    play = Play(setup).join()
    play.do(ANN, c.StartGame())
    return play


def best_of(rounds: int, setup: Setup | None = None) -> Play:
    """Return the same as a series."""
    return two(replace(setup or Setup(), rounds=rounds))


# Cells in the order of play.
X_WINS = (0, 3, 1, 4, 2)
O_WINS = (0, 3, 1, 4, 8, 5)
DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)
