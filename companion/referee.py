"""Turns readings into warnings, by the mode of the table; pure, time comes in as data.

``silent`` follows and only asks what it must know; ``advise`` warns and lets the next player go on; ``strict`` holds
the turn until a breach is mended or the host lets it pass (an `Edit` of no facts in the log).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.readings import Ambiguous, Blind, Breach, InHand, Owes, Reading
from engines.physical import Cell

Mode: TypeAlias = Literal["silent", "advise", "strict"]

PATIENCE_S: dict[type[Reading], float] = {InHand: 20.0, Blind: 3.0, Owes: 1.5}
"""How long each reading must last before it is worth a word, s: a thoughtful player holds a piece for some ten seconds,
a hand in front of the camera is gone in two, and pieces that the rules move are moved at once by most players."""


class Standing(msgspec.Struct, frozen=True):
    """A reading that holds, since when, and whether it was said already."""

    reading: Reading
    since: float
    said: bool = False


class Ruling(msgspec.Struct, frozen=True):
    """What the referee has on its list. `fresh` are the warnings that are said now for the first time."""

    standing: tuple[Standing, ...] = ()
    fresh: tuple[Reading, ...] = ()
    holds: bool = False

    @property
    def warnings(self) -> tuple[Reading, ...]:
        """Warnings that hold now, each said once."""
        return tuple(item.reading for item in self.standing if item.said)


def rule(
    before: Ruling,
    readings: tuple[Reading, ...],
    mode: Mode,
    t: float,
    unseen: frozenset[Cell] = frozenset(),
    settled: bool = True,
) -> Ruling:
    """The ruling after a look at time `t`: warnings that still hold stay, mended ones go, new ones come when due.

    `unseen`: cells that cannot be judged. A breach stays until the board, once it is `settled`, shows it mended.
    """
    standing: list[Standing] = []
    fresh: list[Reading] = []
    for reading in readings:
        if not worth_a_word(reading, mode):
            continue
        known = next((item for item in before.standing if _same(item.reading, reading)), None)
        since = known.since if known else t
        said = bool(known and known.said)
        if not said and t - since >= PATIENCE_S.get(type(reading), 0.0):
            fresh.append(reading)
            said = True
        standing.append(Standing(reading, since, said))
    standing += [
        item
        for item in before.standing
        if isinstance(item.reading, Breach) and item.reading not in readings and worth_a_word(item.reading, mode)
        if not settled or not unseen.isdisjoint(cells_of(item.reading))
    ]
    holds = mode == "strict" and any(isinstance(item.reading, Breach) for item in standing)
    return Ruling(tuple(standing), tuple(fresh), holds)


def cells_of(breach: Breach) -> frozenset[Cell]:
    """The cells in which it is mended."""
    return frozenset(cell for repair in breach.repairs for cell in repair.cells)


def worth_a_word(reading: Reading, mode: Mode) -> bool:
    """Whether the table says anything about such a reading."""
    match reading:
        case Ambiguous() | Blind():
            return True
        case Breach() | Owes() | InHand():
            return mode != "silent"
    return False


def _same(one: Reading, other: Reading) -> bool:
    """Whether two readings are one matter: a debt half mended is still that debt."""
    return one == other or (type(one) is type(other) and isinstance(one, Owes | Blind))
