"""The virtual table at full HD leaves room for everything else in a small computer's memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MOST_MB = 100
"""What the whole service may take is 200 MB; interpreter, OpenCV and NumPy alone take about 60."""

EVENING = """
import psutil
from companion.memory import give_back_early

give_back_early()  # as `tavolo play` does

from vision_sources.toyboard import kit
from vision.virtual.table import VirtualTable

board = kit()
before = psutil.Process().memory_info().rss
table = VirtualTable(board, ["disc:red", "square:white"], size=(1920, 1080))
number = most = 0
faults = [None, "glare", "nudge", "covered_corner", "hand", "dusk"]
for fault in faults:
    if fault:
        table.set_fault(fault, 0.7)
    table.move("disc-red-1", 60.0 + number, 70.0)
    for _ in range(3):
        number = table.newest(number, 60.0).number
        most = max(most, psutil.Process().memory_info().rss)
table.close()
print((most - before) / 1e6)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as Linux counts it")
def test_virtual_camera_at_full_hd_takes_little_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-c", EVENING],
        cwd=Path(__file__).parent.parent,
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < MOST_MB
