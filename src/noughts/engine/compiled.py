"""Where the kernels are compiled. Only `kernels.warm` imports this module, and with it numba."""

from collections.abc import Callable

import numba
import numpy

from noughts.engine.exact_table import fill


def compile_all() -> Callable[..., None]:
    """Compile everything by running it once on something small; gives the compiled `fill`."""
    compiled: Callable[..., None] = numba.njit(cache=True, nogil=True)(fill)
    line = numpy.array([1], numpy.int64)
    compiled(numpy.zeros(3, numpy.int8), line, line, line, True, False, False)
    return compiled
