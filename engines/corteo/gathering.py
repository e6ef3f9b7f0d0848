"""The social scenario: the secret place, forming the march, weak units that go home, the walk of the heads."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

import msgspec

from engines.corteo.actions import ChoosePlace
from engines.corteo.agenda import AskPlace, SealRoll
from engines.corteo.bonus import award
from engines.corteo.deed import Deed
from engines.corteo.draft import Draft
from engines.corteo.marching import group_of, heads, led, linked
from engines.corteo.roster import MARCH, Side, Unit
from engines.corteo.sites import grey_places, is_weak, to_edge
from engines.corteo.state import OFF_BOARD, Gathering, State
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell

LEAST_MARCH = 21
"""Units that hang together when the march is formed."""
LEAST_HELD = 6
"""Grey hexes of the secret place that they stand on for it to count."""
IN_PLACE = 30
"""Points of the march for forming in its secret place."""
DISPERSED = 10
"""Points of the power for breaking the march up, once."""
HOMEWARD = 6
"""The hand at whose beginning weak units go home if no march has formed."""
SALT_SIZE = 58
"""Cards of the shuffle that salts the seal: 260 bits."""


def gathering(state: State) -> Gathering:
    """The plot of a game that is known to be this scenario."""
    assert isinstance(state.plot, Gathering)
    return state.plot


# --- the secret place ------------------------------------------------------------------------------------


def places(state: State, item: AskPlace) -> Iterator[ChoosePlace]:
    return (ChoosePlace(name) for name in grey_places())


def places_not(state: State, item: AskPlace, action: ChoosePlace) -> tuple[Violation, ...]:
    if action.grey in grey_places():
        return ()
    return because("social.place", "no_such_place", (MARCH,), grey=action.grey)


def choose_place(draft: Draft, item: AskPlace, action: ChoosePlace) -> None:
    draft.set(plot=msgspec.structs.replace(gathering(draft.now()), place=action.grey))
    draft.instead(SealRoll())
    draft.tell("place_chosen")
    draft.tell("place_is", (MARCH,), grey=action.grey)


def sealed(draft: Draft, item: SealRoll, salt: tuple[int, ...]) -> None:
    """The place is committed to by a salted hash that everybody sees; who has the whole log can check it."""
    plot = gathering(draft.now())
    draft.done()
    seal = hashlib.sha256(f"{plot.place}|{','.join(map(str, salt))}".encode()).hexdigest()
    draft.set(plot=msgspec.structs.replace(plot, salt=salt, seal=seal))


# --- going home ------------------------------------------------------------------------------------------


def homesick(state: State, unit: Unit) -> bool:
    """Whether `unit` is weak and on its way home."""
    return isinstance(state.plot, Gathering) and state.plot.homesick and is_weak(unit)


def homeward(state: State, unit: Unit, cell: Cell) -> bool:
    """Whether `cell` is nearer to the border than where `unit` stands; one that has not come to the city stays away."""
    spot = state.spot(unit)
    return spot not in OFF_BOARD and to_edge(cell) < to_edge(spot)


def hand_begins(draft: Draft, plot: Gathering) -> None:
    """Without a march at the beginning of hand 6 its weak units go home."""
    if draft.get("hand") == HOMEWARD and not plot.formed:
        draft.set(plot=msgspec.structs.replace(plot, homesick=True))
        draft.tell("homesick")


# --- the march -------------------------------------------------------------------------------------------


def biggest(state: State) -> tuple[Unit, ...]:
    """The most units that hang together."""
    return max(linked(state), key=len, default=())


def walked(draft: Draft, unit: Unit, way: tuple[Cell, ...]) -> None:
    """`unit`, a head, went through the hexes of `way`."""
    plot = gathering(draft.now())
    new = [cell for cell in way if cell not in plot.walked]
    steps = dict(plot.steps)
    steps[unit] = tuple(dict.fromkeys((*steps.get(unit, ()), *new)))
    draft.set(plot=msgspec.structs.replace(plot, steps=tuple(sorted(steps.items()))))


def counts_steps(state: State, unit: Unit) -> bool:
    """Whether hexes that `unit` walks are counted: it is a head of a march that formed in an earlier hand."""
    return isinstance(state.plot, Gathering) and 0 < state.plot.formed < state.hand and unit in heads(state)


def heads_named(draft: Draft) -> None:
    """The march has moved: what its old heads walked away from it does not count."""
    state = draft.now()
    if isinstance(state.plot, Gathering):
        kept = tuple([(unit, way) for unit, way in state.plot.steps if len(group_of(state, unit)) >= LEAST_MARCH])
        draft.set(plot=msgspec.structs.replace(state.plot, steps=kept))
        stands_as_it_wants(draft)


def stands_as_it_wants(draft: Draft) -> None:
    """The march has moved of its own will: what hangs together now is what the power may break up."""
    state = draft.now()
    if isinstance(state.plot, Gathering):
        march = biggest(state)
        whole = march if state.plot.formed and len(march) >= LEAST_MARCH else ()
        draft.set(plot=msgspec.structs.replace(state.plot, whole=whole))


def may_be_broken(draft: Draft) -> None:
    """What befell the march may have broken up what hung together: that is worth points to the power, once."""
    state = draft.now()
    plot = state.plot
    if not isinstance(plot, Gathering) or not plot.whole or plot.dispersed:
        return
    left = [unit for unit in plot.whole if state.march[unit] not in OFF_BOARD]
    if not left or not set(left) <= set(group_of(state, left[0])):
        draft.set(plot=msgspec.structs.replace(plot, dispersed=True))
        award(draft, "dispersed", -DISPERSED)


def turn_ends(draft: Draft, plot: Gathering, side: Side) -> None:
    """A march forms when enough units hang together; in either turn it may be broken up."""
    may_be_broken(draft)
    state = draft.now()
    march = biggest(state)
    if len(march) >= LEAST_MARCH and not plot.formed:
        draft.set(plot=msgspec.structs.replace(gathering(state), formed=state.hand, homesick=False))
        draft.tell("formed", count=len(march))
    if side == MARCH:
        stands_as_it_wants(draft)


def hand_ends(draft: Draft, plot: Gathering) -> None:
    """Points for the secret place in the hand of forming, for the walk of the heads in later ones."""
    state = draft.now()
    march = biggest(state)
    if len(march) >= LEAST_MARCH and plot.formed == state.hand:
        held = {state.march[unit] for unit in march} & grey_places()[plot.place]
        if len(held) >= LEAST_HELD:
            plot = msgspec.structs.replace(plot, shown=True)
            draft.tell("place_reached", grey=plot.place)
            award(draft, "in_place", IN_PLACE)
    if plot.steps and len(led(state)) >= LEAST_MARCH:
        farthest = max(len(way) for _, way in plot.steps)
        if farthest:
            award(draft, "walked", farthest)
    through = {*plot.walked, *(cell for _, way in plot.steps for cell in way)}
    draft.set(plot=msgspec.structs.replace(plot, walked=tuple(sorted(through)), steps=()))


DEEDS: Mapping[type, Mapping[type, Deed]] = {AskPlace: {ChoosePlace: Deed(places, places_not, choose_place)}}
