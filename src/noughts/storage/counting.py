"""Stores what the end of a game adds to the records of its players, in the transaction of that end.

`games/endings.py` says what that is. Statements are text and few, since ends of games are nearly as frequent as moves.
The rows of two players are always written in the order of their ids, the streaks first. So two ends with a player in
common are stored one after the other, on several nodes too, and never deadlock.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import asdict

from noughts.games.endings import Ending, Standing, endings_of, is_between_people
from noughts.games.game import Game
from noughts.games.rated import Rated
from noughts.games.results import PlayerResult, Streak, results_of
from noughts.games.speed import speed_of
from noughts.messages.ids import PlayerId

# Runs one statement with named parameters. The result has `fetchall`.
Execute = Callable[[str, Mapping[str, Any]], Any]


def count(execute: Execute, game: Game, number: int | None = None) -> int | None:
    """Count this finished game. Return its number, a new one unless it has one, or None if it doesn't count."""
    results = results_of(game)
    if not results:
        return None
    standings = _standings_before(execute, game, results) if is_between_people(results) else {}
    if number is None:
        # Numbered only after the lock on the streaks, so that one player's games are numbered in the order of counting.
        number = int(execute(_NEXT_NUMBER, {}).fetchall()[0][0])
    _put(execute, game, endings_of(game, standings), number)
    return number


def _standings_before(execute: Execute, game: Game, results: tuple[PlayerResult, ...]) -> dict[PlayerId, Standing]:
    """Lock all that is counted for these two players, and read it."""
    one, other = (result.player for result in results)
    locked = _insert(execute, _LOCK_STREAKS, [{"player_id": one}, {"player_id": other}]).fetchall()
    # A row that the lock itself has just made has no game in it.
    streaks = {row[0]: Streak(*row[1:]) if row[2] else None for row in locked}
    if not game.setup.rated:
        return {player: Standing(streaks[player]) for player in (one, other)}
    key = {"variant": game.setup.variant, "speed": speed_of(game.setup), "a": one, "b": other}
    ratings = {row[0]: row for row in execute(_RATINGS, key).fetchall()}
    return {
        player: Standing(streaks[player], Rated(*row[1:5]), row[5])
        if (row := ratings.get(player)) is not None
        else Standing(streaks[player])
        for player in (one, other)
    }


def _put(execute: Execute, game: Game, endings: tuple[Ending, ...], number: int) -> None:
    _insert(execute, _ADD_RECORDS, [_record_row(ending.result) for ending in endings])
    _insert(execute, _ADD_RIVALS, [_rival_row(ending.result) for ending in endings])
    if streaks := [_streak_row(ending.player, ending.streak) for ending in endings if ending.streak is not None]:
        _insert(execute, _PUT_STREAKS, streaks)
    if rated := [ending for ending in endings if ending.rating is not None]:
        _insert(execute, _PUT_RATINGS, [_rating_row(ending) for ending in rated])
        _insert(execute, _ADD_RATING_CHANGES, [_rating_change_row(game, ending, number) for ending in rated])


# The values as rows.


def _record_row(result: PlayerResult) -> dict[str, Any]:
    return {
        "player_id": result.player,
        "variant": result.variant,
        "speed": result.speed,
        "seat": result.seat,
        "against": result.against,
        **_tally(result),
        "played_ms": result.played_ms,
    }


def _rival_row(result: PlayerResult) -> dict[str, Any]:
    return {"player_id": result.player, "opponent_id": result.opponent, **_tally(result)}


def _tally(result: PlayerResult) -> dict[str, int]:
    return {"played": 1, "won": 0, "lost": 0, "drawn": 0, result.outcome: 1}


def _streak_row(player: PlayerId, streak: Streak) -> dict[str, Any]:
    return {"player_id": player, **asdict(streak)}


def _rating_row(ending: Ending) -> dict[str, Any]:
    assert ending.rating is not None
    result, after = ending.result, ending.rating.after
    return {
        "variant": result.variant,
        "speed": result.speed,
        "player_id": result.player,
        "rating": after.rating,
        "deviation": after.deviation,
        "volatility": after.volatility,
        "games": ending.rating.rated_games,
        "rated_ms": after.at_ms,
    }


def _rating_change_row(game: Game, ending: Ending, number: int) -> dict[str, Any]:
    assert ending.rating is not None
    result, rating = ending.result, ending.rating
    return {
        "game_id": game.id,
        "player_id": result.player,
        "variant": result.variant,
        "speed": result.speed,
        "number": number,
        "at_ms": game.finished_ms,
        "before": rating.before.rating,
        "after": rating.after.rating,
        "deviation": rating.after.deviation,
    }


# Statements that insert one row or two, with a text for each case.
_Insert = dict[int, str]


def _insert(execute: Execute, statement: _Insert, rows: list[dict[str, Any]]) -> Any:
    values = {f"{name}_{at}": value for at, row in enumerate(rows) for name, value in row.items()}
    return execute(statement[len(rows)], values)


def _inserting(table: str, columns: dict[str, str], otherwise: str = "") -> _Insert:
    """Return the statement that inserts into these columns. Each column's value is an SQL text with `{at}` in it."""
    texts = {}
    for count in (1, 2):
        rows = ", ".join(f"({', '.join(value.format(at=at) for value in columns.values())})" for at in range(count))
        texts[count] = f"INSERT INTO {table} ({', '.join(columns)}) VALUES {rows} {otherwise}"
    return texts


def _parameters(*names: str) -> dict[str, str]:
    return {name: f":{name}_{{at}}" for name in names}


def _replacing(key: tuple[str, ...], *names: str) -> str:
    return f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in names)}"


def _adding(table: str, key: tuple[str, ...], *names: str) -> str:
    sums = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in names)
    return f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {sums}"


_NEXT_NUMBER = "SELECT coalesce(max(number), 0) + 1 FROM games WHERE number IS NOT NULL"

_STREAK = ("outcome", "length", "longest_won", "longest_lost")
_LOCK_STREAKS = _inserting(
    "streaks",
    {**_parameters("player_id"), "outcome": "'drawn'", "length": "0", "longest_won": "0", "longest_lost": "0"},
    f"ON CONFLICT (player_id) DO UPDATE SET length = streaks.length RETURNING player_id, {', '.join(_STREAK)}",
)
_PUT_STREAKS = _inserting("streaks", _parameters("player_id", *_STREAK), _replacing(("player_id",), *_STREAK))

_TALLY = ("played", "won", "lost", "drawn")
_RECORD = ("player_id", "variant", "speed", "seat", "against")
_ADD_RECORDS = _inserting(
    "records",
    _parameters(*_RECORD, *_TALLY, "played_ms"),
    _adding("records", _RECORD, *_TALLY, "played_ms"),
)
_RIVAL = ("player_id", "opponent_id")
_ADD_RIVALS = _inserting("rivals", _parameters(*_RIVAL, *_TALLY), _adding("rivals", _RIVAL, *_TALLY))

_RATINGS = """
    SELECT player_id, rating, deviation, volatility, rated_ms, games FROM ratings
    WHERE variant = :variant AND speed = :speed AND player_id IN (:a, :b)
"""
_RATING_KEY = ("variant", "speed", "player_id")
_RATING = ("rating", "deviation", "volatility", "games", "rated_ms")
_PUT_RATINGS = _inserting(
    "ratings",
    {
        **_parameters(*_RATING_KEY, *_RATING),
        # Copied from the player, for the index of the leaderboards. PostgreSQL wants one type for both uses of the id.
        "kind": "coalesce((SELECT kind FROM players WHERE id = CAST(:player_id_{at} AS varchar)), 'account')",
    },
    _replacing(_RATING_KEY, *_RATING, "kind"),
)
_ADD_RATING_CHANGES = _inserting(
    "rating_changes",
    _parameters("game_id", "player_id", "variant", "speed", "number", "at_ms", "before", "after", "deviation"),
)
