"""Names of the files that are kept for one camera and one board."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path


def file_for(folder: Path, eye: str, game: str, options: Mapping[str, str], ending: str) -> Path:
    """The file in `folder` for the camera `eye` and the board of a game under these options.

    >>> file_for(Path("prints"), "phone", "toy", {"board": "A0"}, ".png").name
    'toy-d8e816b810146a6d.png'
    """
    what = repr((eye, game, sorted(options.items())))
    return folder / f"{game}-{hashlib.sha256(what.encode()).hexdigest()[:16]}{ending}"
