"""The presence of the players of a game, as far as each may see that of the other."""

from noughts.games.absence import Gone, claims_from_ms
from noughts.games.game import Game
from noughts.messages.answers import ClientDisconnected
from noughts.messages.computers import level_of
from noughts.messages.ids import SEATS, Seat
from noughts.server.presence.attendance import Attendance, Unknown


class SeatPresence:
    """Looks up the players of a game in the attendance."""

    def __init__(self, attendance: Attendance) -> None:
        self._attendance = attendance

    async def gone(self, game: Game, seat: Seat) -> Gone | None:
        """Return since when this seat's player is absent; None when present. Raises `Unknown`."""
        player = game.player_at(seat)
        if player is None or level_of(player) is not None:
            # The computer is always there; a player it stands in for is not.
            return None
        return await self._attendance.gone(player, game.id)

    async def gone_if_known(self, game: Game, seat: Seat) -> Gone | None:
        """Return the same, or None when it is unknown, so that nobody loses a game for that reason."""
        try:
            return await self.gone(game, seat)
        except Unknown:
            return None

    async def absence_messages(self, game: Game) -> dict[Seat, ClientDisconnected | None]:
        """Return what the opponent may know about each seat; None where the player is present."""
        told: dict[Seat, ClientDisconnected | None] = {}
        for seat in SEATS:
            gone = await self.gone_if_known(game, seat)
            is_here = gone is None and game.player_at(seat) is not None
            told[seat] = None if is_here else absence_message(game, seat, gone)
        return told


def is_live(game: Game) -> bool:
    """Return whether both players are expected at the board now: see `live_games_of`."""
    is_slow = game.clock is not None and game.clock.per_move_ms is not None
    return game.result is None and game.free_seat is None and not is_slow


def may_be_claimed(game: Game) -> bool:
    """Return whether the absence of a player can decide this game."""
    return is_live(game) and game.both_have_moved


def absence_message(game: Game, seat: Seat, gone: Gone | None) -> ClientDisconnected:
    """Return the message for the opponent of an absent player."""
    if gone is None:
        return ClientDisconnected(game=game.id, seat=seat)
    claims_ms = claims_from_ms(game, seat, gone)
    return ClientDisconnected(game=game.id, seat=seat, since_ms=gone.since_ms, claims_ms=claims_ms)
