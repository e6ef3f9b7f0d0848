"""Asks the C library to give large pieces of memory back as soon as they are free."""

from __future__ import annotations

import ctypes
import sys

M_MMAP_THRESHOLD = -3
M_ARENA_MAX = -8
LARGE_BYTES = 500_000
"""Pictures and their temporaries are larger, nearly all else is smaller; found by watching the table's memory."""
ARENAS = 2
"""One for each core of the smallest machine; more only scatter what is free."""


def give_back_early() -> None:
    """Takes effect for the whole process; a C library that does not know how (it is glibc's) is left as it is."""
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
        mallopt(M_ARENA_MAX, ARENAS)
