"""An evening whose board feels instead of being seen: pieces are moved by hand over switches, nothing else is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.readings import Ambiguous, Reading
from companion.reconcile import Findings
from companion.sensors.fingers import LANDED_S, Fingers, Known, Touch
from tests.table.evenings import Evening


class TouchedEvening(Evening):
    """`lift` and `put` move pieces by hand; `feel` lets the table feel the switches for a while."""

    hands: dict[str, list[str]]
    """What truly lies where; no sensor knows it."""

    def begin_touched(self) -> TouchedEvening:
        self.service.begin("en")
        self.fingers = Fingers(self.table.moment.board, self.switch_places())
        self.hands = {cell: list(looks) for cell, looks in self.table.moment.placement.items()}
        self.switched()
        self.feel()
        assert self.table.moment.phase == "playing"
        return self

    def switch_places(self) -> list[str]:
        """Places that have a switch."""
        return sorted(self.table.moment.board.places)

    @property
    def known(self) -> Known:
        moment = self.table.moment
        placement = self.game.placement(self.state)
        return Known(placement, self.table.situation().lying, self.game.supply(moment.row.options, moment.row.seats))

    def switched(self) -> None:
        """The switches change to what lies on them."""
        taken = frozenset(cell for cell, looks in self.hands.items() if looks)
        self.fingers.feel(Touch(taken), self.known, self.clock.t)

    def lift(self, look: str) -> str:
        """A hand lifts a piece; answers where it lay."""
        cell = next(cell for cell, looks in self.hands.items() if look in looks)
        self.hands[cell].remove(look)
        self.switched()
        return cell

    def put(self, look: str, cell: str) -> None:
        """A hand puts a piece down."""
        self.hands.setdefault(cell, []).append(look)
        self.switched()

    def feel(self, seconds: float = 0.6) -> Findings:
        """Feels until it has settled; the findings that were not unrest, else the last."""
        found = []
        for _ in range(round(seconds * 10) + 1):
            self.clock.t += 0.1
            found.append(self.table.observe(self.fingers.observation(self.known, self.clock.t)))
        return next((item for item in found if type(item.reading).__name__ in ("Moved", "TakenBack")), found[-1])

    def wait(self) -> Findings:
        """Feels until a piece in the air counts as landed unnoticed."""
        return self.feel(LANDED_S + 0.6)

    def walk(self, looks: Iterable[str], to: str) -> None:
        """A hand carries pieces, the first one on top, to a place, and waits a while where nothing comes of it."""
        before, carried = len(self.entries), list(looks)
        for look in carried:
            self.lift(look)
        for look in reversed(carried):
            self.put(look, to)
        self.feel()
        if len(self.entries) == before and self.question is None:
            self.wait()

    def mend(self) -> None:
        """Hands bring the board to what the engine wants."""
        self.hands = {cell: list(looks) for cell, looks in self.table.moment.placement.items()}
        self.switched()
        self.feel()

    @property
    def question(self) -> Ambiguous | None:
        """What a phone is asked about the board."""
        readings: Iterable[Reading] = (item.reading for item in self.table.moment.ruling.standing)
        return next((reading for reading in readings if isinstance(reading, Ambiguous)), None)

    def truly(self) -> Mapping[str, tuple[str, ...]]:
        """What lies where, looks sorted."""
        return {cell: tuple(sorted(looks)) for cell, looks in self.hands.items() if looks}
