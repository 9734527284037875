"""The load generator in C plays against the real server. `make bench` relies on its counts."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from bench.generator import Dialect, compiled
from bench.process import Measured, bare_server, echo_server, noughts_server


@pytest.mark.proof(only=True)
@pytest.mark.parametrize(
    ("server", "dialect"), [(echo_server, "echo"), (bare_server, "noughts"), (noughts_server, "noughts")]
)
def test_the_load_generator_plays_without_a_refusal(
    server: Callable[[], AbstractContextManager[Measured]], dialect: Dialect
) -> None:
    with compiled() as generator, server() as measured:
        if generator is None:
            pytest.skip("there is no C compiler")
        figures = generator.measure(measured, dialect, games=4, seconds=0.5)
    assert figures.per_second > 0
    assert figures.refusals == 0
    assert 0 < figures.p50_ms <= figures.p99_ms
