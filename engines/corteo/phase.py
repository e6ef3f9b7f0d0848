"""A movement phase as a whole: the march may run in it, and it may end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.corteo import gathering
from engines.corteo.actions import EndMovement, Run
from engines.corteo.agenda import Movement
from engines.corteo.deed import Deed
from engines.corteo.draft import Draft
from engines.corteo.moving import movers
from engines.corteo.reach import may_leave, must_leave, must_return, reach
from engines.corteo.roster import KIND_OF, MARCH, Unit
from engines.corteo.state import GONE, Gathering, State
from engines.deed import because
from engines.game import Violation


def runs(state: State, item: Movement) -> Iterator[Run]:
    if not runs_not(state, item, Run()):
        yield Run()


def runs_not(state: State, item: Movement, action: Run) -> tuple[Violation, ...]:
    if item.side != MARCH:
        return because("run.march", "police_do_not_run")
    if state.hand == 1:
        return because("run.first_hand", "no_run_in_first_hand")
    if state.running:
        return because("run.once", "running_already")
    if item.begun:
        return because("run.before", "run_too_late")
    return () if state.runs else because("run.five", "no_run_left")


def run(draft: Draft, item: Movement, action: Run) -> None:
    draft.set(running=True, runs=draft.get("runs") - 1)
    draft.tell("running", left=draft.get("runs"))


# --- the end -------------------------------------------------------------------------------------------


def ends(state: State, item: Movement) -> Iterator[EndMovement]:
    if not ends_not(state, item, EndMovement()):
        yield EndMovement()


def ends_not(state: State, item: Movement, action: EndMovement) -> tuple[Violation, ...]:
    held = state.taken and state.house.advanced
    if item.side != MARCH or not (held or state.absent or isinstance(state.plot, Gathering)):
        return ()
    for unit in movers(state, item):
        if must_leave(state, item, unit):
            return because("objective.leave", "must_leave_first", unit=KIND_OF[unit].id, place=state.spot(unit))
        if must_return(state, unit) and state.spot(unit) == GONE and reach(state, item, unit):
            return because("off.return", "must_come_back", unit=KIND_OF[unit].id)
        if gathering.homesick(state, unit) and _could_go_home(state, item, unit):
            return because("social.home", "must_go_home", unit=KIND_OF[unit].id, place=state.spot(unit))
    return ()


def _could_go_home(state: State, item: Movement, unit: Unit) -> bool:
    """Whether a weak unit that has not moved could get nearer to the border or leave."""
    return unit not in state.moved and bool(may_leave(state, item, unit) or reach(state, item, unit))


def end(draft: Draft, item: Movement, action: EndMovement) -> None:
    draft.set(moved=frozenset(), running=False, jam_tried=False, fell=None)
    draft.done()
    draft.tell("movement_over", side=item.side)


DEEDS: Mapping[type, Deed] = {Run: Deed(runs, runs_not, run), EndMovement: Deed(ends, ends_not, end)}
