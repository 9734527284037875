"""The scale of values keeps their order, and can be inverted."""

from hypothesis import example, given
from hypothesis import strategies as st

from noughts.engine.mnk_scale import scaled, unscaled
from noughts.engine.mnk_tree import BELIEVED, LARGEST_GUESS, WIN


@given(st.integers(-WIN, WIN), st.integers(-WIN, WIN))
def test_a_better_value_is_never_shown_as_worse(one: int, another: int) -> None:
    low, high = sorted((one, another))
    assert -1.0 <= scaled(low) <= scaled(high) <= 1.0


@given(st.integers(-LARGEST_GUESS, LARGEST_GUESS), st.floats(0.001, 2.0))
@example(best=34776, slack=1.8984375)  # The share lies between the lowest guess and the believed losses.
def test_slack_excludes_the_same_moves_on_both_scales(best: int, slack: float) -> None:
    bound = unscaled(scaled(best) - slack)
    assert -WIN <= bound <= best
    if bound > -WIN:
        assert scaled(bound - 1) <= scaled(best) - slack + 1e-9
        assert scaled(bound + 2) >= scaled(best) - slack - 1e-9


def test_estimates_and_likely_wins_and_proven_wins_do_not_overlap() -> None:
    assert scaled(LARGEST_GUESS) < scaled(BELIEVED + 1) < scaled(WIN - 100) == 1.0
