"""Values of the tree on the scale that everybody uses, -1 to 1, and back."""

from noughts.engine.mnk_tree import BELIEVED, PROVEN, WIN

# A guess of so much is worth about half a win; a win that is only believed, a little less than one.
HALF_WON = 1_500
ALMOST_SURE = 0.97


def scaled(value: int) -> float:
    """A value of the tree, for people."""
    size = abs(value)
    if size > PROVEN:
        share = 1.0
    elif size > BELIEVED:
        share = ALMOST_SURE
    else:
        share = ALMOST_SURE * size / (size + HALF_WON)
    return share if value > 0 else -share


def unscaled(share: float) -> int:
    """The lowest value of the tree that is at least so good."""
    if share <= -ALMOST_SURE:
        return -WIN
    if share >= ALMOST_SURE:
        return BELIEVED
    size = int(HALF_WON * abs(share) / (ALMOST_SURE - abs(share)))
    return size if share > 0 else -size - 1
