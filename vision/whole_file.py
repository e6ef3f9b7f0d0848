"""Writes a file so that whoever reads it finds the old one or the new one, whole, though the plug is pulled."""

from __future__ import annotations

import os
import threading
from pathlib import Path


def write_whole(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Puts `content` at `path`, its folder with it where there is none; durable when this returns.

    Nobody can read it with other rights than `mode` at any time. Raises `OSError` where it cannot be written, and then
    leaves the old file and nothing beside it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    fresh.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    _sync_names(path.parent)


def _sync_names(folder: Path) -> None:
    """Makes the names in `folder` durable: a rename is lost with the power until its folder is synced."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
