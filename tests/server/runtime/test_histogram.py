"""Histograms of durations, and which calls are sampled."""

import asyncio
import time

from noughts.server.runtime.histogram import BOUNDS, SAMPLED_ONE_IN, Histogram, sampling
from noughts.server.runtime.loop_lag import PAUSE_SECONDS, watch_loop
from tests.waiting import until


def test_a_duration_counts_in_its_bucket_and_all_larger_ones() -> None:
    histogram = Histogram()
    for seconds in (0.00005, 0.001, 0.0011, 60.0):
        histogram.observe(seconds)
    buckets = dict(histogram.buckets)
    assert list(buckets) == [*map(str, BOUNDS), "+Inf"]
    assert (buckets["0.0001"], buckets["0.001"], buckets["0.0025"], buckets["10.0"], buckets["+Inf"]) == (1, 2, 3, 3, 4)
    assert histogram.total_seconds == 60.00215


def test_samples_the_first_call_and_then_a_fixed_share() -> None:
    is_sampled = sampling()
    sampled = [number for number in range(3 * SAMPLED_ONE_IN) if is_sampled()]
    assert sampled == [0, SAMPLED_ONE_IN, 2 * SAMPLED_ONE_IN]


async def test_measures_the_lag_of_a_blocked_event_loop() -> None:
    lag_seconds = Histogram()
    watching = asyncio.create_task(watch_loop(lag_seconds))
    await asyncio.sleep(0)
    time.sleep(PAUSE_SECONDS + 0.2)  # noqa: ASYNC251 - this blocks the loop
    await until(lambda: lag_seconds.count > 0)
    watching.cancel()
    assert lag_seconds.total_seconds >= 0.2
