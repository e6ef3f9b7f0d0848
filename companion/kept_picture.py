"""Keeps a picture as a file so that whoever reads it finds the old one or the new one, whole."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray


def keep(picture: NDArray[np.uint8], path: Path) -> None:
    """Writes `picture` (rows × columns × BGR) to `path`, a PNG; raises `OSError` where it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done, data = cv2.imencode(".png", picture)
    if not done:
        raise OSError(f"{path.name} cannot be made")
    put(data.tobytes(), path)


def put(content: bytes, path: Path) -> None:
    """Writes a file whole; raises `OSError` where it cannot be written, and then leaves nothing behind."""
    fresh = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    try:
        fresh.write_bytes(content)
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
