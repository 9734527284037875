"""Invitations: a link that lets one person take the free seat of a game, within a day. One no for all that is wrong."""

from noughts.games.game import Game
from noughts.messages.answers import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.people_answers import InviteMade
from noughts.messages.refusals import Refusal
from noughts.server.hall import Hall
from noughts.server.matching import Matching
from noughts.server.people import token_hash
from noughts.server.request import Answer, refused
from noughts.storage.invites import Invitation, add_invite, give_back_invite, invitation, use_invite

LIFE_MS = 24 * 60 * 60 * 1000
# For each game, that can still be used.
MOST_INVITES = 20
PATH = "/invite/{}"


class Invites:
    """The invitations of this installation."""

    def __init__(self, hall: Hall, matching: Matching) -> None:
        self._hall = hall
        self._matching = matching

    async def make(self, player: PlayerCard, game_id: GameId) -> InviteMade | Refusal:
        """A new invitation to the free seat of this player's game."""
        game = await self._game(game_id)
        if game is None:
            return Refusal("no_such_game")
        if game.seat_of(player.id) is None:
            return Refusal("not_yours")
        if not game.is_open:
            return Refusal("game_full" if game.result is None else "game_over")
        if game.setup.opponent is not None:
            return Refusal("seat_kept")
        now_ms = self._hall.outside.now_ms()
        token = self._hall.outside.new_invite()
        expires_ms = now_ms + LIFE_MS
        stored = await self._hall.database.write(
            add_invite, token_hash(token), game_id, player.id, now_ms, expires_ms, MOST_INVITES
        )
        if not stored:
            return Refusal("too_many_invites")
        return InviteMade(game=game_id, token=token, path=PATH.format(token), expires_ms=expires_ms)

    async def show(self, token: str) -> tuple[Game, PlayerCard] | Refusal:
        """The game to which this leads, and who invites."""
        found = await self._find(token)
        game = None if found is None or found.used_by is not None else await self._game(found.game)
        if found is None or game is None or not game.is_open:
            return Refusal("no_such_invite")
        by = await self._hall.card(found.by)
        return Refusal("no_such_invite") if by is None else (game, by)

    async def accept(self, player: PlayerCard, token: str, command_id: str | None) -> Answer:
        """Take the seat. The same player may say it again; for anybody else it is used up."""
        found = await self._find(token)
        if found is None or found.used_by not in (None, player.id):
            return refused("no_such_invite")
        if found.used_by == player.id:
            return Answer(found.game)
        game = await self._game(found.game)
        if game is not None and game.seat_of(player.id) is not None:
            return refused("own_game")
        hashed, now_ms = token_hash(token), self._hall.outside.now_ms()
        if not await self._hall.database.write(use_invite, hashed, player.id, now_ms):
            return refused("no_such_invite")
        answer = await self._matching.join(player, found.game, command_id)
        if answer.refusal is None:
            return answer
        await self._hall.database.write(give_back_invite, hashed, player.id)
        # That the seat is taken or the game over is nobody's business who was not in time.
        tellable = answer.refusal.is_passing or answer.refusal.code in ("blocked", "account_needed")
        return answer if tellable else refused("no_such_invite")

    async def _find(self, token: str) -> Invitation | None:
        return await self._hall.database.read(invitation, token_hash(token), self._hall.outside.now_ms())

    async def _game(self, game: GameId) -> Game | None:
        table = await self._hall.find(game)
        if table is None:
            return None
        self._hall.rest(table)
        return table.game
