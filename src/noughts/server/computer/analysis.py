"""Reviews moves: in a finished game, in a running game where help is allowed, or in any position.

The engine processes do all the thinking, one position at a time, so that a long game never delays a move. Two people
who play each other get no help.
"""

from noughts.games.game import Game
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.messages.teaching import MoveValue, PositionValue, Review
from noughts.rules import BadNotation, Position, Variant, find_variant, other, parse_game, parse_position, position_text
from noughts.server.computer.analyst import Analyst
from noughts.server.computer.engine_pool import EnginePool
from noughts.server.computer.game_review import value_of
from noughts.server.computer.reviews import Reviews
from noughts.server.runtime.budget import Budget, Client
from noughts.server.tables.journal import Spawn
from noughts.server.tables.requests import Peek
from noughts.storage.games import unfinished_of_variant
from noughts.storage.journal import Database


class GameAnalysis:
    """Rates moves, on a server with engine processes."""

    def __init__(self, database: Database, peek: Peek, engine_pool: EnginePool, budget: Budget, spawn: Spawn) -> None:
        self._database = database
        self._peek = peek
        self._analyst = Analyst(engine_pool, budget)
        self._reviews = Reviews(database, self._analyst, spawn)

    async def review(self, game_id: GameId, player: PlayerCard, address: str) -> Review | Refusal:
        """Return every move of this game with its verdict. In a running game, only for a player who may get help."""
        game = await self._game(game_id)
        if isinstance(game, Refusal):
            return game
        if game.result is None and not may_be_helped(game, player.id):
            return Refusal("hints_unfair")
        return await self._reviews.review(game, player.id, address)

    async def hint(self, game_id: GameId, milliseconds: int, player: PlayerCard, address: str) -> MoveValue | Refusal:
        """Return a best move for this player, who must be to move and may be helped."""
        game = await self._game(game_id)
        if isinstance(game, Refusal):
            return game
        seat = game.seat_of(player.id)
        if seat is None:
            return Refusal("not_yours")
        if game.result is not None:
            return Refusal("game_over")
        if not may_be_helped(game, player.id):
            return Refusal("hints_unfair")
        if game.turn != seat:
            return Refusal("not_your_turn")
        variant = find_variant(game.setup.variant)
        analysis = await self._analyst.analyse(variant, game.position, milliseconds, Client(address, player.id))
        return analysis if isinstance(analysis, Refusal) else value_of(variant, analysis.moves[0])

    async def what_if(self, text: str, milliseconds: int, player: PlayerCard, address: str) -> PositionValue | Refusal:
        """Return the value of every move of this position or game in notation, unless this player is playing it right
        now.
        """
        try:
            variant, position = _parsed(text)
        except BadNotation as error:
            return Refusal("bad_notation", f"{error}.")
        if position.outcome() is not None:
            return Refusal("game_over")
        if await self._is_being_played(variant, position, player.id):
            return Refusal("hints_unfair")
        analysis = await self._analyst.analyse(variant, position, milliseconds, Client(address, player.id))
        if isinstance(analysis, Refusal):
            return analysis
        return PositionValue(
            position=position_text(variant, position),
            variant=variant.name,
            turn=position.to_move,
            value=analysis.value,
            exact=analysis.exact,
            plain=analysis.plain,
            moves=tuple(value_of(variant, one) for one in analysis.moves),
        )

    async def _game(self, game_id: GameId) -> Game | Refusal:
        return await self._peek(game_id) or Refusal("no_such_game")

    async def _is_being_played(self, variant: Variant, position: Position, player: PlayerId) -> bool:
        """Return whether this player has exactly this board in a running game against somebody else."""
        if position.ply == 0:
            return False
        for game_id in await self._database.read(unfinished_of_variant, player, variant.name):
            game = await self._game(game_id)
            if isinstance(game, Game) and _looks_like(game.position, position) and not may_be_helped(game, player):
                return True
        return False


def may_be_helped(game: Game, player: PlayerId) -> bool:
    """Return whether help is fair: only against the computer, whose games have no ratings."""
    seat = game.seat_of(player)
    return seat is not None and game.computer_at(other(seat)) is not None


def _looks_like(one: Position, two: Position) -> bool:
    """Return whether the boards are the same, however many moves led to them."""
    in_order = one.marks_by_age, one.cells
    return one == two or (one.marks_by_age != () and in_order == (two.marks_by_age, two.cells))


def _parsed(text: str) -> tuple[Variant, Position]:
    """Parse a position in one line, or a game as its moves. A game has no spaces."""
    if " " in text:
        return parse_position(text)
    variant, moves = parse_game(text)
    return variant, variant.replay(moves)
