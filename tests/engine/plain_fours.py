"""Wins by fours in plain Python, on the lines of the rules' grid: slow, and independent of the kernels."""

from noughts.rules.grid import Grid, cells_of


def gaps_of_fours(grid: Grid, mine: int, theirs: int) -> set[int]:
    """Return the cells that complete a line."""
    found = set()
    for line in grid.lines:
        if not line & theirs and (line & mine).bit_count() == grid.in_a_row - 1:
            found.add(cells_of(line & ~mine)[0])
    return found


def fours_to_make(grid: Grid, mine: int, theirs: int) -> dict[int, set[int]]:
    """Return the cells where a mark makes one or more fours, each with the cells that block them."""
    found: dict[int, set[int]] = {}
    for line in grid.lines:
        if not line & theirs and (line & mine).bit_count() == grid.in_a_row - 2:
            one, another = cells_of(line & ~mine)
            found.setdefault(one, set()).add(another)
            found.setdefault(another, set()).add(one)
    return found


def fours_to_win(grid: Grid, mine: int, theirs: int, most: int) -> int | None:
    """Return how many fours in a row the side to move (`mine`) needs to win, or None if more than `most`."""
    return next((fours for fours in range(most + 1) if _wins(grid, mine, theirs, fours, set())), None)


def _wins(grid: Grid, mine: int, theirs: int, fours: int, failed: set[tuple[int, int, int]]) -> bool:
    if gaps_of_fours(grid, mine, theirs):
        return True
    must = gaps_of_fours(grid, theirs, mine)
    if fours == 0 or len(must) > 1 or (mine, theirs, fours) in failed:
        return False
    for cell, gaps in fours_to_make(grid, mine, theirs).items():
        if must and cell not in must:
            continue
        after = mine | 1 << cell
        if len(gaps) > 1 or _wins(grid, after, theirs | 1 << next(iter(gaps)), fours - 1, failed):
            return True
    failed.add((mine, theirs, fours))
    return False
