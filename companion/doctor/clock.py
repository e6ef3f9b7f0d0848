"""Does the machine know what time it is? A Pi has no clock of its own that runs while it is off."""

from __future__ import annotations

import time
from pathlib import Path

from companion.doctor.finding import Finding

CHECK = "clock"
BUILT = 1_760_000_000
"""A moment before this program was made (October 2025), s since 1970: no true clock shows an earlier one."""
SYNCED = Path("/run/systemd/timesync/synchronized")
"""Is there once systemd-timesyncd has set the clock since the machine was started."""
KEEPER = Path("/run/systemd/timesync")


def clock(now: float | None = None, synced: Path = SYNCED, keeper: Path = KEEPER) -> Finding:
    """Compares the clock with the age of the program, and looks whether the network has set it."""
    now = time.time() if now is None else now
    facts = {"time": time.strftime("%Y-%m-%d %H:%M", time.localtime(now))}
    if now < BUILT:
        return Finding(CHECK, "wrong", "warn", facts)
    if synced.exists():
        return Finding(CHECK, "good", "ok", facts)
    return Finding(CHECK, "not_set", "warn", facts) if keeper.exists() else Finding(CHECK, "plausible", "ok", facts)
