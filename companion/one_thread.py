"""OpenCV works in the thread that calls it, and in no others beside.

What it does at a time with a picture takes a millisecond or less, and threads that wait for the next spin: a look after
one move takes as long with two of them and half as much processor time again, which several cameras, the phones and a
Pi's temperature need more.
"""

from __future__ import annotations

import os

SETTING = "OPENCV_FOR_THREADS_NUM"
"""Read by OpenCV once, when it is first asked for something; who sets it is obeyed."""


def opencv_in_one_thread() -> None:
    """Takes effect for the whole process if OpenCV has done nothing yet."""
    os.environ.setdefault(SETTING, "1")
