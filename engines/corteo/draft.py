"""A state opened for change while one entry's consequences are worked out, and the news on the way."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.corteo.agenda import Item
from engines.corteo.city import CITY
from engines.corteo.roster import FIRST_POLICE, KIND_OF, Unit
from engines.corteo.state import Absence, Fright, Spot, State
from engines.draft import AgendaDraft
from engines.game import Step
from engines.physical import Cell


class Draft(AgendaDraft[Item]):
    """Mutable for the length of one `apply`; `step()` closes it into a new frozen state."""

    def __init__(self, state: State) -> None:
        super().__init__(state.seats, state.agenda)
        self.old = state
        self.march: list[Spot] | None = None
        self.power: list[Spot] | None = None
        self.changed: dict[str, Any] = {}

    def now(self) -> State:
        """The state as it has become so far; further changes go into a later one."""
        if self.march is not None:
            self.changed["march"] = tuple(self.march)
            self.march = None
        if self.power is not None:
            self.changed["power"] = tuple(self.power)
            self.power = None
        if self.changed or self.agenda is not self.old.agenda:
            self.old = msgspec.structs.replace(self.old, agenda=self.agenda, **self.changed)
            self.changed = {}
        return self.old

    def step(self) -> Step[State]:
        """The new state, with the news."""
        return self.closed(self.now())

    def get(self, field: str) -> Any:
        """A field of the state as it is now."""
        return self.changed[field] if field in self.changed else getattr(self.old, field)

    def set(self, **fields: Any) -> None:
        """Replaces fields of the state (not places, not the agenda)."""
        self.changed.update(fields)

    def spot(self, unit: Unit) -> Spot:
        """Where `unit` is now."""
        if unit < FIRST_POLICE:
            return (self.march or self.old.march)[unit]
        return (self.power or self.old.power)[unit - FIRST_POLICE]

    def put(self, unit: Unit, spot: Spot) -> None:
        """`unit` is at `spot` from now on; an objective that the march held and has left is covered."""
        was = self.spot(unit)
        if unit < FIRST_POLICE:
            if self.march is None:
                self.march = list(self.old.march)
            self.march[unit] = spot
            if was != spot and was in self.get("taken") and was not in self.march:
                self._cover(was)
        else:
            if self.power is None:
                self.power = list(self.old.power)
            self.power[unit - FIRST_POLICE] = spot

    def _cover(self, cell: Cell) -> None:
        self.set(
            taken=tuple(kept for kept in self.get("taken") if kept != cell),
            covered=tuple(sorted((*self.get("covered"), cell))),
        )
        if cell in CITY.value:
            self.tell("covered", place=cell, value=CITY.value[cell])
        else:
            self.tell("closed", place=cell)

    def frightened(self, unit: Unit) -> None:
        """`unit` lies face down from now on."""
        self.set(down=(*self.get("down"), Fright(unit, self.get("hand"))))

    def absent(self, unit: Unit, border: str) -> None:
        """`unit` left the map over that part of the border."""
        self.set(absent=(*self.get("absent"), Absence(unit, border, self.get("hand"))))

    def tell_of(self, key: str, unit: Unit, **facts: Any) -> None:
        """Adds news about `unit`."""
        self.tell(key, unit=KIND_OF[unit].id, **facts)
