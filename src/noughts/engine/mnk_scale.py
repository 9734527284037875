"""Converts values of the tree to the common scale, -1 to 1, and back."""

from noughts.engine.mnk_tree import BELIEVED, PROVEN, WIN

# A guess this large is worth about half a win; a win that is believed but unproven is worth a little less than a proven
# one.
HALF_WON = 1_500
ALMOST_SURE = 0.97


def scaled(value: int) -> float:
    """Return a value of the tree on the common scale."""
    size = abs(value)
    if size > PROVEN:
        share = 1.0
    elif size > BELIEVED:
        share = ALMOST_SURE
    else:
        share = ALMOST_SURE * size / (size + HALF_WON)
    return share if value > 0 else -share


def unscaled(share: float) -> int:
    """Return the highest value of the tree that is not above this value of the common scale."""
    if share <= -ALMOST_SURE:
        return -WIN
    if share >= ALMOST_SURE:
        return BELIEVED
    # No guess lies beyond `BELIEVED`: a value just below `ALMOST_SURE` must not turn into a proven result.
    size = min(int(HALF_WON * abs(share) / (ALMOST_SURE - abs(share))), BELIEVED)
    return size if share > 0 else -size - 1
