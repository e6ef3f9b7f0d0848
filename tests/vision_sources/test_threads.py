"""The program ends well while a thread still works in OpenCV."""

from __future__ import annotations

import subprocess
import sys

STILL_WORKING = """
import threading
import cv2, numpy as np
from vision.threads import ends_in_time
stop, begun = threading.Event(), threading.Event()
def work():
    image = np.zeros((300, 300, 3), np.uint8)
    while not stop.is_set():
        cv2.GaussianBlur(image, (0, 0), 2)
        begun.set()
    print("stopped", flush=True)
ends_in_time(threading.Thread(target=work, daemon=True), stop).start()
begun.wait()
"""


def test_a_program_ends_without_abort_while_an_eye_that_nobody_closed_looks() -> None:
    ended = subprocess.run([sys.executable, "-c", STILL_WORKING], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout.strip()) == (0, "stopped"), ended.stderr
