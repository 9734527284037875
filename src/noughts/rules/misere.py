"""Misère: whoever completes a line loses. All else is m,n,k."""

from noughts.rules.mnk import MnkPosition
from noughts.rules.outcome import Mark, other


class MiserePosition(MnkPosition, frozen=True, eq=False, gc=False):
    """A position in which a line is to be avoided."""

    @staticmethod
    def _winner(mover: Mark) -> Mark:
        return other(mover)
