"""Reads a map drawn as text rows: a row number, then one character a cell, apart by spaces."""

from __future__ import annotations

from pathlib import Path

from engines.data import DataError
from engines.physical import Cell

NO_CELL = "_"


def read_rows(path: Path, rows: str, codes: str) -> dict[Cell, str]:
    """Cell id ``CCRR`` → its character. `codes` are the characters that may stand in the map.

    Raises `DataError` (key ``map``) naming row and column of what is wrong.

    >>> read_rows(path, " 0 . c\\n 1  c c", ".c")
    {'0000': '.', '0100': 'c', '0001': 'c', '0101': 'c'}
    """
    cells: dict[Cell, str] = {}
    width = None
    for number, text in enumerate(line for line in rows.splitlines() if line.strip()):
        label, *row = text.split()
        if label != str(number):
            raise DataError(path, "map", f"row {number} begins with {label!r}; rows are numbered from 0")
        width = len(row) if width is None else width
        if len(row) != width:
            raise DataError(path, "map", f"row {number} has {len(row)} cells, those above {width}; all must be equal")
        for column, code in enumerate(row):
            if code != NO_CELL and (len(code) != 1 or code not in codes):
                problem = (
                    f"row {number}, column {column}: {code!r} is no terrain; there are: {' '.join(codes)} {NO_CELL}"
                )
                raise DataError(path, "map", problem)
            if code != NO_CELL:
                cells[f"{column:02d}{number:02d}"] = code
    if not cells:
        raise DataError(path, "map", "is empty; draw it as rows: a number, then one character a cell")
    return cells
