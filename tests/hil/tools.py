"""Builds the firmware and the emulator, once, whichever of several test processes comes first."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "hardware" / "firmware"
BUILT = FIRMWARE / "build"
EMULATOR = Path(__file__).parent / "emulator"
EMULATOR_BUILT = Path(__file__).parent / "build"
NEEDED = {
    "avr-gcc": "gcc-avr",
    "gcc": "gcc",
    "make": "make",
}
HEADERS = {
    "/usr/include/simavr/sim_avr.h": "libsimavr-dev",
    "/usr/lib/avr/include/avr/io.h": "avr-libc",
}


def missing_packages() -> tuple[str, ...]:
    """Debian's packages without which neither firmware nor emulator can be built."""
    commands = [package for command, package in NEEDED.items() if shutil.which(command) is None]
    return (*commands, *(package for header, package in HEADERS.items() if not Path(header).exists()))


def build() -> None:
    """Builds what changed; raises `CalledProcessError` with what the compiler said."""
    EMULATOR_BUILT.mkdir(exist_ok=True)
    with (EMULATOR_BUILT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for folder, goals in ((FIRMWARE, ["all"]), (EMULATOR, [])):
            quiet = {"env": os.environ | {"MAKEFLAGS": ""}, "capture_output": True, "text": True}
            done = subprocess.run(["make", "-C", str(folder), *goals], check=False, **quiet)
            assert done.returncode == 0, f"{folder}: {done.stdout}{done.stderr}"
