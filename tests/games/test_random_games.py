"""Random commands by random players at random times never break the invariants of a game."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import asdict, replace

from noughts.games.application import replay
from noughts.games.board import board_of_move, board_state, seated
from noughts.games.change_facts import is_plain_move
from noughts.games.game import Game
from noughts.games.orders import DecidedCommand, EndOnTime, LeaveSeat, TakeSeat
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.board_state import PlayerCard
from noughts.messages.codec import decode_events, decode_message, encode_events, encode_message
from noughts.messages.ids import PlayerId, Seat
from noughts.messages.refusals import REFUSALS, Refusal
from noughts.messages.setup import ClockSetting, Setup
from tests.games.playing import ANN, BOB, EVE, Play
from tests.proving import sample

SETUPS = st.builds(
    Setup,
    variant=st.sampled_from(["classic", "classic", "wild", "misere", "ultimate", "4x4", "mnk-3x4-3"]),
    rounds=st.sampled_from([1, 2, 3, 5]),
    clock=st.sampled_from([None, ClockSetting(base_seconds=10, increment_seconds=1), ClockSetting(days_per_move=1)]),
    opponent=st.sampled_from([None, None, BOB]),
)
PLAYERS = st.sampled_from([ANN, BOB, EVE])
WHAT = st.sampled_from(["draw", "takeback"])
CARDS = {player: PlayerCard(id=player, name=player) for player in (ANN, BOB, EVE)}
DAY_MS = 86_400_000


class RandomGame(RuleBasedStateMachine):
    """Plays with `Play`, and checks the game after every step."""

    play: Play

    @initialize(setup=SETUPS, seat=st.sampled_from(["X", "O"]), joined=st.booleans())
    def open(self, setup: Setup, seat: Seat, joined: bool) -> None:
        self.play = Play(setup, seat)
        if joined:
            self.play.join(BOB)

    @rule(player=PLAYERS, command=st.sampled_from([TakeSeat(), LeaveSeat(), c.StartGame(), c.GiveTime(), EndOnTime()]))
    def say(self, player: PlayerId, command: DecidedCommand) -> None:
        self.submit(player, command)

    @rule(player=PLAYERS, command=st.sampled_from([c.Resign(), c.Abort()]), sure=st.integers(0, 9))
    def give_up(self, player: PlayerId, command: DecidedCommand, sure: int) -> None:
        # Rarely, or games would end too soon.
        if sure == 9:
            self.submit(player, command)

    @rule(player=PLAYERS, cell=st.integers(-2, 90), ply=st.none() | st.integers(-1, 30))
    def move_anywhere(self, player: PlayerId, cell: int, ply: int | None) -> None:
        self.submit(player, c.MakeMove(cell=cell, ply=ply))

    @rule(data=st.data(), count=st.integers(1, 6))
    def move_rightly(self, data: st.DataObject, count: int) -> None:
        for _ in range(count):
            game = self.play.game
            moves = game.position.legal_moves()
            if game.turn is None or game.player_at(game.turn) is None or not moves:
                return
            move = data.draw(st.sampled_from(moves))
            self.submit(game.player_at(game.turn), c.MakeMove(cell=move.cell, mark=move.mark, ply=game.ply))

    @rule(player=PLAYERS, what=WHAT, kind=st.sampled_from([c.Offer, c.AcceptOffer, c.DeclineOffer]))
    def offer(self, player: PlayerId, what: c.Offered, kind: type[c.Offer]) -> None:
        self.submit(player, kind(what=what))

    @rule(player=PLAYERS, value=st.booleans())
    def play_again(self, player: PlayerId, value: bool) -> None:
        self.submit(player, c.PlayAgain(value=value))

    @rule(later_ms=st.sampled_from([1, 999, 5_000, DAY_MS]) | st.integers(0, 12_000))
    def wait(self, later_ms: int) -> None:
        self.play.at_ms += later_ms

    def submit(self, player: PlayerId | None, command: DecidedCommand) -> None:
        before = self.play.game
        decision = self.play.ask(player, command)
        assert self.play.game is before
        if isinstance(decision, Refusal):
            assert decision.code in REFUSALS
            return
        self.play.do(player, command)
        check_step(before, self.play.game, decision, player)

    @invariant()
    def replaying_gives_the_same_game(self) -> None:
        if len(self.play.changes) % 5 == 0:
            assert replay(self.play.changes) == self.play.game
        last = self.play.changes[-1]
        assert decode_events(encode_events(last.events)) == last.events

    @invariant()
    def the_game_is_sound(self) -> None:
        check_game(self.play.game, self.play.now_ms)

    @invariant()
    def the_board_can_be_sent(self) -> None:
        state = board_state(self.play.game, seated(self.play.game, CARDS))
        assert decode_message(encode_message(state)) == state

    def teardown(self) -> None:
        if hasattr(self, "play"):
            self.play.check()


def check_step(before: Game, after: Game, events: tuple[e.AnyEvent, ...], player: PlayerId | None) -> None:
    """Check one accepted change: what may differ, and what may not."""
    if not events:
        assert after is before
        return
    assert after.version == before.version + 1
    assert (after.id, after.setup, after.creator, after.created_ms) == (
        before.id, before.setup, before.creator, before.created_ms
    )  # fmt: skip
    if is_plain_move(events):
        # The fields that a plain move can change, and the others from before, give the same board.
        players = seated(after, CARDS)
        shown, changed = board_state(before, players), board_of_move(after)
        assert replace(shown, **asdict(changed)) == board_state(after, players)
    if before.result is not None:
        assert {type(event) for event in events} <= {e.PlayAgainAnswered, e.RematchAgreed}
        same = replace(
            after, version=before.version, changed_ms=before.changed_ms, again=before.again,
            next_game=before.next_game, acts=before.acts,
        )  # fmt: skip
        assert same == before
    assert before.next_game in (None, after.next_game)
    # Points are never lost: a finished round adds exactly one, shared or not.
    finished_rounds = sum(isinstance(event, e.RoundFinished) for event in events)
    assert sum(after.score) == sum(before.score) + 2 * finished_rounds
    assert after.ply - before.ply in ({1, 0} if not any(isinstance(x, e.MovesTakenBack) for x in events) else {-1, -2})
    # Only the game's players and the clock change it.
    if not any(isinstance(event, e.GameFinished) and event.reason == "time" for event in events):
        assert after.seat_of(player) is not None or before.seat_of(player) is not None


def check_game(game: Game, now_ms: int) -> None:
    """Check the invariants."""
    assert game.x is None or game.x != game.o
    assert game.creator in (game.x, game.o)
    assert game.ply >= len(game.moves) == game.position.ply
    assert game.round <= game.setup.rounds
    assert min(game.score) >= 0
    assert sum(game.score) in (2 * game.round, 2 * (game.round - 1))
    assert (game.position.outcome() is None) or game.result is not None
    if game.clock is not None:
        assert min(game.clock.left_ms("X", now_ms), game.clock.left_ms("O", now_ms)) >= 0
        # It runs exactly while both have moved in this round and the game is running.
        assert (game.clock.running is not None) == (game.result is None and len(game.moves) >= 2)
        assert game.clock.running in (None, game.turn)
    if game.free_seat is not None or game.result is not None:
        assert game.draw_offer is None
        assert game.takeback_request is None
    if game.takeback_request is not None:
        assert len(game.moves) >= 2
    if game.next_game is not None:
        assert game.again.x == game.again.o
        assert game.again.x is not None
        assert game.again.x.value
        assert game.result is not None


TestRandomGames = RandomGame.TestCase
TestRandomGames.settings = settings(max_examples=sample(40, 1_000), stateful_step_count=40)
