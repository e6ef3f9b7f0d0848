"""Threads that work in OpenCV end before the interpreter does.

A daemon thread that returns from OpenCV while the interpreter is being torn down is unwound through C++ frames that
may not be unwound, and the whole process aborts ("terminate called without an active exception"). So such threads are
asked to stop and waited for first, whether or not whoever started them closed them.
"""

from __future__ import annotations

import atexit
import threading
from weakref import WeakKeyDictionary

LAST_S = 20.0
"""Longest wait for one thread at the end; a look at a board takes at most a few seconds on a busy machine."""

_running: WeakKeyDictionary[threading.Thread, threading.Event] = WeakKeyDictionary()


def ends_in_time(thread: threading.Thread, stop: threading.Event) -> threading.Thread:
    """`thread`, which ends soon after `stop` is set, and which the end of the program sets and waits for."""
    _running[thread] = stop
    return thread


@atexit.register
def _end_all() -> None:
    threads = [(thread, stop) for thread, stop in list(_running.items()) if thread.is_alive()]
    for _, stop in threads:
        stop.set()
    for thread, _ in threads:
        thread.join(LAST_S)
