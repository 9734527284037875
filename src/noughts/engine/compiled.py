"""Compile the kernels. Only `kernels.warm` imports this module, and with it numba.

Cached kernels refer to the classes `Tree`, `Net` and `Knobs` by name. If one is renamed, numba fails to read older
caches.
"""

from collections.abc import Callable

import numba
import numpy

from noughts.engine.exact_table import fill
from noughts.engine.five_thinker import thinker as five
from noughts.engine.gravity_search import search as search_with_gravity
from noughts.engine.mnk_search import search
from noughts.engine.order_search import search as search_order
from noughts.engine.ultimate import thinker
from noughts.rules import find_variant
from noughts.rules.mnk import MnkPosition
from noughts.rules.ultimate import UltimatePosition


def compile_all() -> Callable[..., None]:
    """Compile everything by running it once on small inputs. Return the compiled `fill`."""
    compiled: Callable[..., None] = numba.njit(cache=True, nogil=True)(fill)
    numbers = numpy.array([1], numpy.int64)
    compiled(numpy.zeros(3, numpy.int8), numbers.copy(), numbers, numbers, numbers, True, False, False, False)
    start = UltimatePosition.start()
    move = thinker().think(start, milliseconds=1).moves[0].move
    # The second search uses the tree of the first.
    thinker().think(start.play(move), milliseconds=1)
    large = find_variant("gomoku").start()
    assert isinstance(large, MnkPosition)
    search(large, 1, 1)
    five().judge_all(large, 1)
    five().think(large.play(large.legal_moves()[112]), 1)
    falling = find_variant("connect-four").start()
    assert isinstance(falling, MnkPosition)
    search_with_gravity(falling, 1)
    either = find_variant("order-and-chaos").start()
    assert isinstance(either, MnkPosition)
    search_order(either, 1)
    return compiled
