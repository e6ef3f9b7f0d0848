"""The course of the game: hands, turns and phases, what happens by itself between decisions, and the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import msgspec

from engines.corteo import falling_back, fighting, newcomers, placing, stories, wishes
from engines.corteo.agenda import (
    Advancing,
    Arrive,
    AskComponent,
    Combat,
    Confining,
    Ended,
    EndHand,
    EndTurn,
    Item,
    Movement,
    NameHeads,
    Placing,
    Recover,
    Reinforce,
    Retreating,
    StartHand,
)
from engines.corteo.bonus import bonus_points, objective_points
from engines.corteo.city import CITY
from engines.corteo.contact import combats_with, first_to_pair
from engines.corteo.draft import Draft
from engines.corteo.marching import heads, possible_heads
from engines.corteo.objectives import is_objective, value
from engines.corteo.roster import FIRST_POLICE, KIND_OF, MARCH, POWER, Side
from engines.corteo.roster import SUPPLY as PIECES
from engines.corteo.state import OFF_BOARD, PRISON, SUPPLY, House, State, Trial
from engines.corteo.tables import level
from engines.entries import Seat
from engines.pending import Over

SAFE = frozenset({"popular", "metro", "crowded"})
"""Terrain where shock groups are not caught at the end of an advanced game (§3a)."""


def opening(house: House, seats: tuple[Seat, ...]) -> State:
    """The state before the first entry."""
    police = len(KIND_OF) - FIRST_POLICE
    story = house.story
    agenda: tuple[Item, ...] = (placing.opening_due(MARCH), AskComponent(), placing.opening_due(POWER), StartHand())
    return State(
        house,
        seats,
        (SUPPLY,) * FIRST_POLICE,
        (SUPPLY,) * police,
        wishes.opening(house) + (stories.opening(house, story) if story else agenda),
        component=stories.leader(story) if story else "",
        runs=PIECES.runs,
        barricades_left=PIECES.barricades,
        waiting=stories.waiting(house),
        plot=stories.PLOTS[story.id] if story else None,
    )


def turn(side: Side, story: bool = False) -> tuple[Any, ...]:
    """The phases of a turn of `side`, with what happens before and between them, in a scenario after them too."""
    end = (EndTurn(side),) if story else ()
    if side == MARCH:
        return (Arrive(MARCH), Movement(MARCH), NameHeads(), Combat(MARCH), *end)
    return (Recover(), Reinforce(), Arrive(POWER), Movement(POWER), Combat(POWER), *end)


def start_hand(draft: Draft, item: StartHand) -> bool:
    draft.set(hand=draft.get("hand") + 1, heads=heads(draft.now()))
    story = draft.get("plot") is not None
    draft.instead(*turn(MARCH, story), *turn(POWER, story), EndHand())
    draft.tell("hand", hand=draft.get("hand"))
    if story:
        stories.hand_begins(draft)
    return True


def _recover(draft: Draft, item: Recover) -> bool:
    placing.recover(draft)
    return True


def _reinforce(draft: Draft, item: Reinforce) -> bool:
    placing.reinforce(draft)
    return True


def _arrive(draft: Draft, item: Arrive) -> bool:
    newcomers.arrive(draft, item)
    return True


def _name_heads(draft: Draft, item: NameHeads) -> bool:
    """Names the heads where there is nothing to choose."""
    possible = possible_heads(draft.now())
    if len(possible) > 1:
        return False
    fighting.name_heads(draft, possible[0] if possible else ())
    draft.done()
    return True


def _combat(draft: Draft, item: Combat) -> bool:
    """Pairs what can be paired in one way only, drops combats whose parties have parted, ends the phase."""
    state = draft.now()
    if item.pairing:
        cluster = fighting.pairing_now(state, item)
        if cluster is None:
            draft.instead(msgspec.structs.replace(item, pairing=False))
            return True
        found = list(islice(combats_with(cluster, first_to_pair(cluster)), 2))
        if len(found) > 1:
            return False
        draft.instead(msgspec.structs.replace(item, groups=(*item.groups, found[0])))
        return True
    left = tuple(filter(None, (fighting.still_touching(state, item.side, group) for group in item.groups)))
    if left != item.groups:
        draft.instead(msgspec.structs.replace(item, groups=left))
        return True
    if len(left) == 1:
        fighting.begin(draft, item, left[0])
        return True
    if left:
        return False
    if fighting.pairing_now(state, item) is not None:
        draft.instead(msgspec.structs.replace(item, pairing=True))
        return True
    if item.side == MARCH and state.lingering:
        draft.set(lingering=())
        draft.tell("smoke_gone")
    draft.set(fell=None)
    draft.done()
    return True


def _advancing(draft: Draft, item: Advancing) -> bool:
    """Ends the advance when nobody can follow."""
    if next(fighting.advances(draft.now(), item), None) is not None:
        return False
    draft.done()
    return True


def end_hand(draft: Draft, item: EndHand) -> bool:
    """Objectives that the march holds now are taken (§12a); after the last hand the game is over."""
    state = draft.now()
    held = sorted({spot for spot in state.march if is_objective(state, spot) and spot not in state.taken})
    if held and stories.takes_objectives(state):
        draft.set(taken=tuple(sorted((*state.taken, *held))))
        for cell in held:
            draft.tell("objective_taken", place=cell, value=value(state, cell))
    if state.plot is not None:
        stories.hand_ends(draft)
    if state.smoke:
        draft.set(smoke=())
        draft.tell("smoke_gone")
    if state.hand < stories.last_hand(state):
        draft.instead(StartHand())
    else:
        finish(draft)
    return True


def finish(draft: Draft) -> None:
    """Counts the score and ends the game (§15; advanced §14)."""
    state = draft.now()
    if state.house.advanced and stories.catches_shock_groups(state):
        _catch_shock_groups(draft, state)
    state = draft.now()
    score = score_of(state)
    reached = level(score, state.house.advanced)
    winners = (reached.winner,) if reached.winner else ()
    draft.instead(Ended(Over(winners, reached.name), score))
    parts = {"objectives": objective_points(state), "arrested": arrested_points(state)}
    if bonus := bonus_points(state):
        draft.tell("score_of_scenario", score=score, bonus=bonus, **parts)
    else:
        draft.tell("score", score=score, **parts)


def _catch_shock_groups(draft: Draft, state: State) -> None:
    """Shock groups on the map that are in no safe place count as arrested (§3a)."""
    for unit, spot in enumerate(state.march):
        if spot not in OFF_BOARD and KIND_OF[unit].shock and CITY.terrain[spot] not in SAFE:
            draft.put(unit, PRISON)
            draft.tell_of("caught_at_the_end", unit, place=spot, count=KIND_OF[unit].power)


def arrested_points(state: State) -> int:
    """Points of the police: printed powers of the arrested; who stood trial before the game is not among them."""
    before = state.plot.accused if isinstance(state.plot, Trial) else ()
    return sum(KIND_OF[unit].power for unit, spot in enumerate(state.march) if spot == PRISON and unit not in before)


def score_of(state: State) -> int:
    """Objectives and what a scenario gives, less the arrested."""
    return objective_points(state) + bonus_points(state) - arrested_points(state)


BY_ITSELF: Mapping[type, Callable[[Draft, Any], bool]] = {
    Placing: placing.all_placed,
    StartHand: start_hand,
    Recover: _recover,
    Reinforce: _reinforce,
    Arrive: _arrive,
    NameHeads: _name_heads,
    Combat: _combat,
    Retreating: falling_back.settle,
    Confining: fighting.none_left_to_confine,
    Advancing: _advancing,
    EndHand: end_hand,
    EndTurn: stories.turn_ends,
}
"""What items of the agenda do by themselves; each answers whether it did anything."""


def advance(draft: Draft) -> None:
    """Lets happen all that needs no decision and no die."""
    while (happens := BY_ITSELF.get(type(draft.agenda[0]))) and happens(draft, draft.agenda[0]):
        pass
