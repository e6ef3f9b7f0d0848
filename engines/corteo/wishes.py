"""Objectives of the players' own (§12b): before the game the march wishes for them, the power agrees or does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from engines.corteo.actions import Agree, NoWish, Refuse, Wish
from engines.corteo.agenda import AskConsent, AskWish, Item
from engines.corteo.city import CITY
from engines.corteo.deed import Deed
from engines.corteo.draft import Draft
from engines.corteo.state import House, State
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell

MOST_POINTS = 9
"""Points of an objective of one's own, at most; it is worth one at least."""
ENOUGH = 4
"""One random answer in so many is that there are no more wishes."""


def opening(house: House) -> tuple[Item, ...]:
    """What is asked before anybody is set up."""
    return (AskWish(house.most_wishes),) if house.most_wishes else ()


@cache
def wishable() -> tuple[Cell, ...]:
    """Hexes that may be objectives of one's own: streets, but for those over which police leave their barracks."""
    return tuple(cell for cell, kind in CITY.terrain.items() if kind == "street" and cell not in CITY.exits)


def open_hexes(state: State) -> tuple[Cell, ...]:
    """Those that are none yet."""
    own = dict(state.own)
    return tuple(cell for cell in wishable() if cell not in own)


def wishes(state: State, item: AskWish) -> Iterator[Wish]:
    return (Wish(cell, points) for cell in open_hexes(state) for points in range(1, MOST_POINTS + 1))


def some_wish(state: State, item: AskWish, pick: Callable[[int], int]) -> Wish | NoWish:
    """A wish, or that there are no more, as `pick(n)` (a number below n) would have it."""
    if not pick(ENOUGH):
        return NoWish()
    cells = open_hexes(state)
    return Wish(cells[pick(len(cells))], 1 + pick(MOST_POINTS))


def wishes_not(state: State, item: AskWish, action: Wish) -> tuple[Violation, ...]:
    if action.at not in CITY.terrain:
        return because("map.hexes", "no_such_hex", place=action.at)
    if action.at not in wishable():
        return because("own.where", "no_place_for_wish", place=action.at)
    if action.at in dict(state.own):
        return because("own.where", "wished_already", place=action.at)
    if not 1 <= action.points <= MOST_POINTS:
        return because("own.points", "wish_points", count=action.points, most=MOST_POINTS)
    return ()


def wish(draft: Draft, item: AskWish, action: Wish) -> None:
    draft.next(AskConsent(action.at, action.points))
    draft.tell("wished", place=action.at, count=action.points)


def agree(draft: Draft, item: AskConsent, action: Agree) -> None:
    draft.set(own=tuple(sorted((*draft.get("own"), (item.at, item.points)))))
    draft.done()
    asked = draft.agenda[0]
    assert isinstance(asked, AskWish)
    draft.instead(*((AskWish(asked.left - 1),) if asked.left > 1 else ()))
    draft.tell("agreed", place=item.at, count=item.points)


def refuse(draft: Draft, item: AskConsent, action: Refuse) -> None:
    draft.done()
    draft.tell("refused_wish", place=item.at)


def no_wish(draft: Draft, item: AskWish, action: NoWish) -> None:
    draft.done()


def _always(state: State, item: object, action: object) -> tuple[Violation, ...]:
    return ()


DEEDS: Mapping[type, Mapping[type, Deed]] = {
    AskWish: {
        NoWish: Deed(lambda state, item: iter((NoWish(),)), _always, no_wish),
        Wish: Deed(wishes, wishes_not, wish),
    },
    AskConsent: {
        Agree: Deed(lambda state, item: iter((Agree(),)), _always, agree),
        Refuse: Deed(lambda state, item: iter((Refuse(),)), _always, refuse),
    },
}
