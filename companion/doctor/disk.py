"""Is there room for games, and may they be written where they shall be kept?"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from companion.doctor.finding import Facts, Finding

CHECK = "disk"
LITTLE_MB, TOO_LITTLE_MB = 500, 50
"""An evening's log is under 1 MB; pictures that are kept take some 200 MB. SQLite needs room beside its file."""


def disk(data: Path) -> Finding:
    """Writes and forces out a small file in `data` (or where it will be made), and looks how much room is left."""
    folder = next(place for place in (data, *data.absolute().parents) if place.exists())
    facts: Facts = {"folder": str(data)}
    if not folder.is_dir():
        return Finding(CHECK, "no_folder", "bad", facts)
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"tavolo")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return Finding(CHECK, "read_only", "bad", {**facts, "problem": error.strerror or str(error)})
    return room(shutil.disk_usage(folder).free // 1_000_000, facts)


def room(free_mb: int, facts: Facts) -> Finding:
    """What so much free room means."""
    if free_mb < TOO_LITTLE_MB:
        return Finding(CHECK, "full", "bad", {**facts, "free": free_mb})
    if free_mb < LITTLE_MB:
        return Finding(CHECK, "little", "warn", {**facts, "free": free_mb})
    return Finding(CHECK, "good", "ok", {**facts, "free": round(free_mb / 1000, 1)})
