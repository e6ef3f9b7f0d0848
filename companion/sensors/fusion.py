"""Several eyes and fingers as one: their evidence adds up, and each goes on alone where another is blind.

A camera whose view of a house is covered still counts there while a switch says that nothing has moved since.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Protocol

import msgspec

from companion.sensors.contact import Contact
from engines.physical import Cell, Contents, Evidence, Observation, named_by

SILENT_S = 6.0
"""s without a word after which a sensor counts as blind: a stopped thread must not hold the others back, and the
slowest camera on the slowest machine looks once in 2 s."""
LATE_S = 0.15
"""A picture is trusted about a house from so long after its switch changed, s: hands are still there before, and the
clocks of camera and board differ by their exposure and debouncing."""


class Receiver(Protocol):
    """As much of the table as several sensors share."""

    def observe(self, observation: Observation) -> object: ...

    def refine(self, observation: Observation) -> object: ...

    def confirmed(self) -> Mapping[Cell, Contents] | None: ...


class Together(msgspec.Struct, frozen=True):
    """Evidence of several sensors about one cell; independent, so that log-likelihoods add up."""

    parts: tuple[Evidence, ...]

    @property
    def likely(self) -> tuple[Contents, ...]:
        """What any of them names as likely."""
        return tuple(contents for part in self.parts for contents in named_by(part))

    def loglik(self, contents: Contents) -> float:
        """As `engines.physical.Evidence.loglik`."""
        return sum(part.loglik(contents) for part in self.parts)


class _Sense:
    """What one sensor said last: evidence, when each cell was last judged, and how its switches changed."""

    def __init__(self) -> None:
        self.evidence: dict[Cell, Evidence] = {}
        self.hidden: frozenset[Cell] = frozenset()
        self.blind = "opening"
        self.looked_at = float("-inf")
        self.judged_at: dict[Cell, float] = {}
        """When cells that are hidden now were last judged."""
        self.switched_at: dict[Cell, float] = {}

    def take(self, observation: Observation) -> frozenset[Cell]:
        """Remembers; names the cells of which it knows something new, or nothing any more."""
        before, self.looked_at = self.looked_at, observation.t
        was_blind, self.blind = self.blind, observation.blind
        if observation.blind:
            return frozenset() if was_blind else frozenset(self.evidence)
        self.judged_at |= dict.fromkeys(observation.hidden - self.hidden, before)
        changed = set(observation.hidden ^ self.hidden)
        for cell, evidence in observation.evidence.items():
            known = self.evidence.get(cell)
            if known != evidence:
                if isinstance(evidence, Contact) and isinstance(known, Contact) and known.taken != evidence.taken:
                    self.switched_at[cell] = observation.t
                self.evidence[cell] = evidence
                changed.add(cell)
        self.hidden = observation.hidden
        return frozenset(self.evidence) if was_blind else frozenset(changed)

    def feels(self, cell: Cell) -> bool:
        """Whether this is a switch under the cell, that can be judged now."""
        return cell not in self.hidden and isinstance(self.evidence.get(cell), Contact)

    def switched(self, cell: Cell) -> float:
        """When the switch of a cell changed last."""
        return self.switched_at.get(cell, float("-inf"))

    def last_judged(self, cell: Cell) -> float:
        """When the evidence of a cell was last known to hold."""
        return self.judged_at.get(cell, float("-inf")) if cell in self.hidden else self.looked_at


class Fusion:
    """Takes observations of several sensors and hands their sum to the table. May be called from any thread.

    A picture is looked at some time after it was taken: where a switch has changed since, the camera's word is old.

    >>> fusion = Fusion(table, ("camera", "board"))
    >>> looking = Looking(source, eye, board, fusion.sense("camera"))
    """

    def __init__(self, table: Receiver, names: tuple[str, ...], what: Callable[[], object] = lambda: None) -> None:
        """`what` answers another value when another board is on the table: nothing sensed before means anything."""
        self._table = table
        self._what, self._on_table = what, what()
        self._lock = threading.Lock()
        self._senses = {name: _Sense() for name in names}
        self._t = float("-inf")
        self._counted: dict[Cell, frozenset[str]] = {}
        """Whose word the table was last told of each cell."""

    def sense(self, name: str) -> SenseOf:
        """What the sensor `name` speaks to instead of the table."""
        return SenseOf(self, name)

    def observe(self, name: str, observation: Observation) -> object:
        """Takes what the sensor `name` sensed."""
        with self._lock:
            fused = self._fused(name, observation)
        return self._table.observe(fused)

    def refine(self, name: str, observation: Observation) -> object:
        """Takes what the sensor `name` says anew of what was judged already."""
        if observation.blind:
            return None
        with self._lock:
            fused = self._fused(name, observation)
        return self._table.refine(fused)

    def confirmed(self, name: str) -> Mapping[Cell, Contents] | None:
        """What surely lay on the board when the sensor `name` looked last; None while that is in doubt.

        A camera learns colours from it, so what switches have told after the picture was taken must not count.
        """
        with self._lock:
            sense = self._senses[name]
            stale = any(
                at + LATE_S > sense.looked_at for other in self._senses.values() for at in other.switched_at.values()
            )
            if sense.blind or stale:
                return None
        return self._table.confirmed()

    def _fused(self, name: str, observation: Observation) -> Observation:
        """What all senses together say after what `name` observed: of the cells that changed, and of those of which
        another set of senses is believed now."""
        if self._on_table != (now := self._what()):
            self._on_table = now
            self._senses = {name: _Sense() for name in self._senses}
            self._counted.clear()
        changed = self._senses[name].take(observation)
        self._t = max(self._t, observation.t)
        for sense in self._senses.values():
            if not sense.blind and observation.t - sense.looked_at > SILENT_S:
                sense.blind = "silent"
        seeing = {other: sense for other, sense in self._senses.items() if not sense.blind}
        if not seeing:
            return Observation(self._t, {}, blind=observation.blind or self._senses[name].blind)
        evidence: dict[Cell, Evidence] = {}
        hidden: set[Cell] = set()
        for cell in {cell for sense in seeing.values() for cell in (*sense.evidence, *sense.hidden)}:
            switched = max((sense.switched(cell) for sense in seeing.values() if sense.feels(cell)), default=None)
            heard = frozenset(other for other, sense in seeing.items() if _counts(sense, cell, switched))
            if not heard:
                hidden.add(cell)
            elif cell in changed or heard != self._counted.get(cell):
                parts = tuple(sense.evidence[cell] for other, sense in seeing.items() if other in heard)
                evidence[cell] = parts[0] if len(parts) == 1 else Together(parts)
            self._counted[cell] = heard
        return Observation(self._t, evidence, frozenset(hidden))


def _counts(sense: _Sense, cell: Cell, switched: float | None) -> bool:
    """Whether what a sensor says of a cell holds now. `switched`: when a switch there changed last, None without one.

    A camera must have judged the cell since; then it counts though a hand covers the cell, for nothing has moved.
    """
    evidence = sense.evidence.get(cell)
    if evidence is None:
        return False
    if isinstance(evidence, Contact) or switched is None:
        return cell not in sense.hidden
    return sense.last_judged(cell) >= switched + LATE_S


class SenseOf:
    """One sensor's face of the fusion; offers what looking and feeling need from the table."""

    def __init__(self, fusion: Fusion, name: str) -> None:
        self._fusion, self._name = fusion, name

    def observe(self, observation: Observation) -> object:
        """Takes what was sensed."""
        return self._fusion.observe(self._name, observation)

    def refine(self, observation: Observation) -> object:
        """Takes what is said anew."""
        return self._fusion.refine(self._name, observation)

    def confirmed(self) -> Mapping[Cell, Contents] | None:
        """What surely lay on the board at the last look."""
        return self._fusion.confirmed(self._name)
