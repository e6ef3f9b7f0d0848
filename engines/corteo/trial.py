"""The anti-repressive scenario, which its authors left unfinished: the accused, influence or storm, the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from engines.corteo.actions import Accuse, Fly, Storm
from engines.corteo.agenda import AskAccused, Movement, Placing, VerdictRoll
from engines.corteo.bonus import award
from engines.corteo.city import CITY
from engines.corteo.deed import Deed
from engines.corteo.draft import Draft
from engines.corteo.marching import heads, led
from engines.corteo.objectives import is_objective, value
from engines.corteo.roster import FIRST_POLICE, KIND_OF, MARCH, POWER, Side, Unit
from engines.corteo.sites import DOCK, zone
from engines.corteo.state import OFF_BOARD, PRISON, SUPPLY, TRIAL, State, Trial
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell

ACCUSED = 3
"""Units of the march that stand trial."""
ACQUITTED = 4
"""The least die with which the court lets one of them go."""
BEFORE_COURT = "odio"
"""The square where the march ends before the court."""
COURT: frozenset[Cell] = frozenset(cell for cell, sign in CITY.category.items() if sign == "court") | frozenset(
    near for dock in DOCK for near in CITY.board.neighbours(dock) if CITY.terrain[near] == "avenue"
)
"""Hexes from which those who storm the court free the accused."""


def on_trial(state: State) -> Trial | None:
    """The plot of this scenario, ``None`` in other games."""
    return state.plot if isinstance(state.plot, Trial) else None


def accused_now(state: State) -> tuple[Unit, ...]:
    """The accused who are still in the court building."""
    plot = on_trial(state)
    return tuple(unit for unit in plot.accused if state.spot(unit) == TRIAL) if plot else ()


# --- who is accused --------------------------------------------------------------------------------------


def accuses(state: State, item: AskAccused) -> Iterator[Accuse]:
    return (Accuse(unit) for unit, spot in enumerate(state.march) if spot not in OFF_BOARD)


def accuses_not(state: State, item: AskAccused, action: Accuse) -> tuple[Violation, ...]:
    if 0 <= action.unit < FIRST_POLICE and state.march[action.unit] not in OFF_BOARD:
        return ()
    return because("antirepressive.accused", "cannot_accuse", number=action.unit)


def accuse(draft: Draft, item: AskAccused, action: Accuse) -> None:
    plot = on_trial(draft.now())
    assert plot is not None
    draft.put(action.unit, TRIAL)
    draft.set(plot=msgspec.structs.replace(plot, accused=(*plot.accused, action.unit)))
    draft.tell_of("accused", action.unit)
    if item.left > 1:
        draft.instead(AskAccused(item.left - 1))
    else:
        draft.done()


# --- storm and flight ------------------------------------------------------------------------------------


def storms(state: State, item: Movement) -> Iterator[Storm]:
    if isinstance(state.plot, Trial) and not storms_not(state, item, Storm()):
        yield Storm()


def storms_not(state: State, item: Movement, action: Storm) -> tuple[Violation, ...]:
    plot = on_trial(state)
    if plot is None or item.side != MARCH:
        return because("antirepressive.storm", "no_storm")
    return because("antirepressive.storm", "storming_already") if plot.storming else ()


def storm(draft: Draft, item: Movement, action: Storm) -> None:
    plot = on_trial(draft.now())
    assert plot is not None
    draft.set(plot=msgspec.structs.replace(plot, storming=True))
    draft.tell("storming")


def flies(state: State, item: Movement) -> Iterator[Fly]:
    if isinstance(state.plot, Trial) and not flies_not(state, item, Fly()):
        yield Fly()


def flies_not(state: State, item: Movement, action: Fly) -> tuple[Violation, ...]:
    plot = on_trial(state)
    if plot is None or item.side != POWER or not plot.storming:
        return because("antirepressive.flight", "no_flight")
    return () if accused_now(state) else because("antirepressive.flight", "nobody_to_fly")


def fly(draft: Draft, item: Movement, action: Fly) -> None:
    state = draft.now()
    plot = on_trial(state)
    assert plot is not None
    for unit in accused_now(state):
        draft.put(unit, PRISON)
        draft.tell_of("flown", unit)
    draft.set(plot=msgspec.structs.replace(plot, flown=True))


# --- ends of turns ---------------------------------------------------------------------------------------


def turn_ends(draft: Draft, plot: Trial, side: Side) -> None:
    """Who storms the court frees the accused; who ends before it in peace is heard by the judges, once."""
    state = draft.now()
    inside = accused_now(state)
    if not inside:
        return
    if plot.storming:
        if side == MARCH and COURT & set(state.march):
            _free(draft, inside)
        return
    if side == POWER and not plot.ruled and _before_court(state) and not _too_many_arrests(state, plot):
        draft.set(plot=msgspec.structs.replace(plot, ruled=True))
        draft.next(VerdictRoll(inside))


def _before_court(state: State) -> bool:
    return any(state.spot(unit) in zone(BEFORE_COURT) for unit in heads(state))


def _too_many_arrests(state: State, plot: Trial) -> bool:
    """Whether more power has been arrested than stands trial."""
    arrested = sum(KIND_OF[unit].power for unit, spot in enumerate(state.march) if spot == PRISON)
    return arrested > sum(KIND_OF[unit].power for unit in plot.accused)


def ruled(draft: Draft, item: VerdictRoll, dice: tuple[int, ...]) -> None:
    """The court has given its verdict."""
    draft.done()
    free = tuple(unit for unit, die in zip(item.units, dice) if die >= ACQUITTED)
    for unit in item.units:
        draft.tell_of("acquitted" if unit in free else "condemned", unit)
    if free:
        _free(draft, free)


def _free(draft: Draft, units: Iterable[Unit]) -> None:
    """`units` leave the court and join the march at once, on the square before it."""
    free = tuple(units)
    plot = on_trial(draft.now())
    assert plot is not None
    for unit in free:
        draft.put(unit, SUPPLY)
        draft.tell_of("freed", unit)
    draft.set(plot=msgspec.structs.replace(plot, accused=tuple(unit for unit in plot.accused if unit not in free)))
    award(draft, "freed", sum(KIND_OF[unit].power for unit in free))
    kinds = Counter(KIND_OF[unit].id for unit in free)
    draft.next(Placing(MARCH, tuple(kinds.items()), where=BEFORE_COURT))


def hand_ends(draft: Draft, plot: Trial) -> None:
    """While the march persuades, objectives that it controls come under its influence."""
    state = draft.now()
    if plot.storming:
        return
    spots = {state.march[unit] for unit in led(state)}
    reached = {cell for spot in spots for cell in (spot, *CITY.zone[MARCH][spot]) if is_objective(state, cell)}
    new = sorted(reached - {*plot.influenced, *state.covered})
    if new:
        draft.set(plot=msgspec.structs.replace(plot, influenced=tuple(sorted({*plot.influenced, *new}))))
        award(draft, "influence", sum(value(state, cell) for cell in new))


DEEDS: Mapping[type, Mapping[type, Deed]] = {
    AskAccused: {Accuse: Deed(accuses, accuses_not, accuse)},
    Movement: {Storm: Deed(storms, storms_not, storm), Fly: Deed(flies, flies_not, fly)},
}
