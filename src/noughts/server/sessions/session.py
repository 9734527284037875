"""One connected client, over any protocol: who it is, which game it is in, what it may send. No bytes, no rules."""

from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from noughts.messages import commands as c
from noughts.messages.answers import Message
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.needs import makes_something
from noughts.messages.refusals import Refusal
from noughts.messages.scopes import Scopes
from noughts.server.players.guests import Identity
from noughts.server.presence.attendance import Parting
from noughts.server.runtime.budget import cost_of
from noughts.server.runtime.limits import BYTES_PER_MESSAGE
from noughts.server.sessions.command_queue import CommandQueue
from noughts.server.sessions.move_timing import timed_move
from noughts.server.sessions.replies import reply_to
from noughts.server.sessions.services import Services
from noughts.server.sessions.watched_games import WatchedGames
from noughts.server.tables.packet import Packet
from noughts.server.tables.requests import Answer, Request
from noughts.server.tables.table import Table

# Commands about a game that its table alone can't answer.
BEYOND_THE_TABLE = (c.ScreenCommand, c.AbsenceCommand)


class Link(Protocol):
    """The door's end of a connection."""

    def deliver(self, packet: Packet) -> None:
        """Send in the door's own protocol; never blocks."""

    def close(self, refusal: Refusal) -> None:
        """Send the reason, and disconnect."""


class Session:
    """A client's conversation with the server."""

    __slots__ = ("_count", "_gatekeeper", "_link", "_meter", "_metrics", "_name", "_queue",
                 "_scopes", "_tables", "_token_hash", "_watched", "address", "card", "created", "deliver",
                 "follows_inbox", "is_closed", "is_looking_at", "services")  # fmt: skip

    def __init__(self, services: Services, link: Link, address: str) -> None:
        self.card: PlayerCard | None = None
        # The login of that player, and its permissions.
        self._token_hash = ""
        self._scopes: Scopes = None
        # The account created here. The client must still log in to use it.
        self.created: PlayerCard | None = None
        self.services = services
        self._tables = services.tables
        self._metrics = services.metrics
        self._link = link
        # The link's own method, called directly, because every message of every game passes here.
        self.deliver = link.deliver
        self._gatekeeper = services.gatekeeper
        self._count = services.gatekeeper.count
        self._meter = services.gatekeeper.budget.meter(address)
        self.address = address
        self.is_closed = False
        self._queue = CommandQueue(services.spawn, self._begin, self.refuse)
        self._watched: WatchedGames | None = None
        # Whether the player can see a game here. Replaced by a method of the watched games, which every move calls.
        self.is_looking_at: Callable[[GameId], bool] = _sees_nothing
        # The name under which everybody sees this player online.
        self._name: str | None = None
        self.follows_inbox = False
        self._metrics.sessions += 1

    def send(self, message: Message) -> None:
        self.deliver(Packet(message))

    def refuse(self, refusal: Refusal, command: c.AnyCommand | None = None) -> None:
        """Refuse the command, with the reason."""
        self.answer(command, Answer(refusal=refusal))

    def accept(self, command: c.AnyCommand) -> None:
        """Tell the client that the command was accepted."""
        self.answer(command, Answer())

    def confirm(self, command: c.AnyCommand) -> None:
        """Confirm to a client that gave its command an id that everything was sent."""
        if command.id is not None:
            self.accept(command)

    def answer(self, command: c.AnyCommand | None, answer: Answer) -> None:
        """Send the outcome of a command."""
        if answer.refusal is not None:
            self._metrics.refusals[answer.refusal.code] += 1
        if (reply := reply_to(command, answer)) is not None:
            self.deliver(Packet(reply))

    # From the client.

    def log_in(self, token: str) -> None:
        """Log in with this token before any command runs; it came with the connection, such as in a cookie."""
        self._begin(c.Login(token=token))

    def unreadable(self, refusal: Refusal, size: int = 0) -> None:
        """Refuse something that is no command. Such messages count against the limit like others."""
        if self.count(size):
            self.refuse(refusal)

    def count(self, size: int = 0) -> bool:
        """Count a message of this size that is no command. Return False when it exceeded the limit and was refused."""
        refusal = self._gatekeeper.count(self._meter, cost_of(size))
        if refusal is not None:
            self._refuse_over_limit(refusal, None)
        return refusal is None

    def handle(self, command: c.AnyCommand, size: int = 0) -> None:
        """Run the client's commands in order. `size` is the message's size in bytes."""
        self._metrics.commands += 1
        refusal = self._count(self._meter, 1.0 if size < BYTES_PER_MESSAGE else cost_of(size))
        if refusal is not None:
            self._refuse_over_limit(refusal, command)
        elif self._queue.is_busy:
            self._queue.add(command)
        elif self._scopes is None and type(command) is c.MakeMove:
            # What `_begin` does with nearly all commands.
            self._game_command(command)
        else:
            self._begin(command)

    def _refuse_over_limit(self, refusal: Refusal, command: c.AnyCommand | None) -> None:
        if self._meter.is_flooding:
            self._link.close(refusal)
        else:
            self.refuse(refusal, command)

    def _begin(self, command: c.AnyCommand) -> None:
        if self._scopes is not None:
            refusal = self._gatekeeper.permit(self._scopes, type(command))
            if refusal is not None:
                return self.refuse(refusal, command)
        if isinstance(command, c.GameCommand):
            return self._game_command(command)
        if makes_something(type(command)):
            refusal = self._gatekeeper.count_making(self._meter)
            if refusal is not None:
                return self._refuse_over_limit(refusal, command)
        self._queue.run(command, self.services.handlers[type(command)](self, command))

    # Identity.

    @property
    def identity(self) -> Identity | None:
        """The player and the login; None before the client has logged in."""
        return None if self.card is None else Identity(self.card, self._token_hash, self._scopes)

    def become(self, identity: Identity, *, is_new: bool = False) -> None:
        """Act as this player from now on; `is_new` when the player was created just now."""
        self._forget_name()
        self.card = identity.card
        self._meter.identify(identity.card.id)
        self._token_hash, self._scopes = identity.token_hash, identity.scopes
        if not self.is_closed:
            self._name = identity.card.name
            self.services.online_names.connected(self._name)
            self.services.logins.connected(self._token_hash, self)
            self.services.signals.seen(self.card.id, self.address)
            self.services.absences.connected(self.card.id, self, has_games=not is_new)

    def _forget_name(self) -> None:
        if self._name is not None:
            self.services.online_names.disconnected(self._name)
            self.services.logins.disconnected(self._token_hash, self)
            self._name = None

    def cut(self, refusal: Refusal) -> None:
        """Disconnect this client."""
        self._link.close(refusal)

    # Watched games.

    @property
    def watched(self) -> WatchedGames:
        # Not before it is needed: thousands of idle connections watch nothing.
        if self._watched is None:
            self._watched = WatchedGames(self, self.services)
            self.is_looking_at = self._watched.is_on_screen
        return self._watched

    @property
    def current_game(self) -> GameId | None:
        """The game that a command without a game's id is about."""
        return None if self._watched is None else self._watched.current

    def looks_at(self) -> Collection[GameId]:
        """Return the games that the player can see here."""
        return () if self._watched is None else self._watched.on_screen()

    def show(self, shown: Iterable[str] | None) -> None:
        """Record which games are on the client's screen; None means all that are sent here."""
        if self._watched is not None or shown is not None:
            self.watched.show(shown)

    def move(self, old: GameId, new: GameId) -> None:
        """Watch the rematch instead, and play there."""
        self.watched.move(old, new)

    # Within a game.

    def _game_command(self, command: c.AnyGameCommand) -> None:
        if self.card is None:
            return self.refuse(Refusal("not_logged_in"), command)
        game = self.current_game if command.game is None else GameId(command.game)
        if game is None:
            return self.refuse(Refusal("no_game_open"), command)
        table = self._tables.get(game)
        if table is None or (type(command) is not c.MakeMove and isinstance(command, BEYOND_THE_TABLE)):
            return self._queue.run(command, self.services.handlers[c.GameCommand](self, (game, command)))
        if command.game is None and needs_start(table, command):
            return self.refuse(Refusal("not_started"), command)
        metrics = self._metrics
        if not metrics.is_move_sampled():
            return table.submit(Request(self.card, command, self.answer))
        request = Request(self.card, command, timed_move(self.answer, metrics.move_seconds))
        tracer = self.services.move_tracer
        if tracer is None:
            table.submit(request)
        else:
            tracer.submit(table, request)

    # The end.

    def closed(self, parting: Parting = "lost") -> None:
        """Clean up after the connection. The seat stays: a player who returns finds everything as it was."""
        self.is_closed = True
        self._metrics.sessions -= 1
        self.services.lobby.unfollow(self)
        self._forget_name()
        tables = [] if self._watched is None else self._watched.stop_all()
        if self.card is not None:
            self.services.absences.disconnected(self.card.id, self, tables, parting)


def _sees_nothing(game: GameId) -> bool:
    return False


def needs_start(table: Table, command: c.AnyGameCommand) -> bool:
    """Return whether this move comes before its game has started, from a client that names no game."""
    return command.game is None and not table.game.started and isinstance(command, c.MakeMove)
