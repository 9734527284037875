"""Counts all games a second time in the simplest way: directly from the stored JSON, without our own code.

Only the formula of the ratings is taken from `games/glicko.py`, which has separate tests against the paper.
"""

import json
from collections import Counter
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, text

from noughts.games import glicko

Results = list[dict[str, Any]]


def finished_games(connection: Connection) -> Results:
    """Return every game that counts, in the order of counting, as a dict of plain values."""
    rows = connection.execute(text("SELECT id, number FROM games WHERE number IS NOT NULL ORDER BY number")).all()
    return [_result(connection, game, number) for game, number in rows]


def _result(connection: Connection, game: str, number: int) -> dict[str, Any]:
    rows = connection.execute(text("SELECT at_ms, body FROM events WHERE game_id = :id ORDER BY version"), {"id": game})
    seats: dict[str, str | None] = {"X": None, "O": None}
    found: dict[str, Any] = {"id": game, "number": number}
    for at_ms, body in rows:
        for event in json.loads(body):
            match event["type"]:
                case "GameCreated":
                    found["setup"] = event["setup"]
                    seats[event["seat"]] = event["player"]
                    seats["O" if event["seat"] == "X" else "X"] = event.get("other")
                    found["from_ms"] = at_ms
                case "PlayerJoined":
                    seats[event["seat"]] = event["player"]
                    found["from_ms"] = at_ms
                case "RoundStarted":
                    found.setdefault("first", seats["X"])
                    seats = {"X": seats["O"], "O": seats["X"]}
                case "MoveMade" if "first" not in found:
                    found["first"] = seats["X"]
                case "GameFinished":
                    found |= {"winner": event["winner"], "to_ms": at_ms, "seats": dict(seats)}
    # Without a move, X counts as the first player.
    found.setdefault("first", found["seats"]["X"])
    return found


def tallies(results: Results) -> Counter[tuple[str, str, str]]:
    """Count the games by (player, opponent, outcome)."""
    return Counter((player, opponent, outcome) for game in results for player, opponent, _, outcome, _ in _sides(game))


def records(results: Results) -> Counter[tuple[str, str, str, str]]:
    """Count the games by (player, variant, seat, outcome)."""
    return Counter(
        (player, game["setup"].get("variant", "classic"), seat, outcome)
        for game in results
        for player, _, seat, outcome, _ in _sides(game)
    )


def times(results: Results) -> Counter[str]:
    """Return the playing time of each player in milliseconds."""
    played: Counter[str] = Counter()
    for game in results:
        for player, *_, ms in _sides(game):
            played[player] += ms
    return played


def streaks(results: Results) -> dict[str, tuple[str, int, int, int]]:
    """Return each player's current streak, and the longest winning and losing streaks."""
    outcomes: dict[str, list[str]] = {}
    for game in results:
        for player, opponent, _, outcome, _ in _sides(game):
            if not opponent.startswith("computer-"):
                outcomes.setdefault(player, []).append(outcome)
    found = {}
    for player, ends in outcomes.items():
        rows = [(outcome, len(list(row))) for outcome, row in groupby(ends)]
        won, lost = (max([length for outcome, length in rows if outcome == kind] or [0]) for kind in ("won", "lost"))
        found[player] = (*rows[-1], won, lost)
    return found


def ratings(results: Results, advantages: dict[str, float]) -> dict[tuple[str, str], tuple[float, float, int]]:
    """Return the rating, its deviation and the number of rated games by (variant, player), all of one speed."""
    known: dict[tuple[str, str], tuple[glicko.Rating, int, int]] = {}
    for game in results:
        setup = game["setup"]
        if not setup.get("rated"):
            continue
        variant = setup.get("variant", "classic")
        rounds = setup.get("rounds", 1)
        aged, periods, played = {}, {}, {}
        for player in game["seats"].values():
            rating, rated_ms, played[player] = known.get((variant, player), (glicko.Rating(), game["to_ms"], 0))
            periods[player] = max(0, game["to_ms"] - rated_ms) * glicko.PERIODS_PER_MS
            aged[player] = (rating, glicko.aged(rating, periods[player]))
        for player, opponent, _, outcome, _ in _sides(game):
            points = {"won": 1.0, "drawn": 0.5, "lost": 0.0}[outcome]
            advantage = advantages[variant] / rounds if rounds % 2 else 0.0
            sign = 1 if player == game["first"] else -1
            score = glicko.Score(aged[opponent][1], points, sign * advantage)
            new = glicko.rated(aged[player][0], [score], periods[player])
            known[variant, player] = (new, game["to_ms"], played[player] + 1)
    return {key: (rating.rating, rating.deviation, games) for key, (rating, _, games) in known.items()}


def _sides(game: dict[str, Any]) -> list[tuple[str, str, str, str, int]]:
    """Return the game for each person in it: player, opponent, seat, outcome, milliseconds."""
    sides = []
    for seat, player in game["seats"].items():
        opponent = game["seats"]["O" if seat == "X" else "X"]
        if player.startswith("computer-"):
            continue
        outcome = "drawn" if game["winner"] is None else "won" if game["winner"] == seat else "lost"
        which = seat if game["setup"].get("rounds", 1) == 1 else "both"
        sides.append((player, opponent, which, outcome, game["to_ms"] - game["from_ms"]))
    return sides
