"""How right the eye is on a folder of recordings, one tier each, and the table that says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from companion.seeing import score, see
from engines.data import DataError


class Tier(msgspec.Struct, frozen=True):
    """Scores of one recording, of the frames that are not known.

    `cells` that hold something or are said to, of those `wrong` and `abstained`; `empty_abstained`: empty cells left
    open though nothing hides them; of `frames` those wholly `right_frames`, and those in which the board was `lost`.
    """

    cells: int
    wrong: int
    abstained: int
    empty_abstained: int
    frames: int
    right_frames: int
    lost: int


def recordings_in(folder: Path) -> list[Path]:
    """The recordings directly in `folder`, by name; raises `DataError` where there are none."""
    found = sorted(path.parent for path in folder.glob("*/recording.json"))
    if not found:
        raise DataError(folder, "", "holds no recordings: none of its folders has a recording.json")
    return found


Frames: TypeAlias = Iterable[Mapping[str, Any]]


def tiers(folder: Path, looked: Callable[[Path], Frames] = see) -> Iterator[tuple[str, Tier]]:
    """The scores of each recording in `folder`; raises `DataError` for a recording that cannot be read.

    `looked`: what is seen in a recording, as `companion.seeing.see` says it.
    """
    for recording in recordings_in(folder):
        yield recording.name, tier_of(recording, looked(recording))


def tier_of(recording: Path, seen: Frames) -> Tier:
    """The scores of the recording in that folder, where `seen` is what the eye said of it."""
    said = score(recording, seen)
    return Tier(
        cells=said["pieces"],
        wrong=said["wrong"],
        abstained=said["abstained"],
        empty_abstained=said["empty_abstained"],
        frames=said["frames"],
        right_frames=said["right_frames"],
        lost=said["lost"],
    )


def as_markdown(found: Mapping[str, Tier]) -> str:
    """The table of `docs/accuracy.md`."""
    names = ("cells", "wrong", "abstained", "empty_abstained", "frames", "right_frames", "lost")
    head = ("tier", "cells judged", "wrong", "abstained", "empty abstained", "frames", "wholly right", "board lost")
    rows = [(name, *(str(getattr(tier, each)) for each in names)) for name, tier in found.items()]
    total = ("**all**", *(str(sum(getattr(tier, each) for tier in found.values())) for each in names))
    lines = [head, ("---", *["---:"] * len(names)), *rows, total]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
