"""The scenarios as data: who leads, which objectives count, with which counters each is played and where they begin."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from engines.corteo.roster import BASE, COUNTERS, DATA, MARCH, Side, Unit, in_play, side_of
from engines.data import load_toml

NONE = "none"
"""The value of the option when no scenario is played."""


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The march chooses `units` of its counters, worth `points` at most."""

    units: int
    points: int


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `side` puts down together at the place `where` (see `engines.corteo.sites`).

    `due`: so many of each kind; `count`: so many units of the own choice, those of speed 6 only where `shock` says so;
    neither: all that are left. `apart`: they share a hex with none but each other, and wait there.
    """

    side: Side
    where: str
    due: Mapping[str, int] = {}
    count: int = 0
    shock: bool = False
    apart: bool = False


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One scenario. `scoring` is empty where every objective counts; `reinforcement` is ``None`` for those of the game.

    `pool` are sets of counters from which an army may be chosen beside the base ones.
    """

    id: str
    heads: tuple[str, ...]
    scoring: tuple[str, ...]
    sets: tuple[str, ...]
    opening: tuple[Step, ...]
    pool: tuple[str, ...] = ()
    army: Army | None = None
    without: tuple[str, ...] = ()
    reinforcement: Mapping[int, Mapping[str, int]] | None = None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scenario: tuple[Scenario, ...]


SCENARIOS: Mapping[str, Scenario] = {
    scenario.id: scenario for scenario in load_toml(DATA / "scenarios.toml", _File).scenario
}


@cache
def playing(scenario: str, national: bool) -> frozenset[Unit]:
    """Units that a game is played with, newcomers of special rule 13d among them where `national` says so.

    Where the march chooses its army, all that it may choose from; the police are no more for that.
    """
    story = SCENARIOS.get(scenario)
    sets = BASE | {*story.sets} if story else BASE
    pool = frozenset(story.pool if story else ())
    if national:
        sets |= {"strangers"}
    left_out = story.without if story else ()
    return frozenset(
        counter.unit
        for counter in COUNTERS
        if (counter.set in sets or (counter.set in pool and counter.kind.side == MARCH)) and counter.id not in left_out
    )


@cache
def cast(scenario: str, national: bool, side: Side) -> tuple[Unit, ...]:
    """Counters of `side` that a game is played with and that do not come later by special rule 13d."""
    newcomers = in_play(side, frozenset({"strangers"})) if national else ()
    return tuple(
        unit for unit in sorted(playing(scenario, national)) if side_of(unit) == side and unit not in newcomers
    )
