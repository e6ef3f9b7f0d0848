"""What can be printed for a game, by name; light enough for the command line's help."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Part: TypeAlias = Literal[
    "board", "tiles", "stickers", "counters", "standups", "cards", "mats", "directory", "markers", "lens"
]
PARTS: tuple[Part, ...] = get_args(Part)
