"""How soon the first page answers after the process starts, and how much memory the table takes while it looks."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import psutil

from companion.measures.sample import Summary, summary

PATIENCE_S = 60.0
LOOKED_ON_S = 12.0
"""By then the virtual camera runs at 1080p and the eye has looked at the whole board."""


def measure_startup(game_id: str, samples: int) -> dict[str, Summary]:
    """s from the start of ``tavolo play`` to its first page; MB of memory with the virtual camera at 1080p."""
    firsts: list[float] = []
    memory: list[float] = []
    with tempfile.TemporaryDirectory() as data:
        for number in range(samples):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            began = time.perf_counter()
            command = [sys.executable, "-m", "companion", "play", game_id, "--host", "127.0.0.1", "--port", str(port)]
            process = subprocess.Popen([*command, "--data", data], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                _wait_for_page(f"http://127.0.0.1:{port}/", began)
                firsts.append(time.perf_counter() - began)
                if number == samples - 1:
                    time.sleep(LOOKED_ON_S)
                    memory.append(psutil.Process(process.pid).memory_info().rss / 1e6)
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(30)
    return {"first_page": summary(firsts, "s", "< 2"), "memory": summary(memory, "MB", "< 200")}


def _wait_for_page(url: str, began: float) -> None:
    while time.perf_counter() - began < PATIENCE_S:
        try:
            with urllib.request.urlopen(url, timeout=5) as page:
                page.read()
                return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.01)
    raise RuntimeError(f"{url} did not answer in {PATIENCE_S:g} s")
