"""Asks the C library to give large pieces of memory back as soon as they are free."""

from __future__ import annotations

import ctypes
import sys

M_TRIM_THRESHOLD = -1
M_MMAP_THRESHOLD = -3
M_ARENA_MAX = -8
LARGE_BYTES = 4_000_000
"""Whole pictures are larger, what is computed of a board is smaller: that is taken and left a hundred times in each
look, and every page of it would be asked of the system anew, which took half as long again as the look itself."""
SPARE_BYTES = 1_000_000
"""What may stay free between looks."""
ARENAS = 2
"""One for each core of the smallest machine; more only scatter what is free."""


def give_back_early() -> None:
    """Takes effect for the whole process; a C library that does not know how (it is glibc's) is left as it is."""
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
        mallopt(M_TRIM_THRESHOLD, SPARE_BYTES)
        mallopt(M_ARENA_MAX, ARENAS)
