"""Invitations: a link that lets one person take the free seat of a game, within a day.

Every failure returns the same error, so tokens can't be probed.
"""

from noughts.games.game import Game
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.people_answers import InviteMade
from noughts.messages.refusals import Refusal
from noughts.server.matchmaking.matching import Matching
from noughts.server.players.guests import token_hash
from noughts.server.runtime.environment import Environment
from noughts.server.tables.requests import Answer, Peek, refused
from noughts.storage.invites import Invitation, add_invite, give_back_invite, invitation, use_invite
from noughts.storage.journal import Database
from noughts.storage.players import card_by_id

LIFE_MS = 24 * 60 * 60 * 1000
# Unused invitations to one game.
MOST_INVITES = 20
PATH = "/invite/{}"


class Invites:
    """The invitations of this installation."""

    def __init__(self, database: Database, environment: Environment, peek: Peek, matching: Matching) -> None:
        self._database = database
        self._environment = environment
        self._peek = peek
        self._matching = matching

    async def make(self, player: PlayerCard, game_id: GameId) -> InviteMade | Refusal:
        """Return a new invitation to the free seat of this player's game."""
        game = await self._peek(game_id)
        if game is None:
            return Refusal("no_such_game")
        if game.seat_of(player.id) is None:
            return Refusal("not_yours")
        if not game.is_open:
            return Refusal("game_full" if game.result is None else "game_over")
        if game.setup.opponent is not None:
            return Refusal("seat_kept")
        now_ms = self._environment.now_ms()
        token = self._environment.new_invite()
        expires_ms = now_ms + LIFE_MS
        stored = await self._database.write(
            add_invite, token_hash(token), game_id, player.id, now_ms, expires_ms, MOST_INVITES
        )
        if not stored:
            return Refusal("too_many_invites")
        return InviteMade(game=game_id, token=token, path=PATH.format(token), expires_ms=expires_ms)

    async def show(self, token: str) -> tuple[Game, PlayerCard] | Refusal:
        """Return the game to which this leads, and who invites."""
        found = await self._find(token)
        game = None if found is None or found.used_by is not None else await self._peek(found.game)
        if found is None or game is None or not game.is_open:
            return Refusal("no_such_invite")
        by = await self._database.read(card_by_id, found.by)
        return Refusal("no_such_invite") if by is None else (game, by)

    async def accept(self, player: PlayerCard, token: str, command_id: str | None) -> Answer:
        """Take the seat. The same player may repeat this; for everybody else the invitation is used up."""
        found = await self._find(token)
        if found is None or found.used_by not in (None, player.id):
            return refused("no_such_invite")
        if found.used_by == player.id:
            return Answer(found.game)
        game = await self._peek(found.game)
        if game is not None and game.seat_of(player.id) is not None:
            return refused("own_game")
        hashed, now_ms = token_hash(token), self._environment.now_ms()
        if not await self._database.write(use_invite, hashed, player.id, now_ms):
            return refused("no_such_invite")
        answer = await self._matching.join(player, found.game, command_id)
        if answer.refusal is None:
            return answer
        await self._database.write(give_back_invite, hashed, player.id)
        # A latecomer doesn't learn whether the seat is taken or the game is over.
        tellable = answer.refusal.is_passing or answer.refusal.code in ("blocked", "account_needed")
        return answer if tellable else refused("no_such_invite")

    async def _find(self, token: str) -> Invitation | None:
        return await self._database.read(invitation, token_hash(token), self._environment.now_ms())
