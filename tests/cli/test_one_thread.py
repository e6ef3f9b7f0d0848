"""OpenCV takes one core of a table's computer at a time, unless somebody says otherwise."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

THREADS = """
import sys
sys.argv = ["tavolo", "games"]
from companion.cli import main
try:
    main()
except SystemExit:
    pass
import cv2
print("threads", cv2.getNumThreads())
"""


@pytest.mark.parametrize(("told", "threads"), [(None, "1"), ("2", "2")])
def test_a_command_lets_opencv_work_in_one_thread_unless_told_otherwise(told: str | None, threads: str) -> None:
    surroundings = {name: value for name, value in os.environ.items() if name != "OPENCV_FOR_THREADS_NUM"}
    if told is not None:
        surroundings["OPENCV_FOR_THREADS_NUM"] = told
    run = subprocess.run(
        [sys.executable, "-c", THREADS], env=surroundings, check=True, capture_output=True, text=True, timeout=60
    )
    assert run.stdout.split()[-2:] == ["threads", threads]
