"""Gives memory back that looking at a whole board took for a moment."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> None:
    """Returns freed memory to the system, where the C library can (glibc).

    A look at a whole board takes some fifty large arrays for an instant; without this they stay with the process,
    about 40 MB of a small computer's memory, until the next such look, an evening later.
    """
    trim = getattr(_C, "malloc_trim", None)
    if trim is not None:
        trim(0)


class Tidier:
    """Gives memory back now and then while nothing happens.

    >>> tidier = Tidier(every_s=10.0)
    >>> tidier.busy(t=100.0)
    >>> tidier.idle(t=109.0)  # not yet
    >>> tidier.idle(t=110.0)  # now, and then at 120
    """

    def __init__(self, every_s: float) -> None:
        self._every_s = every_s
        self._last: float | None = None

    def busy(self, t: float) -> None:
        """Something happens at `t` s: what it takes will be taken again."""
        self._last = t

    def idle(self, t: float) -> None:
        """Nothing happens at `t` s."""
        if self._last is None or t - self._last >= self._every_s:
            self._last = t
            give_back()


_C = ctypes.CDLL(None) if sys.platform == "linux" else None
