"""The signs that tell colours apart for those who cannot see them: the same on pages as on the pieces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

import engines.boards.drawing
from engines.data import load_toml


class _Drawings(msgspec.Struct):
    signs: dict[str, str]


@cache
def signs() -> Mapping[str, str]:
    """SVG path data of each colour's sign, in a square of 8 × 8 round the origin."""
    return load_toml(Path(engines.boards.drawing.__file__).with_name("pieces.toml"), _Drawings).signs
