"""The house options: the board, how hunts follow each other, and the decisions that a house could take otherwise."""

from __future__ import annotations

from engines.options import Option

SHEETS = ("A2", "A1")

OPTIONS: tuple[Option, ...] = (
    Option("hunts", ("each", "one", "twice"), "each"),
    Option("board", SHEETS, SHEETS[0]),
    Option("deduction", ("shown", "hidden"), "shown"),
    Option("first", ("dice", "chosen"), "dice"),
    Option("wrap", ("ray", "centre"), "ray"),
    Option("cards", ("even", "chess"), "even"),
    Option("start", ("hideout", "chosen"), "hideout"),
    Option("edges", ("all", "spy"), "all"),
    Option("passing", ("through", "stops"), "through"),
    Option("memory", ("hunt", "outing"), "hunt"),
    Option("home", ("between", "last", "free"), "between"),
    Option("asking", ("each", "after"), "each"),
    Option("arrest", ("same", "beside"), "same"),
    Option("arresting", ("instead", "also"), "instead"),
    Option("failed", ("next", "this"), "next"),
    Option("moving_refuges", ("no", "yes"), "no"),
    Option("clues", ("board", "phone"), "board"),
    Option("longest", ("120", "60", "deck", "none"), "120"),
)
