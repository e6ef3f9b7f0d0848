"""The sentences of a game as they are loaded: its own, those of its lessons, and those that all games share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engines.texts import Texts


@cache
def _shared() -> Texts:
    return Texts.load(Path(__file__).parent / "sentences")


def sentences(folder: Path) -> Texts:
    """Those of the game whose texts lie in `folder`; raises `DataError` as `Texts.load` does."""
    return _shared().merged(Texts.load(folder)).merged(Texts.load(folder / "learning"))
