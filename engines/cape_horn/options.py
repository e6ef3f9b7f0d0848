"""The house options: which board, and whether phones or real hands hold the tiles."""

from __future__ import annotations

from engines.cape_horn.waters import SHEETS
from engines.options import Option

OPTIONS: tuple[Option, ...] = (
    Option("hands", ("phone", "table"), "phone"),
    Option("board", SHEETS, SHEETS[0]),
)
