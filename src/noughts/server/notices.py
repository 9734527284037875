"""What players should know of their games while they do not look at them. Stored; one notice a player and game.

Told by the process that stored the change of which it tells, so it is told once.
"""

from typing import TYPE_CHECKING

from noughts.games.game import Game
from noughts.messages import events as e
from noughts.messages.answers import Inbox, Notice
from noughts.messages.computers import COMPUTER_LEVELS, level_of
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.rules import other
from noughts.server.packet import Packet
from noughts.storage import notices as stored
from noughts.storage.notices import NewNotice
from noughts.storage.players import cards_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from noughts.server.hall import Hall
    from noughts.server.table import Table

MOST_LISTED = 100
# Whoever looks at the game within this time is not sent a push.
PUSH_DELAY_MS = 3_000
# Rows that are known to be there without asking the store; with more of them it is asked each time.
MOST_KNOWN = 100_000


class Notices:
    """The notices of all players, and those who follow theirs."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        # Who has a notice about which game. None when only the store can say.
        self._known: set[tuple[PlayerId, GameId]] | None = None

    async def open(self) -> None:
        if not self._hall.is_shared:
            known = await self._hall.database.read(stored.all_notices, MOST_KNOWN)
            self._known = None if len(known) >= MOST_KNOWN else set(known)

    # What happens in games.

    def noted(self, table: "Table", change: Change) -> None:
        """This process has stored a change: whom does it concern who is not looking?"""
        game = table.game
        if game.result is not None and isinstance(change.events[-1], e.GameFinished):
            self._ended(game)
        for event in change.events:
            match event:
                case e.MoveMade() | e.MovesTakenBack():
                    self._turn_changed(game, change.player)
                case e.PlayerJoined(player=player):
                    if player == game.setup.opponent and self._may_have(player, game.id):
                        # The challenge is answered.
                        self._hall.spawn(self.put_away(player, game.id))
                    self._turn_changed(game, change.player)
                case e.GameFinished(reason="declined"):
                    self._hall.spawn(self._declined(game))
                case e.GameCreated(setup=setup) if setup.opponent is not None and game.free_seat is not None:
                    self._hall.spawn(self.put(NewNotice(setup.opponent, game.id, "challenge", game.creator)))
                case e.PlayAgainAnswered(by=seat, value=value):
                    self._hall.spawn(self._again(game, seat, value))
                case e.RematchAgreed(next_game=next_game):
                    following = self._hall.tables.get(next_game)
                    if following is not None:
                        self._turn_changed(following.game, change.player)
                case _:
                    pass

    def _ended(self, game: Game) -> None:
        """What there was about this game went with its end: let those who follow their notices see it."""
        if is_realtime(game) and game.free_seat is None:
            return
        people = {player for player in (game.x, game.o, game.setup.opponent) if player is not None}
        for player in people:
            if self._may_have(player, game.id):
                if self._known is not None:
                    self._known.discard((player, game.id))
                self._changed(player)

    async def _declined(self, game: Game) -> None:
        if not await self._hall.absences.attendance.is_looking(game.creator, game.id):
            await self.put(NewNotice(game.creator, game.id, "declined", game.setup.opponent))

    def _turn_changed(self, game: Game, by: PlayerId | None) -> None:
        if game.result is not None or game.x is None or game.o is None or is_realtime(game):
            return
        player = game.x if game.position.to_move == "X" else game.o
        if player in COMPUTER_LEVELS:
            return
        if not self._hall.absences.attendance.is_looking_here(player, game.id):
            self._hall.spawn(self._your_turn(game, player, by))
        elif by is not None and by != player and self._may_have(by, game.id):
            self._hall.spawn(self.put_away(by, game.id))

    async def _your_turn(self, game: Game, player: PlayerId, by: PlayerId | None) -> None:
        if by is not None and by != player and self._may_have(by, game.id):
            await self.put_away(by, game.id)
        if not await self._hall.absences.attendance.is_looking(player, game.id):
            seat = game.seat_of(player)
            opponent = None if seat is None else game.player_at(other(seat))
            await self.put(NewNotice(player, game.id, "turn", opponent))

    async def _again(self, game: Game, seat: Seat, wants: bool) -> None:
        player, asked = game.player_at(seat), game.player_at(other(seat))
        if player is not None and self._may_have(player, game.id):
            await self.put_away(player, game.id)
        if asked is None or level_of(asked) is not None:
            return
        has_answered = (game.again_o if seat == "X" else game.again_x) is not None
        if not wants or has_answered or game.next_game is not None:
            if self._may_have(asked, game.id):
                await self.put_away(asked, game.id)
        elif not await self._hall.absences.attendance.is_looking(asked, game.id):
            await self.put(NewNotice(asked, game.id, "rematch", player))

    def looked(self, player: PlayerId, game: GameId) -> None:
        """The player has the game before its eyes: there is nothing to be told."""
        if self._may_have(player, game):
            self._hall.spawn(self.put_away(player, game))

    # Keeping them.

    async def put(self, *told: NewNotice) -> list[bool]:
        """Let these players know, all in one commit; of each, whether it is new."""
        if self._known is not None:
            # Before they are stored: what puts one away may come while it is on its way.
            self._known.update((notice.player, notice.game) for notice in told)
            if len(self._known) >= MOST_KNOWN:
                self._known = None
        now_ms = self._hall.outside.now_ms()
        are_new = await self._hall.database.write(stored.put_notices, told, now_ms, now_ms + PUSH_DELAY_MS)
        for notice, is_new in zip(told, are_new, strict=True):
            if is_new:
                self._changed(notice.player)
        return are_new

    async def put_away(self, player: PlayerId, game: GameId | None) -> None:
        """The player needs to know nothing of this game, or of any, any more."""
        if self._known is not None:
            self._known -= {(player, game)} if game is not None else {key for key in self._known if key[0] == player}
        if await self._hall.database.write(stored.dismiss, player, game, self._hall.outside.now_ms()):
            self._changed(player)

    async def read(self, player: PlayerId, game: GameId | None) -> None:
        """The player has seen what there is about this game, or all."""
        if await self._hall.database.write(stored.read, player, game, self._hall.outside.now_ms()):
            self._changed(player)

    def _may_have(self, player: PlayerId, game: GameId) -> bool:
        return (player, game) in self._known if self._known is not None else level_of(player) is None

    # Showing them.

    async def inbox(self, player: PlayerId) -> Inbox:
        """All that this player should know."""
        notices = await self._hall.database.read(_notices, player)
        notices = [notice for notice in notices if await self._is_true(notice, player)]
        return Inbox(notices=notices, unread=sum(not notice.read for notice in notices))

    async def _is_true(self, notice: Notice, player: PlayerId) -> bool:
        if notice.kind not in ("turn", "waiting"):
            return True
        table = await self._hall.find(notice.game)
        if table is None:
            return False
        self._hall.rest(table)
        return table.game.turn is not None and table.game.player_at(table.game.turn) == player

    def _changed(self, player: PlayerId) -> None:
        self.tell(player)
        self._hall.neighbours.tell_of_inbox(player)

    def tell(self, player: PlayerId) -> None:
        """Send the inbox to the connections of this player that follow it."""
        if any(visitor.follows_inbox for visitor in self._hall.absences.attendance.visitors(player)):
            self._hall.spawn(self._tell(player))

    async def _tell(self, player: PlayerId) -> None:
        packet = Packet(await self.inbox(player))
        for visitor in self._hall.absences.attendance.visitors(player):
            if visitor.follows_inbox:
                visitor.deliver(packet)


def is_realtime(game: Game) -> bool:
    """Whether both sit at the board while it is played: nobody needs to be called to it."""
    return game.setup.clock is not None and game.setup.clock.base_seconds is not None


def _notices(connection: "Connection", player: PlayerId) -> list[Notice]:
    rows = stored.notices_of(connection, player, MOST_LISTED)
    cards = cards_of(connection, {row.by_id for row in rows if row.by_id is not None})
    return [
        Notice(
            kind=row.kind,
            game=row.game_id,
            variant=row.variant,
            by=cards.get(row.by_id),
            at_ms=row.created_ms,
            read=row.read_ms is not None,
        )
        for row in rows
    ]
