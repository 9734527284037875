"""Counts a finished game, in the transaction of its end: records, streaks and, if it is rated, ratings.

Statements are text and few, since ends of games are nearly as frequent as moves. Rows of two players are always written
in the order of their ids, the streaks first: so two ends that have a player in common follow one another, on several
nodes too, and never wait for each other crosswise.
"""

from collections.abc import Callable, Mapping
from typing import Any

from noughts.games.game import Game
from noughts.games.rated import Rated, advantage_of, after_game
from noughts.games.results import Outcome, PlayerResult, Streak, results_of, streak_after
from noughts.games.speed import speed_of
from noughts.messages.computers import level_of
from noughts.messages.ids import PlayerId

# Runs one statement with named parameters, and gives what has `fetchall`.
Execute = Callable[[str, Mapping[str, Any]], Any]


def count(execute: Execute, game: Game) -> int | None:
    """Count this game, which has just ended, and give its number; None if it counts nowhere."""
    results = results_of(game)
    if not results:
        return None
    if _is_between_people(results):
        _insert(execute, _LENGTHEN_STREAKS, [
            {"player_id": result.player, "outcome": result.outcome, "length": 1,
             "longest_won": int(result.outcome == "won"), "longest_lost": int(result.outcome == "lost")}
            for result in results
        ])  # fmt: skip
    number = int(execute(_NEXT_NUMBER, {}).fetchall()[0][0])
    _add(execute, results, 1)
    if game.setup.rated and _is_between_people(results):
        _rate(execute, game, number)
    return number


def uncount(execute: Execute, game: Game) -> None:
    """Take this game, which is being deleted and was counted, out of the records again. No rated game is deleted."""
    # One that ended before there were records has no number, and is in none.
    is_counted = execute(_NUMBER, {"game": game.id}).fetchall()
    results = results_of(game) if is_counted else ()
    if _is_between_people(results):
        for result in results:
            execute(_LOCK_STREAK, {"player_id": result.player})
    _add(execute, results, -1)
    for result in results:
        # Nothing is left behind of what counts no more.
        execute(_REMOVE_EMPTY_RECORD, {"player_id": result.player, **_key_of(result)})
        execute(_REMOVE_EMPTY_RIVAL, {"player_id": result.player, "opponent_id": result.opponent})
    if _is_between_people(results):
        for result in results:
            _recount_streak(execute, result.player, without=game)


def _is_between_people(results: tuple[PlayerResult, ...]) -> bool:
    return len(results) == 2


def _add(execute: Execute, results: tuple[PlayerResult, ...], sign: int) -> None:
    if not results:
        return
    sums = [{"played": sign, "won": 0, "lost": 0, "drawn": 0, result.outcome: sign} for result in results]
    _insert(execute, _ADD_RECORDS, [
        {"player_id": result.player, **_key_of(result), **each, "played_ms": sign * result.played_ms}
        for result, each in zip(results, sums, strict=True)
    ])  # fmt: skip
    _insert(execute, _ADD_RIVALS, [
        {"player_id": result.player, "opponent_id": result.opponent, **each}
        for result, each in zip(results, sums, strict=True)
    ])  # fmt: skip


def _key_of(result: PlayerResult) -> dict[str, str]:
    return {"variant": result.variant, "speed": result.speed, "seat": result.seat, "against": result.against}


def _recount_streak(execute: Execute, player: PlayerId, without: Game) -> None:
    streak: Streak | None = None
    for winner, x, o, _ in execute(_COUNTED_GAMES, {"player_id": player, "game": without.id}).fetchall():
        seat, opponent = ("X", o) if x == player else ("O", x)
        if level_of(opponent) is not None:
            continue
        outcome: Outcome = "drawn" if winner is None else "won" if winner == seat else "lost"
        streak = streak_after(streak, outcome)
    if streak is None:
        execute("DELETE FROM streaks WHERE player_id = :player_id", {"player_id": player})
    else:
        execute(_SET_STREAK, {"player_id": player, "outcome": streak.outcome, "length": streak.length,
                              "longest_won": streak.longest_won, "longest_lost": streak.longest_lost})  # fmt: skip


# Ratings.


def _rate(execute: Execute, game: Game, number: int) -> None:
    assert game.result is not None
    assert game.finished_ms is not None
    variant, speed = game.setup.variant, speed_of(game.setup)
    first, second = first_and_second(game)
    pair = {"a": first, "b": second}
    kinds = {row[0]: row[1] for row in execute(_KINDS, pair).fetchall()}
    stored = {row[0]: row for row in execute(_RATINGS, {"variant": variant, "speed": speed, **pair}).fetchall()}
    before = {player: _rated(stored.get(player)) for player in (first, second)}
    after = after_game(before[first], before[second], points_of(game, first), advantage_of(game.setup),
                       game.finished_ms)  # fmt: skip
    new = sorted(zip((first, second), after, strict=True))
    _insert(execute, _SET_RATINGS, [
        {"variant": variant, "speed": speed, "player_id": player, "kind": kinds.get(player, "account"),
         "rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility,
         "games": stored[player][5] + 1 if player in stored else 1, "rated_ms": rating.at_ms}
        for player, rating in new
    ])  # fmt: skip
    _insert(execute, _ADD_RATING_CHANGES, [
        {"game_id": game.id, "player_id": player, "variant": variant, "speed": speed, "number": number,
         "at_ms": game.finished_ms, "before": before[player].rating, "after": rating.rating,
         "deviation": rating.deviation}
        for player, rating in new
    ])  # fmt: skip


def first_and_second(game: Game) -> tuple[PlayerId, PlayerId]:
    """Who began the first round, and who did not: the seats are swapped after every round."""
    assert game.x is not None
    assert game.o is not None
    return (game.x, game.o) if game.round % 2 else (game.o, game.x)


def points_of(game: Game, player: PlayerId) -> float:
    """What the result is worth to this player: 1, 0.5 or 0, for a series as for a single round."""
    assert game.result is not None
    winner = game.result.winner
    return 0.5 if winner is None else float(winner == game.seat_of(player))


def _rated(row: Any) -> Rated:
    return Rated() if row is None else Rated(row[1], row[2], row[3], row[4])


# Statements that insert one row or two: each has its text for both.
_Insert = dict[int, str]


def _insert(execute: Execute, statement: _Insert, rows: list[dict[str, Any]]) -> None:
    execute(statement[len(rows)], {f"{name}_{at}": value for at, row in enumerate(rows) for name, value in row.items()})


def _inserting(table: str, columns: str, otherwise: str = "") -> _Insert:
    names = columns.split(", ")
    texts = {}
    for count in (1, 2):
        rows = ", ".join(f"({', '.join(f':{name}_{at}' for name in names)})" for at in range(count))
        texts[count] = f"INSERT INTO {table} ({columns}) VALUES {rows} {otherwise}"
    return texts


_NEXT_NUMBER = "SELECT coalesce(max(number), 0) + 1 FROM games WHERE number IS NOT NULL"
_NUMBER = "SELECT number FROM games WHERE id = :game AND number IS NOT NULL"

_STREAK_GROWS = "CASE WHEN streaks.outcome = excluded.outcome THEN streaks.length + 1 ELSE 1 END"
_LENGTHEN_STREAKS = _inserting(
    "streaks",
    "player_id, outcome, length, longest_won, longest_lost",
    f"""ON CONFLICT (player_id) DO UPDATE SET
    outcome = excluded.outcome,
    length = {_STREAK_GROWS},
    longest_won = CASE WHEN excluded.outcome = 'won' AND {_STREAK_GROWS} > streaks.longest_won
        THEN {_STREAK_GROWS} ELSE streaks.longest_won END,
    longest_lost = CASE WHEN excluded.outcome = 'lost' AND {_STREAK_GROWS} > streaks.longest_lost
        THEN {_STREAK_GROWS} ELSE streaks.longest_lost END""",
)
_LOCK_STREAK = "UPDATE streaks SET length = length WHERE player_id = :player_id"
_SET_STREAK = """
    UPDATE streaks SET outcome = :outcome, length = :length, longest_won = :longest_won, longest_lost = :longest_lost
    WHERE player_id = :player_id
"""
_COUNTED_GAMES = """
    SELECT winner, x_id, o_id, number FROM games WHERE x_id = :player_id AND status = 'finished' AND number IS NOT NULL
    AND id != :game
    UNION ALL
    SELECT winner, x_id, o_id, number FROM games WHERE o_id = :player_id AND status = 'finished' AND number IS NOT NULL
    AND id != :game
    ORDER BY number
"""

_SUMS = ("played", "won", "lost", "drawn")
_KEY = "player_id, variant, speed, seat, against"
_ADD_RECORDS = _inserting(
    "records",
    f"{_KEY}, {', '.join(_SUMS)}, played_ms",
    f"ON CONFLICT ({_KEY}) DO UPDATE SET "
    + ", ".join(f"{name} = records.{name} + excluded.{name}" for name in (*_SUMS, "played_ms")),
)
_ADD_RIVALS = _inserting(
    "rivals",
    f"player_id, opponent_id, {', '.join(_SUMS)}",
    "ON CONFLICT (player_id, opponent_id) DO UPDATE SET "
    + ", ".join(f"{name} = rivals.{name} + excluded.{name}" for name in _SUMS),
)
_REMOVE_EMPTY_RECORD = """
    DELETE FROM records WHERE player_id = :player_id AND variant = :variant AND speed = :speed AND seat = :seat
    AND against = :against AND played = 0
"""
_REMOVE_EMPTY_RIVAL = "DELETE FROM rivals WHERE player_id = :player_id AND opponent_id = :opponent_id AND played = 0"

_KINDS = "SELECT id, kind FROM players WHERE id IN (:a, :b)"
_RATINGS = """
    SELECT player_id, rating, deviation, volatility, rated_ms, games FROM ratings
    WHERE variant = :variant AND speed = :speed AND player_id IN (:a, :b)
"""
_SET_RATINGS = _inserting(
    "ratings",
    "variant, speed, player_id, kind, rating, deviation, volatility, games, rated_ms",
    """ON CONFLICT (variant, speed, player_id) DO UPDATE SET kind = excluded.kind, rating = excluded.rating,
    deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
    rated_ms = excluded.rated_ms""",
)
_ADD_RATING_CHANGES = _inserting(
    "rating_changes", "game_id, player_id, variant, speed, number, at_ms, before, after, deviation"
)
