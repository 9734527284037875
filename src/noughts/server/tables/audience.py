"""The watchers of a game, and what is sent to them. Nothing is sent before it is stored."""

from collections.abc import Iterator
from typing import Protocol

from noughts.games.game import Game
from noughts.messages.answers import ClientInfo, Message
from noughts.messages.board_state import PlayerCard, Players
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.rules import other
from noughts.server.tables.packet import Packet


class Watcher(Protocol):
    """A session, as a table sees it."""

    @property
    def card(self) -> PlayerCard | None: ...

    def deliver(self, packet: Packet) -> None: ...

    def move(self, old: GameId, new: GameId) -> None:
        """Watch the rematch instead of the game that is over."""


class Audience:
    """The watchers of one table. A dict, since a set would call them in a different order at every start."""

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

    def has(self, player: PlayerId) -> bool:
        """Return whether this player watches, by any connection."""
        return any(w.card is not None and w.card.id == player for w in self._watchers)

    def send(self, packet: Packet) -> None:
        for watcher in tuple(self._watchers):
            watcher.deliver(packet)

    def dismiss(self, message: Message) -> None:
        """Send a last message, and forget everybody."""
        self.send(Packet(message))
        self._watchers.clear()

    def send_to_seat(self, game: Game, seat: Seat, message: Message) -> None:
        packet = Packet(message)
        for watcher in self.of(game, seat):
            watcher.deliver(packet)

    def of(self, game: Game, seat: Seat) -> list[Watcher]:
        """Return the connections of the player in this seat."""
        player = game.player_at(seat)
        return [w for w in self._watchers if w.card is not None and w.card.id == player]


def opponent_info(game: Game, players: Players, player: PlayerId) -> ClientInfo | None:
    """Return who plays against this player; None while nobody does."""
    mine = game.seat_of(player)
    if mine is None:
        return None
    card = players.O if mine == "X" else players.X
    return None if card is None else ClientInfo(game=game.id, seat=other(mine), player=card)
