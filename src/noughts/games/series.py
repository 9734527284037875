"""Best of N rounds in one game: counts half points, and says when the series is decided. The starter alternates."""

from noughts.messages.ids import Seat

HalfPoints = tuple[int, int]


def scored(score: HalfPoints, winner: Seat | None) -> HalfPoints:
    """Return the score by seat (X, O) after a round: two half points for a win, one each for a draw."""
    x, o = score
    if winner is None:
        return x + 1, o + 1
    return (x + 2, o) if winner == "X" else (x, o + 2)


def is_decided(score: HalfPoints, rounds_played: int, rounds: int) -> bool:
    """Return whether the leader can no longer change."""
    still_to_win = 2 * (rounds - rounds_played)
    return still_to_win == 0 or abs(score[0] - score[1]) > still_to_win


def leader(score: HalfPoints) -> Seat | None:
    """Return the seat with more points; None on equal points."""
    if score[0] == score[1]:
        return None
    return "X" if score[0] > score[1] else "O"
