"""One connected client, whatever its door: who it is, which game it is in, what it may say now. No bytes, no rules."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Coroutine, Iterable
from typing import Any, Protocol, get_args

import structlog
from msgspec import Struct

from noughts.messages import commands as c
from noughts.messages.answers import (
    ActionSuccess,
    Message,
    PlayerCard,
)
from noughts.messages.ids import GameId
from noughts.messages.needs import needed_by
from noughts.messages.notice_commands import AnyNoticeCommand
from noughts.messages.people_commands import AnyPeopleCommand
from noughts.messages.refusals import Refusal
from noughts.messages.scopes import Scopes, may
from noughts.server import desk, entrance, inbox, menu, screen
from noughts.server.accounts import Accounts
from noughts.server.attendance import Parting
from noughts.server.hall import Hall
from noughts.server.invites import Invites
from noughts.server.limits import AddressLimit, Bucket
from noughts.server.listeners import Listeners
from noughts.server.logins import LoginDesk
from noughts.server.matching import Matching
from noughts.server.packet import Packet
from noughts.server.people import Identity, People
from noughts.server.pictures import Pictures
from noughts.server.pusher import Pusher
from noughts.server.request import Answer, Request
from noughts.server.rooms import Rooms
from noughts.server.table import Table
from noughts.server.talk import Talk
from noughts.server.teacher import Teacher

log = structlog.get_logger()

# Commands that wait because an earlier one of the same client is still being answered.
MOST_WAITING = 64
# Games that one client may look at.
MOST_WATCHED = 256
# Commands for which more has to be looked at than the game.
_NOT_FOR_THE_GAME_ALONE = (c.ScreenCommand, c.AbsenceCommand)
# Messages in excess of the limit that are answered; after that the client is cut off.
MOST_STRIKES = 100


class Link(Protocol):
    """The door's end of a connection."""

    def deliver(self, packet: Packet) -> None:
        """Send in the door's own language; never blocks."""

    def close(self, refusal: Refusal) -> None:
        """Say why, and hang up."""


class Reception(Struct, frozen=True):
    """What every session needs: made once, by the composition root."""

    hall: Hall
    matching: Matching
    people: People
    accounts: Accounts
    logins: LoginDesk
    invites: Invites
    rooms: Rooms
    pictures: Pictures
    listeners: Listeners
    talk: Talk
    teacher: Teacher
    pusher: Pusher
    newcomers: AddressLimit
    # Over HTTP a player may ask as much as over one connection.
    requests: AddressLimit
    commands_per_second: float
    burst: float


class Session:
    """A client's conversation with the server."""

    __slots__ = ("_bucket", "_busy", "_closed", "_current", "_hall", "_inbox", "_link", "_loop", "_name", "_scopes",
                 "_shown", "_strikes", "_token_hash", "_watched", "address", "card", "created", "deliver",
                 "follows_inbox", "reception")  # fmt: skip

    def __init__(self, reception: Reception, link: Link, address: str) -> None:
        self.card: PlayerCard | None = None
        # By which login it is that player, and what that is for.
        self._token_hash = ""
        self._scopes: Scopes = None
        # The account that was made here; to be it, one has to log in.
        self.created: PlayerCard | None = None
        self.reception = reception
        self._hall = reception.hall
        self._link = link
        # The link's own, without a step between: every message of every game takes this way.
        self.deliver = link.deliver
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(reception.commands_per_second, reception.burst, self._loop.time())
        self.address = address
        self._strikes = 0
        self._closed = False
        self._busy = False
        self._inbox: deque[c.AnyCommand] | None = None
        self._watched: dict[GameId, Table] | None = None
        self._current: GameId | None = None
        # Under which everybody can see that this player is here.
        self._name: str | None = None
        # What of it is on the screen: all, if the client does not say.
        self._shown: frozenset[GameId] | None = None
        self.follows_inbox = False
        self._hall.meters.sessions += 1

    @property
    def now(self) -> float:
        """The time by which limits are measured, in seconds."""
        return self._loop.time()

    # Towards the client.

    def say(self, message: Message) -> None:
        self.deliver(Packet(message))

    def refuse(self, refusal: Refusal, command: c.AnyCommand | None = None) -> None:
        """Tell the client no, and why."""
        self.answer(command, Answer(refusal=refusal))

    def accept(self, command: c.AnyCommand) -> None:
        """Tell the client that it is done."""
        self.answer(command, Answer())

    def answer(self, command: c.AnyCommand | None, answer: Answer) -> None:
        """Tell the client what became of its command."""
        refusal = answer.refusal
        if refusal is None:
            # The notes' answer to a move is the board alone; who sends an id wants to know what became of it.
            if command is not None and (command.id is not None or not isinstance(command, c.MakeMove)):
                self.say(ActionSuccess(value=True, re=type(command).__name__, id=command.id, game=answer.game,
                                       version=answer.version))  # fmt: skip
            return
        self._hall.meters.refusals += 1
        self.say(
            ActionSuccess(
                value=False,
                re=None if command is None else type(command).__name__,
                id=None if command is None else command.id,
                game=answer.game,
                version=answer.version,
                code=refusal.code,
                reason=refusal.words,
                wait_seconds=refusal.wait_seconds,
                state=answer.state,
            )
        )

    # From the client.

    def log_in(self, token: str) -> None:
        """Be the player of this token before anything else is done; a door found it outside the conversation."""
        self._begin(c.Login(token=token))

    def unreadable(self, refusal: Refusal) -> None:
        """The client sent something that is no command. Such messages count against its limit like others."""
        wait_seconds = self._bucket.take(self._loop.time())
        if wait_seconds:
            self._strike(None, wait_seconds)
        else:
            self.refuse(refusal)

    def handle(self, command: c.AnyCommand) -> None:
        """Do what the client says, in the order in which it says it."""
        self._hall.meters.commands += 1
        wait_seconds = self._bucket.take(self._loop.time())
        if wait_seconds:
            self._strike(command, wait_seconds)
        elif not self._busy:
            self._begin(command)
        else:
            self._inbox = self._inbox or deque()
            if len(self._inbox) < MOST_WAITING:
                self._inbox.append(command)
            else:
                self.refuse(Refusal("too_many_requests", wait_seconds=1), command)

    def _strike(self, command: c.AnyCommand | None, wait_seconds: float) -> None:
        refusal = Refusal("too_many_requests", wait_seconds=round(wait_seconds, 2))
        self._strikes += 1
        if self._strikes > MOST_STRIKES:
            self._link.close(refusal)
        else:
            self.refuse(refusal, command)

    def _begin(self, command: c.AnyCommand) -> None:
        if self._scopes is not None and not may(self._scopes, needed_by(type(command))):
            return self.refuse(Refusal("missing_scope"), command)
        if isinstance(command, c.GameCommand):
            self._game_command(command)
            return None
        self._wait_for(command, _HANDLERS[type(command)](self, command))

    def _wait_for(self, command: c.AnyCommand, work: Coroutine[Any, Any, None]) -> None:
        """Let this command finish before the next one of this client begins."""
        self._busy = True
        self._hall.spawn(self._finish(command, work))

    async def _finish(self, command: c.AnyCommand, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:
            log.exception("a command failed", command=type(command).__name__)
            self.refuse(Refusal("internal"), command)
        finally:
            self._busy = False
        while self._inbox and not self._busy:
            self._begin(self._inbox.popleft())

    # Who it is.

    @property
    def identity(self) -> Identity | None:
        """Who this is, and by which login; nobody before it has said so."""
        return None if self.card is None else Identity(self.card, self._token_hash, self._scopes)

    def become(self, identity: Identity, *, is_new: bool = False) -> None:
        """Be this player from now on; a new one was made just now."""
        self._forget_name()
        self.card = identity.card
        self._token_hash, self._scopes = identity.token_hash, identity.scopes
        if not self._closed:
            self._name = identity.card.name
            self._hall.presence.came(self._name)
            self.reception.logins.came(self._token_hash, self)
            self._hall.absences.came(self.card.id, self, has_games=not is_new)

    def _forget_name(self) -> None:
        if self._name is not None:
            self._hall.presence.went(self._name)
            self.reception.logins.went(self._token_hash, self)
            self._name = None

    def cut(self, refusal: Refusal) -> None:
        """Hang up on this client."""
        self._link.close(refusal)

    def looks_at(self) -> Collection[GameId]:
        """The games that the player has before its eyes here."""
        if self._watched is None:
            return ()
        return self._watched.keys() if self._shown is None else self._watched.keys() & self._shown

    def watches(self, game: GameId) -> bool:
        """Whether this game is sent here."""
        return self._watched is not None and game in self._watched

    def see(self, shown: Iterable[str] | None) -> None:
        """Have these games before the player's eyes from now on; None is every game that is sent here."""
        before = set(self.looks_at())
        self._shown = None if shown is None else frozenset(map(GameId, shown))
        now = set(self.looks_at())
        if self.card is not None and now != before and self._watched is not None:
            self._hall.absences.turned(self.card.id, [self._watched[game] for game in now - before])

    # Into a game.

    async def sit_down(self, game: GameId) -> None:
        """Be in this game from now on: look at it, and hear who sits opposite."""
        self._current = game
        await self.watch_game(game)
        table = self._hall.tables.get(game)
        if table is not None and self.card is not None:
            table.introduce_to(self, self.card.id)

    async def watch_game(self, game: GameId, *, returning: bool = False) -> bool:
        """Send the state of this game, now and after every change; False when there is no such game.

        When a player is `returning` to its game, the opponent is told so.
        """
        table = await self._hall.find(game)
        if table is None:
            return False
        if self._closed:
            self._hall.rest(table)
            return True
        player = None if self.card is None or table.game.seat_of(self.card.id) is None else self.card.id
        is_first = player is not None and not table.audience.has(player)
        table.audience.add(self)
        self._watched = self._watched or {}
        self._watched.pop(game, None)
        self._watched[game] = table
        if len(self._watched) > MOST_WATCHED:
            self._look_away(next(iter(self._watched.values())))
        self.deliver(table.state)
        if player is not None:
            self._hall.absences.looks(player, table, may_be_back=returning and is_first)
            await self._hall.absences.tell_of_opponent(table, player, self)
        return True

    def move(self, old: GameId, new: GameId) -> None:
        """A rematch: look at the new game instead, and play there."""
        if self._current == old:
            self._current = new
        if self._watched is not None and old in self._watched:
            self._look_away(self._watched[old])
        self._hall.spawn(self.watch_game(new))

    # Within a game.

    def _game_command(self, command: c.AnyGameCommand) -> None:
        if self.card is None:
            return self.refuse(Refusal("not_logged_in"), command)
        game = self._current if command.game is None else GameId(command.game)
        if game is None:
            return self.refuse(Refusal("no_game_open"), command)
        table = self._hall.tables.get(game)
        if table is None or isinstance(command, _NOT_FOR_THE_GAME_ALONE):
            return self._wait_for(command, self._game_command_slowly(game, command))
        if not table.game.started and _needs_start(command):
            return self.refuse(Refusal("not_started"), command)
        table.submit(Request(self.card, command, lambda answer: self.answer(command, answer)))

    async def _game_command_slowly(self, game: GameId, command: c.AnyGameCommand) -> None:
        assert self.card is not None
        table = await self._hall.find(game)
        if table is None:
            if self._current == game:
                self._current = None
            return self.refuse(Refusal("no_such_game"), command)
        if isinstance(command, c.Exit):
            await screen.go_away(self, table, command)
        elif isinstance(command, c.Chat | c.Emote):
            await screen.talk(self, table, command)
        elif not table.game.started and _needs_start(command):
            self.refuse(Refusal("not_started"), command)
        else:
            self.answer(command, await self._hall.ask(game, self.card, command))

    def leave(self, table: Table) -> Table:
        """Be in this game no more; it goes on without this client. The table as it is now."""
        if self._current == table.game.id:
            self._current = None
        return self._look_away(table)

    # The end.

    def closed(self, parting: Parting = "lost") -> None:
        """The connection is gone. The seat stays: who comes back finds everything as it was."""
        self._closed = True
        self._hall.meters.sessions -= 1
        self._hall.lobby.unfollow(self)
        self._forget_name()
        tables = [self._look_away(table) for table in list((self._watched or {}).values())]
        if self.card is not None:
            self._hall.absences.went(self.card.id, self, tables, parting)

    def _look_away(self, table: Table) -> Table:
        if self._watched is not None:
            self._watched.pop(table.game.id, None)
        # The table may have been read anew since: the audience is with the current one.
        table = self._hall.tables.get(table.game.id, table)
        table.audience.remove(self)
        self._hall.rest(table)
        return table


def _needs_start(command: c.AnyGameCommand) -> bool:
    """Who names no game is on one screen at a time, and the lobby comes before the board."""
    return command.game is None and isinstance(command, c.MakeMove)


_HANDLERS: dict[type, Callable[[Session, Any], Coroutine[Any, Any, None]]] = {
    c.PlayAsGuest: entrance.play_as_guest,
    c.CreateLogin: entrance.create_login,
    c.AddProfilePic: entrance.add_picture,
    c.Login: entrance.log_in,
    c.ListGames: menu.list_games,
    c.CreateGame: menu.create_game,
    c.JoinGame: menu.join_game,
    c.Pair: menu.pair,
    c.AcceptInvite: menu.accept_invite,
    c.Watch: menu.watch,
    c.Heartbeat: menu.heartbeat,
    **dict.fromkeys(get_args(AnyPeopleCommand), desk.serve),
    **dict.fromkeys(get_args(AnyNoticeCommand), inbox.serve),
}
