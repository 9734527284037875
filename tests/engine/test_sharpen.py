"""Combining what several searches found about one position."""

from noughts.engine import Valued
from noughts.engine.sharpen import after_reply, keep_proofs
from noughts.rules import Move

A, B, C = (Move(cell, "X") for cell in range(3))


def guess(move: Move, value: float) -> Valued:
    return Valued(move=move, value=value, exact=False)


def proof(move: Move, value: float, distance: int | None = None) -> Valued:
    return Valued(move=move, value=value, exact=True, distance=distance)


def test_a_proof_replaces_a_guess_and_decides_the_order() -> None:
    moves = keep_proofs([guess(A, 0.5), guess(B, 0.2), guess(C, -0.1)], [proof(C, 1), proof(A, -1), guess(B, 0.9)])
    assert moves == (proof(C, 1), guess(B, 0.2), proof(A, -1))


def test_a_new_proof_is_kept() -> None:
    assert keep_proofs([proof(A, 1, 3)], [proof(A, 1)]) == (proof(A, 1, 3),)


def test_a_move_is_worth_what_the_best_reply_leaves() -> None:
    moves = (guess(A, 0.5), guess(B, 0.2))
    assert after_reply(moves, A, proof(C, 1, 4), same_mover=False) == (guess(B, 0.2), proof(A, -1, 5))
    assert after_reply(moves, B, proof(C, 1), same_mover=True) == (proof(B, 1), guess(A, 0.5))
    assert after_reply(moves, A, guess(C, 1), same_mover=False) == moves
    assert after_reply(moves, A, None, same_mover=False) == moves
