"""What tests have thought through beside the table.

It loads nothing: the process that thinks gives way to all others, and on a busy machine loading a server takes it
longer than a test waits.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

LONG_S = 60.0


def doubled(number: int) -> int:
    """Quickly thought through."""
    return 2 * number


def after_long(number: int) -> int:
    """Not thought through while a test runs."""
    time.sleep(LONG_S)
    return number


def breaks(_number: int) -> int:
    """As when the machine has no memory left and ends the process."""
    os._exit(1)


def how_likely_it_is_ended(_number: int) -> int:
    """For want of memory; what the table's own process has is 0."""
    return int(Path("/proc/self/oom_score_adj").read_text())
