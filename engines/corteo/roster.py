"""The counters: which exist, what is printed on them, and which of them a game is played with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from engines.data import load_toml

DATA = Path(__file__).parent / "data"

Side: TypeAlias = Literal["march", "power"]
MARCH: Side = "march"
POWER: Side = "power"

Unit: TypeAlias = int
"""Number of a counter in `COUNTERS`."""

Mobility: TypeAlias = Literal["march", "foot", "motor", "civilian"]
MARCHING: Mobility = "march"

Rgb: TypeAlias = tuple[int, int, int]


class Kind(msgspec.Struct, frozen=True, gc=False):
    """What is printed on a counter. `id` is ``mov-4-2`` or ``riot``; `family` the component or the arm of the police.

    `throws` is the range in hexes, 0 where the unit throws nothing. `label` is its short name on the counter, `ground`
    and `band` are its colours.
    """

    id: str
    side: Side
    family: str
    speed: int
    power: int
    mobility: Mobility
    throws: int
    label: str
    ground: Rgb
    band: Rgb

    @property
    def shock(self) -> bool:
        """Whether it is one of the march's shock groups (speed 6), which alone throw."""
        return self.side == MARCH and self.speed == 6


class Counter(msgspec.Struct, frozen=True, gc=False):
    """One piece of cardboard. `set` says in which games it is used.

    ``base``, ``asterisk``, ``strangers``, ``dissidents``, ``president`` or ``rally``.
    """

    unit: Unit
    id: str
    kind: Kind
    set: str


class _March(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    component: str
    label: str
    units: tuple[tuple[int, int, int], ...]
    ground: Rgb
    band: Rgb
    asterisk: tuple[tuple[int, int, int], ...] = ()
    dissidents: tuple[tuple[int, int, int], ...] = ()
    strangers: tuple[tuple[int, int, int], ...] = ()


class _Police(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    label: str
    speed: int
    power: int
    count: int
    ground: Rgb
    motor: bool = False
    throws: int = 0
    set: str = "base"


class Reinforcement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the police bring up at the start of their turn in `hand`: `units` in the base game, else `points`."""

    hand: int
    points: int
    units: Mapping[str, int]


class Supply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces that are no units; `march_range` is how far shock groups throw, in hexes."""

    barricades: int
    runs: int
    jams: int
    smoke: int
    march_range: int


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    status: str
    march: tuple[_March, ...]
    police: tuple[_Police, ...]
    opening: Mapping[str, str]
    opening_count: Mapping[str, int]
    reinforcement: tuple[Reinforcement, ...]
    supply: Supply


@cache
def _file() -> _File:
    return load_toml(DATA / "units.toml", _File)


def _counters() -> tuple[Counter, ...]:
    file = _file()
    made: list[Counter] = []
    numbers: dict[str, int] = {}

    def add(kind: Kind, count: int, of: str) -> None:
        for _ in range(count):
            numbers[kind.id] = numbers.get(kind.id, 0) + 1
            made.append(Counter(len(made), f"{kind.id}.{numbers[kind.id]}", kind, of))

    for of in ("units", "asterisk", "strangers", "dissidents"):
        for row in file.march:
            for speed, power, count in getattr(row, of):
                throws = file.supply.march_range if speed == 6 else 0
                name = f"{row.component}-{speed}-{power}"
                kind = Kind(name, MARCH, row.component, speed, power, MARCHING, throws, row.label, row.ground, row.band)
                add(kind, count, "base" if of == "units" else of)
    for arm in file.police:
        mobility: Mobility = "motor" if arm.motor else "foot" if arm.power else "civilian"
        kind = Kind(
            arm.kind, POWER, arm.kind, arm.speed, arm.power, mobility, arm.throws, arm.label, arm.ground, arm.ground
        )
        add(kind, arm.count, arm.set)
    return tuple(made)


COUNTERS: tuple[Counter, ...] = _counters()
KIND_OF: tuple[Kind, ...] = tuple(counter.kind for counter in COUNTERS)
KINDS: Mapping[str, Kind] = {kind.id: kind for kind in KIND_OF}
UNIT_ID: tuple[str, ...] = tuple(counter.id for counter in COUNTERS)
UNIT_NUMBER: Mapping[str, Unit] = {counter.id: counter.unit for counter in COUNTERS}
FIRST_POLICE = sum(kind.side == MARCH for kind in KIND_OF)
"""Units below this number march, the others are police."""
GUESTS = frozenset(unit for unit, kind in enumerate(KIND_OF) if not kind.power)
"""Mobile objectives of the scenarios: they control nothing, fight nobody and only move. Their numbers are the last."""
FIRST_GUEST = min(GUESTS)
ARMS = FIRST_GUEST - FIRST_POLICE
"""How many counters are police that fight."""

COMPONENTS: tuple[str, ...] = tuple(row.component for row in _file().march)
SUPPLY = _file().supply
OPENING: Mapping[str, str] = _file().opening
OPENING_COUNT: Mapping[str, int] = _file().opening_count
REINFORCEMENTS: Mapping[int, Reinforcement] = {entry.hand: entry for entry in _file().reinforcement}


def side_of(unit: Unit) -> Side:
    """Whose unit it is."""
    return MARCH if unit < FIRST_POLICE else POWER


def other(side: Side) -> Side:
    """The opposing side."""
    return POWER if side == MARCH else MARCH


BASE = frozenset({"base"})
"""The sets of counters that every game is played with."""


@cache
def in_play(side: Side, sets: frozenset[str] = BASE) -> tuple[Unit, ...]:
    """Units of `side` that a game with those sets of counters is played with."""
    return tuple(counter.unit for counter in COUNTERS if counter.set in sets and counter.kind.side == side)
