"""The house options: which rule set, which board, and the decisions that a house could sensibly take otherwise."""

from __future__ import annotations

from engines.casablanca_agents.agents import SHEETS
from engines.options import Option

OPTIONS: tuple[Option, ...] = (
    Option("rules", ("main", "variant"), "main"),
    Option("board", SHEETS, SHEETS[0]),
    Option("first", ("drawn", "chosen"), "drawn"),
    Option("ties", ("mover", "shared"), "mover"),
    Option("unbribed", ("outside", "mover"), "outside"),
    Option("attempts", ("any", "two"), "any"),
    Option("withdrawal", ("main", "both"), "main"),
    Option("fee", ("announced", "standing"), "announced"),
    Option("two_agents", ("main", "both", "no"), "main"),
    Option("foreign", ("stays", "barred"), "stays"),
    Option("repetition", ("barred", "allowed"), "barred"),
)
