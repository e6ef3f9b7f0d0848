"""Several eyes and fingers as one: their evidence adds up, and each goes on alone where another is blind.

A camera whose view of a house is covered still counts there while a switch says that nothing has moved since.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Protocol

import msgspec

from companion.sensors.contact import Contact
from engines.physical import Cell, Contents, Evidence, Observation

FRESH_S = 3.0
"""s without a word after which a sensor counts as blind: a stopped thread must not hold the others back."""


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
        return tuple(contents for part in self.parts for contents in getattr(part, "likely", ()))

    def loglik(self, contents: Contents) -> float:
        """As `engines.physical.Evidence.loglik`."""
        return sum(part.loglik(contents) for part in self.parts)


class _Sense:
    """What one sensor said last."""

    def __init__(self) -> None:
        self.evidence: dict[Cell, Evidence] = {}
        self.hidden: frozenset[Cell] = frozenset()
        self.blind = "opening"
        self.heard_at = float("-inf")

    def take(self, observation: Observation) -> frozenset[Cell]:
        """Remembers; names the cells of which it knows something new, or nothing any more."""
        self.heard_at = observation.t
        was_blind, self.blind = self.blind, observation.blind
        if observation.blind:
            return frozenset() if was_blind else frozenset(self.evidence)
        changed = set(observation.hidden ^ self.hidden)
        for cell, evidence in observation.evidence.items():
            if self.evidence.get(cell) != evidence:
                self.evidence[cell] = evidence
                changed.add(cell)
        self.hidden = observation.hidden
        return frozenset(self.evidence) if was_blind else frozenset(changed)


class Fusion:
    """Takes observations of several sensors and hands their sum to the table. May be called from any thread.

    >>> fusion = Fusion(table, ("camera", "board"))
    >>> looking = Looking(source, eye, board, fusion.sense("camera"))
    """

    def __init__(self, table: Receiver, names: tuple[str, ...]) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._senses = {name: _Sense() for name in names}
        self._felt_with: dict[tuple[str, Cell], bool] = {}

    def sense(self, name: str) -> SenseOf:
        """What the sensor `name` speaks to instead of the table."""
        return SenseOf(self, name)

    def forget(self) -> None:
        """Another board lies on the table: nothing that was sensed means anything."""
        with self._lock:
            self._senses = {name: _Sense() for name in self._senses}
            self._felt_with.clear()

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

    def confirmed(self) -> Mapping[Cell, Contents] | None:
        """As `Receiver.confirmed`."""
        return self._table.confirmed()

    def _fused(self, name: str, observation: Observation) -> Observation:
        sense = self._senses[name]
        changed = sense.take(observation)
        for cell in observation.evidence.keys() - observation.hidden:
            self._remember_touch(name, cell)
        changed |= self._fallen_silent(observation.t)
        seeing = {other: one for other, one in self._senses.items() if not one.blind}
        if not seeing:
            return Observation(observation.t, {}, blind=observation.blind or sense.blind)
        everywhere = frozenset(cell for one in seeing.values() for cell in (*one.evidence, *one.hidden))
        evidence: dict[Cell, Evidence] = {}
        hidden: set[Cell] = set()
        for cell in everywhere:
            parts = tuple(
                one.evidence[cell]
                for other, one in seeing.items()
                if cell in one.evidence and (cell not in one.hidden or self._untouched(other, cell))
            )
            if not parts:
                hidden.add(cell)
            elif cell in changed:
                evidence[cell] = parts[0] if len(parts) == 1 else Together(parts)
        return Observation(observation.t, evidence, frozenset(hidden))

    def _fallen_silent(self, t: float) -> frozenset[Cell]:
        gone: set[Cell] = set()
        for sense in self._senses.values():
            if not sense.blind and t - sense.heard_at > FRESH_S:
                sense.blind = "silent"
                gone |= sense.evidence.keys()
        return frozenset(gone)

    # What a covered camera may still say

    def _switch(self, cell: Cell) -> bool | None:
        """Whether a switch there is closed; None where there is none that feels now."""
        for sense in self._senses.values():
            evidence = sense.evidence.get(cell)
            if not sense.blind and cell not in sense.hidden and isinstance(evidence, Contact):
                return evidence.taken
        return None

    def _remember_touch(self, name: str, cell: Cell) -> None:
        state = self._switch(cell)
        if state is not None:
            self._felt_with[(name, cell)] = state
        else:
            self._felt_with.pop((name, cell), None)

    def _untouched(self, name: str, cell: Cell) -> bool:
        """Whether the switch of a cell is as it was when the sensor `name` last saw the cell."""
        before = self._felt_with.get((name, cell))
        return before is not None and before == self._switch(cell)


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
        """What surely lies on the board."""
        return self._fusion.confirmed()
