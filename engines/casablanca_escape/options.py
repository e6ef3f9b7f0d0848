"""The house options: which version, which board, and the decisions that a house could sensibly take otherwise."""

from __future__ import annotations

from engines.options import Option

OPTIONS: tuple[Option, ...] = (
    Option("version", ("simple", "articulated"), "simple"),
    Option("red_cards", ("phone", "table"), "phone"),
    Option("board", ("A0", "A1"), "A0"),
    Option("capture_cards", ("keep", "lose"), "keep"),
    Option("event_capture", ("yes", "no"), "yes"),
    Option("casablanca", ("hunted", "safe"), "hunted"),
    Option("walking_in", ("counts", "spared"), "counts"),
    Option("standing", ("counts", "spared"), "counts"),
    Option("plane_gold", ("counts", "no"), "counts"),
    Option("leaving", ("out", "stays"), "out"),
)
