"""A real Mosquitto on a free port, that can be killed and started again; skipped by name where it is not installed."""

from __future__ import annotations

import getpass
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

PATIENCE_S = 30.0


def mosquitto_path() -> str:
    """Where Mosquitto is; Debian installs it where ordinary users do not look."""
    found = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if found is None:
        pytest.skip("Mosquitto is not installed (sudo apt install mosquitto)")
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Mosquitto:
    """A broker with `lines` of configuration in `folder`."""

    def __init__(self, folder: Path, *lines: str) -> None:
        self.path = mosquitto_path()
        self.port = free_port()
        self.config = folder / "mosquitto.conf"
        usual = (f"listener {self.port} 127.0.0.1", "persistence true", f"persistence_location {folder}/")
        self.config.write_text("\n".join((f"user {getpass.getuser()}", *usual, *lines)))
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Mosquitto:
        self.process = subprocess.Popen(
            [self.path, "-c", str(self.config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1.0).close()
                return self
            except OSError:
                assert self.process.poll() is None, "Mosquitto did not start"
                time.sleep(0.02)
        raise AssertionError("Mosquitto takes no connections")

    def kill(self) -> None:
        """Pulls its plug."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """Ends it politely: it keeps what it has to keep."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
            self.process = None


OPEN = "allow_anonymous true"
