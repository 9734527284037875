"""Misère: completing a line loses. Everything else is m,n,k."""

from typing import ClassVar

from noughts.rules.mnk import MnkPosition


class MiserePosition(MnkPosition, frozen=True, eq=False, gc=False):
    """A position in which a line is to be avoided."""

    line_loses: ClassVar[bool] = True
