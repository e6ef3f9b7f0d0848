"""What every way costs, worked out for many hexes at once, is what step after step through the streets costs."""

from __future__ import annotations

import heapq
import random

import pytest

from engines.corteo.city import CITY
from engines.corteo.costs import Costs
from engines.corteo.game import GAME
from engines.corteo.ground import Ground
from engines.corteo.hexes import cells_of, hexes
from engines.corteo.roster import FIRST_POLICE, MARCH, MARCHING, POWER, Mobility, Side
from engines.corteo.standing import stand
from engines.corteo.state import OFF_BOARD
from engines.options import chosen
from engines.physical import Cell
from engines.simulation import play_random

SEATS = ("march", "power")
FOES = 60
STARTS = 12


def step_by_step(lies: Ground, start: Cell, mobility: Mobility, limit: int) -> dict[Cell, int]:
    """The same costs with a heap, one hex after the other; `start` is in nobody's zone of control."""
    costs: dict[Cell, int] = {start: 0}
    ahead = [(0, start)]
    while ahead:
        cost, cell = heapq.heappop(ahead)
        if cost > costs[cell] or (cell != start and lies.halts(cell)):
            continue
        for to, price in CITY.steps[mobility][cell]:
            if to not in lies.closed and cost + price <= limit and cost + price < costs.get(to, limit + 1):
                costs[to] = cost + price
                heapq.heappush(ahead, (cost + price, to))
    return {cell: cost for cell, cost in costs.items() if cell != start}


@pytest.mark.parametrize(
    ("side", "mobility"), [(MARCH, MARCHING), (POWER, "foot"), (POWER, "motor"), (POWER, "civilian")]
)
def test_ways_through_the_city_cost_what_their_steps_cost(side: Side, mobility: Mobility) -> None:
    rng = random.Random(mobility)
    open_cells = sorted(CITY.onto[mobility])
    foes = frozenset(rng.sample(open_cells, FOES))
    barracks = frozenset(CITY.barracks)
    lies = Ground(side, foes, foes, frozenset(), stops=True, halts=barracks if mobility == "civilian" else frozenset())
    starts = [cell for cell in open_cells if cell not in foes and not lies.controlled(cell) and cell not in barracks]
    for start in rng.sample(starts, STARTS):
        assert lies.costs(start, mobility, 24) == step_by_step(lies, start, mobility, 24)


def test_costs_are_counted_and_numbered_nearest_first() -> None:
    costs = Costs.of({"2003": 2, "1903": 1, "2002": 2})
    assert [costs.nth(number) for number in range(len(costs))] == list(costs) == ["1903", "2002", "2003"]
    assert dict(costs.without(hexes({"2003"}), 2)) == {"1903": 1, "2002": 2}
    assert dict(costs.without(0, 1)) == {"1903": 1}
    with pytest.raises(KeyError):
        costs["2103"]
    with pytest.raises(IndexError):
        costs.nth(3)


def test_who_stands_where_is_kept_up_through_a_game_as_if_it_were_counted_anew() -> None:
    """Forwards, where an entry moves one unit, and back and forth between states that have little in common."""
    options = chosen(GAME.options, {"version": "advanced", "national": "yes"})
    played = play_random(GAME, options, SEATS, random.Random(8), max_entries=500)
    states = [GAME.new(options, SEATS)]
    for entry in played.entries:
        states.append(GAME.apply(states[-1], entry).state)
    mixed = random.Random(1).sample(states, 60)
    for state in (*states, *mixed):
        for spots, first in ((state.march, 0), (state.power, FIRST_POLICE)):
            now = stand(state, POWER if first else MARCH)
            counted = {cell for cell in spots if cell not in OFF_BOARD and spots.count(cell) > 1}
            assert now.packed == (counted, hexes(counted))
            assert now.units == {unit for unit, spot in enumerate(spots, first) if spot not in OFF_BOARD}


def test_a_set_of_hexes_gives_back_the_hexes_that_were_put_in() -> None:
    assert set(cells_of(hexes(CITY.terrain))) == set(CITY.terrain)
    assert list(cells_of(hexes(["prison", ""]))) == []
