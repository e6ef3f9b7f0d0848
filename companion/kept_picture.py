"""Keeps a picture as a file."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.whole_file import write_whole


def keep(picture: NDArray[np.uint8], path: Path) -> None:
    """Writes `picture` (rows × columns × BGR) to `path`, a PNG; raises `OSError` where it cannot be written."""
    done, data = cv2.imencode(".png", picture)
    if not done:
        raise OSError(f"{path.name} cannot be made")
    write_whole(path, data.tobytes())
