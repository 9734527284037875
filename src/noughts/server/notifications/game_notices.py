"""Turns stored changes into notices for the players who are not looking at the game.

The process that stored a change sends its notices, so each is sent once. Another one helps out only for a player who
has just stopped looking there.
"""

from collections.abc import Callable, Coroutine
from typing import Any

from noughts.games.game import Game
from noughts.messages import events as e
from noughts.messages.computers import COMPUTER_LEVELS, level_of
from noughts.messages.ids import PlayerId, Seat
from noughts.rules import other
from noughts.server.notifications.notices import Notices
from noughts.server.presence.attendance import Attendance
from noughts.server.tables.journal import Spawn
from noughts.server.tables.pipeline import Interest, Subscriber
from noughts.server.tables.stored import Stored
from noughts.server.tables.table import Table
from noughts.storage.notices import NewNotice


class GameNotices(Subscriber):
    """Sends notices about turns, challenges and rematches. `on_waiting` is called when an absent player has to move."""

    def __init__(
        self,
        notices: Notices,
        attendance: Attendance,
        spawn: Spawn,
        on_waiting: Callable[[Table, PlayerId], Coroutine[Any, Any, None]],
    ) -> None:
        self._notices = notices
        self._attendance = attendance
        self._spawn = spawn
        self._on_waiting = on_waiting

    def interest(self, game: Game) -> Interest:
        return Interest.EVENTS if is_realtime(game) else Interest.EVERYTHING

    def on_stored(self, table: Table, stored: Stored) -> None:
        """Notify players who are not looking. Only the process that stored the change does, so it happens once."""
        game, change = stored.after, stored.change
        if not stored.is_ours:
            return self._turn_passed_elsewhere(game, change.at_ms)
        if stored.is_plain_move:
            return self._turn_passed(table, game, change.player)
        if stored.is_play:
            return self._turn_changed(table, game, change.player)
        if stored.has_ended:
            self._ended(game)
        for event in change.events:
            match event:
                case e.MoveMade() | e.MovesTakenBack():
                    self._turn_changed(table, game, change.player)
                case e.PlayerJoined(player=player):
                    if player == game.setup.opponent:
                        # The challenge is answered.
                        self._notices.dismiss_soon(player, game.id)
                    self._turn_changed(table, game, change.player)
                case e.GameFinished(reason="declined"):
                    self._spawn(self._declined(game))
                case e.GameCreated(setup=setup) if setup.opponent is not None and game.free_seat is not None:
                    self._spawn(self._notices.put(NewNotice(setup.opponent, game.id, "challenge", game.creator)))
                case e.PlayAgainAnswered(by=seat, value=value):
                    self._spawn(self._again(game, seat, value))
                case e.RematchAgreed():
                    if stored.rematch is not None:
                        self._turn_changed(table, stored.rematch, change.player)
                case _:
                    pass

    def _ended(self, game: Game) -> None:
        """Refresh the notices of players who follow them: the notice about this game ended with the game."""
        if is_realtime(game) and game.free_seat is None:
            return
        for player in {game.x, game.o, game.setup.opponent}:
            if player is not None:
                self._notices.forget(player, game.id)

    async def _declined(self, game: Game) -> None:
        if not await self._attendance.is_looking(game.creator, game.id):
            await self._notices.put(NewNotice(game.creator, game.id, "declined", game.setup.opponent))

    def _turn_changed(self, table: Table, game: Game, by: PlayerId | None) -> None:
        if game.result is None and not is_realtime(game):
            self._turn_passed(table, game, by)

    def _turn_passed(self, table: Table, game: Game, by: PlayerId | None) -> None:
        """Notify the player whose turn it is. The game is unfinished and not realtime, as after every plain move."""
        player, opponent = game.x, game.o
        if player is None or opponent is None:
            return
        if game.position.to_move == "O":
            player = opponent
        if player in COMPUTER_LEVELS:
            return
        if not self._attendance.is_known_to_look(player, game.id) and not self._looked_at_previous_game(player, game):
            self._spawn(self._your_turn(table, game, player, by))
        elif by is not None and by != player:
            self._notices.dismiss_unless_turn(by, game.id)

    def _looked_at_previous_game(self, player: PlayerId, game: Game) -> bool:
        """Return whether the player looked at the previous game on another process when this rematch began.

        That process now shows them the rematch, and its report about that is on its way.
        """
        before = game.rematch_of
        return before is not None and self._attendance.looked_elsewhere(player, before, game.created_ms)

    def _turn_passed_elsewhere(self, game: Game, at_ms: int) -> None:
        """Notify a player who stopped looking here just before: the process of the move may not have known that."""
        player = None if game.turn is None or is_realtime(game) else game.player_at(game.turn)
        if player is None or self._attendance.is_looking_here(player, game.id):
            return
        # In a rematch, that process may have believed that the player still looks at the previous game.
        looked_at = (game.id,) if game.rematch_of is None else (game.id, game.rematch_of)
        if any(self._attendance.has_stopped_looking(player, one) for one in looked_at):
            self._spawn(self._your_turn_elsewhere(game, player, at_ms))

    async def _your_turn_elsewhere(self, game: Game, player: PlayerId, at_ms: int) -> None:
        if game.turn is not None and not await self._attendance.is_looking(player, game.id):
            opponent = game.player_at(other(game.turn))
            await self._notices.put(NewNotice(player, game.id, "turn", opponent, unless_since_ms=at_ms))

    async def _your_turn(self, table: Table, game: Game, player: PlayerId, by: PlayerId | None) -> None:
        if by is not None and by != player:
            self._notices.dismiss_unless_turn(by, game.id)
        if table.game.id != game.id and await self._attendance.is_looking(player, table.game.id):
            # Players who look at the previous game are shown the rematch.
            return
        if not await self._attendance.is_looking(player, game.id):
            seat = game.seat_of(player)
            opponent = None if seat is None else game.player_at(other(seat))
            # Another process may have helped out already: see `_turn_passed_elsewhere`.
            notice = NewNotice(player, game.id, "turn", opponent, unless_since_ms=game.changed_ms, is_first=True)
            await self._notices.put(notice)
            if table.game.id == game.id:
                await self._on_waiting(table, player)

    async def _again(self, game: Game, seat: Seat, wants: bool) -> None:
        player, asked = game.player_at(seat), game.player_at(other(seat))
        if player is not None:
            self._notices.dismiss_soon(player, game.id)
        if asked is None or level_of(asked) is not None:
            return
        has_answered = game.again.at(other(seat)) is not None
        if not wants or has_answered or game.next_game is not None:
            self._notices.dismiss_soon(asked, game.id)
        elif not await self._attendance.is_looking(asked, game.id):
            await self._notices.put(NewNotice(asked, game.id, "rematch", player))


def is_realtime(game: Game) -> bool:
    """Return whether both players are at the board, so that nobody needs a notice."""
    return game.setup.pace == "realtime"
