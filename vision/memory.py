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


_C = ctypes.CDLL(None) if sys.platform == "linux" else None
