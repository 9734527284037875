"""Who looks at a table, and how they are told. Told only of what is stored."""

from collections.abc import Iterator
from typing import Protocol

from noughts.games.game import Game
from noughts.games.results import is_void
from noughts.messages import events as e
from noughts.messages.answers import (
    ActionSuccess,
    ClientDisconnected,
    ClientInfo,
    Ending,
    GameOver,
    Message,
    PlayerCard,
    Players,
)
from noughts.messages.ids import SEATS, GameId, PlayerId, Seat
from noughts.messages.refusals import Refusal
from noughts.rules import other
from noughts.server.packet import Packet


class Watcher(Protocol):
    """A session, as a table sees it."""

    @property
    def card(self) -> PlayerCard | None: ...

    def deliver(self, packet: Packet) -> None: ...

    def move(self, old: GameId, new: GameId) -> None:
        """A rematch: what happened in the old game goes on in the new one."""


class Audience:
    """The watchers of one table. A dict, since a set would tell them in a different order at every start."""

    __slots__ = ("_watchers",)

    def __init__(self) -> None:
        self._watchers: dict[Watcher, None] = {}

    def __len__(self) -> int:
        return len(self._watchers)

    def __iter__(self) -> Iterator[Watcher]:
        return iter(tuple(self._watchers))

    def add(self, watcher: Watcher) -> None:
        self._watchers[watcher] = None

    def remove(self, watcher: Watcher) -> None:
        self._watchers.pop(watcher, None)

    def join(self, others: "Audience") -> None:
        """All who looked at another table of the same game look at this one now."""
        self._watchers.update(others._watchers)

    def has(self, player: PlayerId) -> bool:
        """Whether this player looks on, by any connection."""
        return any(w.card is not None and w.card.id == player for w in self._watchers)

    def tell(self, packet: Packet) -> None:
        for watcher in tuple(self._watchers):
            watcher.deliver(packet)

    def dismiss(self, message: Message) -> None:
        """Tell everybody, and have nobody here any more."""
        self.tell(Packet(message))
        self._watchers.clear()

    def tell_seat(self, game: Game, seat: Seat, message: Message) -> None:
        packet = Packet(message)
        for watcher in self.of(game, seat):
            watcher.deliver(packet)

    def of(self, game: Game, seat: Seat) -> list[Watcher]:
        """The connections of the one who sits here."""
        player = game.player_at(seat)
        return [w for w in self._watchers if w.card is not None and w.card.id == player]

    def tell_events(self, game: Game, players: Players, events: tuple[e.AnyEvent, ...], actor: PlayerId | None) -> None:
        """The messages of the notes that go with these events, beside the whole state."""
        for event in events:
            match event:
                case e.PlayerJoined(seat=seat):
                    # The one who came is told as part of its own answer: it does not look at this table yet.
                    there = game.player_at(other(seat))
                    info = None if there is None else opponent_info(game, players, there)
                    if info is not None:
                        self.tell_seat(game, other(seat), info)
                case e.GameStarted():
                    started = ActionSuccess(value=True, re="StartGame", game=game.id, version=game.version)
                    for seat in SEATS:
                        # Who asked for it gets the same as the answer.
                        if game.player_at(seat) != actor:
                            self.tell_seat(game, seat, started)
                case e.GameFinished() if not is_void(game.result):
                    self._game_over(game)
                case e.PlayerLeft(seat=seat):
                    self.tell_seat(game, other(seat), ClientDisconnected(game=game.id, seat=seat))
                case e.PlayAgainAnswered() if game.wants_differ:
                    no = Refusal("game_types_differ")
                    differ = ActionSuccess(value=False, re="PlayAgain", game=game.id, code=no.code, reason=no.words)
                    for seat in SEATS:
                        self.tell_seat(game, seat, differ)
                case e.RematchAgreed(next_game=next_game):
                    for seat in SEATS:
                        for watcher in self.of(game, seat):
                            watcher.move(game.id, next_game)
                case _:
                    pass

    def _game_over(self, game: Game) -> None:
        assert game.result is not None
        winner = game.result.winner
        for seat in SEATS:
            result: Ending = "Tie" if winner is None else "Win" if winner == seat else "Lose"
            self.tell_seat(game, seat, GameOver(game=game.id, result=result))


def opponent_info(game: Game, players: Players, player: PlayerId) -> ClientInfo | None:
    """Who sits opposite this player; None while nobody does."""
    mine = game.seat_of(player)
    if mine is None:
        return None
    card = players.O if mine == "X" else players.X
    return None if card is None else ClientInfo(game=game.id, seat=other(mine), player=card)
