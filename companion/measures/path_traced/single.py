"""Judges whether the lattice is found in single pictures beside which the true places of cells are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np

from companion.measures.finding import Found, offsets
from companion.measures.path_traced.painted_map import MapGrid
from companion.measures.printed_maps import Kind
from companion.measures.sample import seconds
from engines.data import DataError, load_json
from engines.physical import Cell
from vision.encoded import whole_picture
from vision.lattice import Lattice, find_lattice

FIND_FILE = "find.json"


class TrueCells(msgspec.Struct, frozen=True):
    """The file ``find.json``: the board's grid, and px of the middle of every cell, in the picture or not."""

    grid: MapGrid
    cells: dict[Cell, tuple[float, float]]


def picture_in(folder: Path) -> Path:
    """Where the one picture of a folder is."""
    return folder / "frames" / "0000.jpg"


def found_in(folder: Path) -> Found:
    """What becomes of the picture in `folder`: right where every cell whose middle is in view is found.

    Raises `DataError` naming the file that is missing or wrong.
    """
    true, path = load_json(folder / FIND_FILE, TrueCells), picture_in(folder)
    image = whole_picture(path.read_bytes(), cv2.IMREAD_COLOR) if path.is_file() else None
    if image is None:
        raise DataError(path, "", "is not a picture that can be read")
    centres = np.array(list(true.cells.values()), np.float64)
    inside = ((centres >= 0) & (centres <= np.array(image.shape[1::-1]) - 1)).all(axis=1)
    answers: list[Lattice | None] = []
    took = seconds(lambda: answers.append(find_lattice(image)))
    if answers[0] is None:
        return Found(true.grid, False, 1.0, 1.0, took * 1000)
    kind: Kind = "square" if true.grid == "square" else "hex"
    worst, flat = (offsets(answers[0], kind, centres[inside], lens).max(initial=0) for lens in (True, False))
    return Found(true.grid, True, float(worst), float(flat), took * 1000)


def as_markdown(found: Mapping[str, Sequence[Found]]) -> str:
    """A table: a row for each name, and one for all of them."""
    head = ("grid", "pictures", "right", "found wrongly", "not found", "time, median")
    lines = [head, ("---", *["---:"] * (len(head) - 1))]
    every = [one for each in found.values() for one in each]
    for name, each in (*found.items(), ("**all**", every)):
        right, some = sum(one.right for one in each), sum(one.found for one in each)
        took = f"{np.median([one.ms for one in each]) / 1000:.2f} s"
        lines.append((name, *(str(count) for count in (len(each), right, some - right, len(each) - some)), took))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
