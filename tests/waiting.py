"""Waiting for what happens in another thread or process."""

from __future__ import annotations

import time
from collections.abc import Callable

ASK_EVERY_S = 0.01


def comes_true(holds: Callable[[], object], within_s: float) -> bool:
    """Whether `holds` at some moment of the next `within_s` s."""
    until = time.monotonic() + within_s
    while not (true := holds()) and time.monotonic() < until:
        time.sleep(ASK_EVERY_S)
    return bool(true)


def eventually(holds: Callable[[], object], within_s: float = 60.0) -> None:
    """Waits until `holds`; fails the test where it does not come to that."""
    assert comes_true(holds, within_s), f"it did not come to that within {within_s:g} s"
