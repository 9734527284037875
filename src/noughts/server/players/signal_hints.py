"""Hints from the signals of a player's last games, with their evidence. A moderator decides what they mean."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row

from noughts.messages.ids import PlayerId
from noughts.messages.moderation import Hint
from noughts.storage.signals import others_at_level, signals_of

MOST_GAMES = 50
# Fewer difficult moves say nothing.
FEWEST_MOVES = 30
ENGINE_SHARE = 0.95
# How much more accurate than others of the same level a player must be, and how many games of others are needed.
FAR_ABOVE = 0.15
FEWEST_GAMES_OF_OTHERS = 30


def hints_about(connection: Connection, player: PlayerId) -> list[Hint]:
    """Return what moderators may want to look at."""
    rows = signals_of(connection, player, MOST_GAMES)
    shared = [row.game_id for row in rows if row.same_address]
    hints = [*_engine(rows), *_accuracy(connection, player, rows)]
    if shared:
        hints.append(Hint(kind="one_address", share=len(shared) / len(rows), games=shared, moves=0, others=None))
    return hints


def _engine(rows: Sequence[Row[Any]]) -> list[Hint]:
    moves, engine_moves = sum(row.moves for row in rows), sum(row.engine_moves for row in rows)
    if moves < FEWEST_MOVES or engine_moves / moves < ENGINE_SHARE:
        return []
    games = [row.game_id for row in rows if row.moves]
    return [Hint(kind="engine_moves", share=engine_moves / moves, games=games, moves=moves, others=None)]


def _accuracy(connection: Connection, player: PlayerId, rows: Sequence[Row[Any]]) -> list[Hint]:
    hints = []
    for variant in sorted({row.variant for row in rows}):
        mine = [row for row in rows if row.variant == variant and row.accuracy is not None and row.rating is not None]
        moves = sum(row.moves for row in mine)
        if moves < FEWEST_MOVES:
            continue
        share = sum(row.accuracy for row in mine) / len(mine)
        count, others = others_at_level(connection, player, variant, mine[0].rating)
        if count >= FEWEST_GAMES_OF_OTHERS and share >= others + FAR_ABOVE:
            games = [row.game_id for row in mine]
            hints.append(Hint(kind="accuracy", share=share, games=games, moves=moves, others=others))
    return hints
