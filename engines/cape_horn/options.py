"""The house options: which board, who holds the tiles, and the decisions that a house could take otherwise."""

from __future__ import annotations

from engines.cape_horn.waters import SHEETS
from engines.options import Option

OPTIONS: tuple[Option, ...] = (
    Option("hands", ("phone", "table"), "phone"),
    Option("board", SHEETS, SHEETS[0]),
    Option("beside", ("corners", "sides"), "corners"),
    Option("cover", ("all", "ignore"), "all"),
    Option("starts", ("kept", "covered"), "kept"),
    Option("halfway", ("counts", "no"), "counts"),
    Option("line", ("over", "exact"), "over"),
    Option("becalmed", ("roses", "nobody"), "roses"),
    Option("tags", ("none", "printed"), "none"),
)
