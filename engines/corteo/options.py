"""The house options: base or advanced game, and the sheet that the city is printed on."""

from __future__ import annotations

from engines.options import Option

OPTIONS: tuple[Option, ...] = (
    Option("version", ("base", "advanced"), "base"),
    Option("board", ("100x70", "A0"), "100x70"),
)
