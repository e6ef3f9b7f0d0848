"""A teacher and a virtual table for pages over the parlour, beside its table in `tests.web.fakes`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from web.learning_service import (
    Answer,
    Chapter,
    Deed,
    Help,
    Lesson,
    Objection,
    PlacesChapter,
    PrintedPlace,
    PrintedRule,
    PrintedRulebook,
)
from web.service import (
    RuleCited,
    Seat,
)


class FakeTeacher:
    """`web.learning_service.LearningService` with one rule: nobody hops far."""

    rule = RuleCited("hop.far", "§3", "One hops one place or two.")

    def help(self, seat: Seat, lang: str) -> Help:
        says = "Your piece hops over Donaudampfschifffahrtsgesellschaft."
        hop = Deed("hop", "Hop", says, self.rule, ["Hop to 0303", "Hop to 0401"], 2, True)
        fly = Objection(["Fly"], "Discs do not fly.", "Grow wings.", None)
        return Help(self.lesson(seat, lang), "", [hop] if seat == "red" else [], [fly], ["Somewhere"])

    def why_not_there(self, seat: Seat, place: str, lang: str) -> Answer:
        return Answer(place, [], [Objection(["Hop"], f"{place} is too far.", "Hop twice.", self.rule)])

    def why_not(self, seat: Seat, action: bytes, lang: str) -> Answer:
        return Answer(action.decode(), ["Hop"], [])

    def lesson(self, seat: Seat | None, lang: str) -> Lesson:
        return Lesson("Hopping", {"it": "Si salta. Poi tocca agli altri."}.get(lang, "One hops. Then others do."))

    def rulebook(self, lang: str) -> PrintedRulebook:
        far = PrintedRule("hop.far", "§3", "One hops one place or two.", "given")
        rest = [PrintedRule(f"rest.{n}", "§4", f"Città number {n} is for resting.", "decision") for n in range(20)]
        return PrintedRulebook([Chapter("Hopping", [far]), Chapter("Resting", rest)], [("Length", "short")])

    def has_directory(self) -> bool:
        return True

    def directory(self, lang: str) -> list[PlacesChapter]:
        return [PlacesChapter("Streets", [PrintedPlace("Hopping Lane", "a1–a9", "one hops here")])]


class FakeTop:
    """`web.service.VirtualTop` with two discs, of which the red one has no other side, and faults."""

    def __init__(self) -> None:
        self.lying: dict[str, dict[str, Any]] = {
            "p1": {"id": "p1", "look": "disc:red", "x": 20.0, "y": 20.0, "angle": 0.0, "level": 0},
            "p2": {"id": "p2", "look": "disc:blue", "x": 44.0, "y": 20.0, "angle": 0.0, "level": 0},
        }
        self.levels = {"glare": 0.0, "hand": 0.0}
        self.flipped: list[str] = []
        self.laid_out: list[Mapping[str, Sequence[str]]] = []
        self.bounds_mm = (-20.0, -20.0, 240.0, 130.0)

    def pieces(self) -> Sequence[Mapping[str, Any]]:
        return list(self.lying.values())

    def move(self, piece: str, x_mm: float, y_mm: float) -> None:
        if not 0 <= x_mm <= 1000:
            raise ValueError(f"x={x_mm} is off the table")
        self.lying[piece].update(x=x_mm, y=y_mm)

    def flip(self, piece: str) -> None:
        if self.lying[piece]["look"] == "disc:red":
            raise ValueError(f"{piece} looks the same from both sides")
        self.flipped.append(piece)

    def set_fault(self, name: str, level: float) -> None:
        self.levels[name]
        self.levels[name] = level

    def faults(self) -> Mapping[str, float]:
        return self.levels

    def lay_out(self, placement: Mapping[str, Sequence[str]]) -> None:
        self.laid_out.append(placement)
