"""What a host puts down or takes off while units are put on the map: play goes on with what is then due."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from corteo_positions import GAME, PRISON, Table, at
from scenario_games import Opening, begun

from companion.journal import advance
from engines.corteo.actions import Place
from engines.corteo.agenda import ArrivalRoll, Combat, CombatRoll, JamRoll, Placing
from engines.corteo.city import BARRACKS_CELLS
from engines.corteo.placing import allowed_cells, opening_due, payable
from engines.corteo.roster import FIRST_POLICE, KIND_OF, KINDS, MARCH, OPENING_COUNT, POWER, UNIT_ID, UNIT_NUMBER
from engines.corteo.state import State
from engines.entries import Act, BadEntry, Edit
from engines.pending import Decision, Over, seeded_outcome
from tests.table.evenings import Evening
from web.service import Refused


def corrected(table: Table, **facts: str | None) -> Table:
    """The host sets where units are: ``guards_10="0316"``."""
    named = {f"unit.{key.replace('__', '-').replace('_', '.')}": value for key, value in facts.items()}
    table.state = advance(GAME, table.state, Edit(named)).state
    return table


def opening(version: str, side: str, seed: int = 3, **options: str) -> Table:
    """The set-up of the game without scenario, at the first unit of `side`."""
    table = Opening("none", **options)
    table.state = GAME.new({"version": version, **options}, (MARCH, POWER))
    until(table, lambda state: isinstance(state.asked, Placing) and state.asked.side == side, seed)
    return table


def until(table: Table, reached: Callable[[State], bool], seed: int = 3) -> Table:
    """Random play until `reached` says that it is enough."""
    rng = random.Random(seed)
    while not reached(table.state):
        now = GAME.pending(table.state)
        assert not isinstance(now, Over)
        if isinstance(now, Decision):
            action = GAME.some(table.state, now.seats[0], rng.randrange)
            assert action is not None
            table.enter(Act(now.seats[0], action))
        else:
            table.enter(seeded_outcome(now, rng))
    return table


def placing(table: Table) -> Placing:
    item = table.state.asked
    assert isinstance(item, Placing)
    return item


def due(table: Table) -> dict[str, int]:
    return dict(placing(table).due)


def hexes(table: Table, kind: str) -> list[str]:
    return [action.to for action in table.choices(Place) if action.kind == kind and action.unit is None]


def on_the_board(state: State, kind: str) -> int:
    return sum(bool(state.spot(unit)) for unit, of in enumerate(KIND_OF) if of.id == kind)


def test_a_guard_that_the_host_puts_down_is_one_of_the_ten() -> None:
    table = opening("base", POWER)
    corrected(table, guards_10=hexes(table, "guards")[0])
    assert due(table)["guards"] == 9
    for _ in range(9):
        table.do(Place("guards", hexes(table, "guards")[0]))
    assert hexes(table, "guards") == []
    until(table, lambda state: state.hand == 1)
    assert on_the_board(table.state, "guards") == 10


def test_of_police_that_there_are_more_of_no_more_than_the_order_begin() -> None:
    table = opening("base", POWER)
    corrected(table, carabinieri_7=hexes(table, "carabinieri")[0])
    until(table, lambda state: state.hand == 1)
    assert on_the_board(table.state, "carabinieri") == 5


def test_what_the_host_takes_off_is_due_again() -> None:
    table = opening("base", POWER)
    table.do(Place("guards", hexes(table, "guards")[0]))
    corrected(table, guards_1=None)
    assert due(table)["guards"] == 10


def test_the_page_says_how_many_are_left_when_the_host_put_some_down() -> None:
    table = opening("base", POWER)
    corrected(table, guards_10=hexes(table, "guards")[0])
    left = {row.kind: row.left for row in GAME.view(table.state, POWER).placing}
    assert left["guards"] == 9


def test_police_that_the_host_brought_early_do_not_come_again_with_the_reinforcements() -> None:
    table = until(opening("base", POWER), lambda state: state.hand == 1)
    free = [unit for unit, kind in enumerate(KIND_OF) if kind.id == "gas" and not table.state.spot(unit)]
    room = _free_barracks(table.state)
    facts = {f"unit.{UNIT_ID[unit]}": cell for unit, cell in zip(free, room)}
    table.state = advance(GAME, table.state, Edit(dict(facts))).state
    until(table, lambda state: state.hand == 6)


def _free_barracks(state: State) -> list[str]:
    return [cell for cell in BARRACKS_CELLS for _ in range(2 - state.power.count(cell))]


def test_points_of_reinforcements_that_the_host_brings_are_spent() -> None:
    table = opening("advanced", POWER)
    until(table, lambda state: isinstance(state.asked, Placing) and state.asked.points > 0)
    before = placing(table).points
    kind = table.choices(Place)[0].kind
    unit = next(u for u, of in enumerate(KIND_OF) if of.id == kind and not table.state.spot(u))
    table.state = advance(GAME, table.state, Edit({f"unit.{UNIT_ID[unit]}": hexes(table, kind)[0]})).state
    power = next(of.power for of in KIND_OF if of.id == kind)
    assert power
    assert placing(table).points == before - power


def test_points_that_no_units_make_up_are_paid_as_far_as_they_can_be() -> None:
    assert payable(((2, 3), (3, 1)), (5, 4)) == (5, 4)
    assert payable(((4, 2),), (6, 4)) == (4, 4)
    assert payable(((4, 1),), (3, 5)) == (0, 4)
    assert payable((), (3,)) == (0,)


def test_reinforcements_come_though_the_host_brought_one_of_them_early() -> None:
    table = until(opening("advanced", POWER), lambda state: state.hand == 1)
    corrected(table, gas_1=_free_barracks(table.state)[0])
    until(table, lambda state: isinstance(state.asked, Placing) or state.hand > 2)
    assert (table.state.hand, placing(table).points) == (2, 20)
    until(table, lambda state: state.hand == 3)
    assert brought(table.state) == 20 + KIND_OF[UNIT_NUMBER["gas.1"]].power


def brought(state: State) -> int:
    """Points of the police on the board that did not begin the game."""
    there = sum(KIND_OF[unit].power for unit in range(FIRST_POLICE, len(KIND_OF)) if state.spot(unit))
    return there - sum(KINDS[kind].power * count for kind, count in OPENING_COUNT.items())


def test_an_army_with_units_that_the_host_put_down_is_no_larger() -> None:
    table = begun("internationalist")
    before = placing(table)
    cell = table.free()
    corrected(table, mov__6__6_1=cell)
    now = placing(table)
    assert (now.count, now.budget) == ((before.count or 0) - 1, before.budget - 6)
    until(table, lambda state: state.hand == 1)
    assert sum(bool(spot) for spot in table.state.march) == 33


def test_a_riot_squad_put_into_a_square_is_one_of_those_that_begin_there() -> None:
    table = begun("internationalist", "order")
    there = next(item for item in table.state.agenda if isinstance(item, Placing) and item.where == "fontana")
    assert dict(there.due)["riot"] == 5
    inside = set(allowed_cells(table.state, there, "riot")) - set(allowed_cells(table.state, placing(table), "riot"))
    corrected(table, riot_9=sorted(inside)[0])
    there = next(item for item in table.state.agenda if isinstance(item, Placing) and item.where == "fontana")
    assert (due(table)["riot"], dict(there.due)["riot"]) == (5, 4)


def test_the_march_may_not_lose_a_counter_once_it_has_put_all_down() -> None:
    table = opening("base", POWER)
    with pytest.raises(BadEntry, match="neither on the board nor in prison"):
        corrected(table, lc__6__4_1=None)


def test_a_counter_taken_off_while_the_march_puts_its_own_down_is_put_down_again() -> None:
    table = opening("base", MARCH)
    table.do(Place("lc-6-4", hexes(table, "lc-6-4")[0]))
    corrected(table, lc__6__4_1=None)
    until(table, lambda state: state.hand == 1)
    assert GAME.audit(table.state) == []


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "neither on the board nor in prison"), ("it", "carcere"), ("de", "Gefängnis")],
)
def test_a_counter_that_would_be_lost_is_refused_in_the_hosts_language(tmp_path: Path, lang: str, said: str) -> None:
    evening = Evening(tmp_path, (MARCH, POWER), GAME, {"version": "base"}).begin()
    rng = random.Random(3)
    while evening.state.asked != opening_due(POWER):
        seat = GAME.pending(evening.state).seats[0]
        evening.act(seat, GAME.some(evening.state, seat, rng.randrange))
    with pytest.raises(Refused, match=said):
        evening.service.edit({"unit.lc-6-4.1": None}, evening.key(), lang)
    evening.service.edit({"runs": 3}, evening.key(), lang)


def test_before_the_rally_has_a_square_reactionaries_can_be_corrected() -> None:
    table = Opening("antifascist")
    with pytest.raises(BadEntry):
        corrected(table, riot_1="9999")
    corrected(table, riot_1=_free_barracks(table.state)[0])
    until(table, lambda state: state.hand == 1)
    assert on_the_board(table.state, "riot") == 10


# --- dice that are asked for -----------------------------------------------------------------------------


def moved(table: Table, letter: str, to: str | None) -> None:
    """The host sets where that unit is."""
    table.state = advance(GAME, table.state, Edit({f"unit.{UNIT_ID[table.unit[letter]]}": to})).state


def test_a_combat_whose_attacker_the_host_takes_off_is_not_rolled_for() -> None:
    table = Table(at("x A", "2411", x="riot", A="mov-4-4"), POWER, combat=True)
    assert table.die == "combat"
    moved(table, "x", None)
    assert not isinstance(table.state.asked, CombatRoll | Combat)


def test_a_combat_goes_on_with_those_that_the_host_leaves_in_it() -> None:
    table = Table(at("x A y\n. z", "2411", x="riot", y="riot", z="carabinieri", A="mov-4-4"), POWER, combat=True)
    assert table.odds == (12, 4, "3-1")
    moved(table, "y", None)
    assert table.odds == (8, 4, "2-1")


def test_who_fights_no_combat_after_a_correction_may_fight_another() -> None:
    table = Table(at("A x . . B", "2412", x="riot", A="mov-4-4", B="lc-4-4"), POWER, combat=True)
    moved(table, "x", "2712")
    assert table.odds == (4, 4, "1-1")


@pytest.mark.parametrize("gone", ["A", "x"])
def test_a_throw_of_or_at_nobody_is_not_rolled_for(gone: str) -> None:
    table = Table(at("A . x", "2412", A="mov-6-6", x="riot")).throw("A", "2612")
    assert table.die == "throw"
    moved(table, gone, PRISON if gone == "A" else None)
    assert table.asked == (MARCH, "movement")
    GAME.view(table.state, MARCH)


def test_newcomers_that_the_host_takes_away_throw_no_die() -> None:
    fields = {"options": {"national": "yes"}, "hand": 5}
    table = Table(at("A . B", "2412", A="mov-4-4", B="lc-4-4"), advanced=True, **fields)
    units = table.units("AB")
    table.state = msgspec.structs.replace(
        table.state, waiting=units, agenda=(ArrivalRoll(MARCH, units), *table.state.agenda)
    )
    assert table.die == "arrival"
    moved(table, "A", PRISON)
    assert table.state.asked == ArrivalRoll(MARCH, units[1:])
    moved(table, "B", PRISON)
    assert table.asked == (MARCH, "movement")


def test_no_traffic_jams_where_the_host_has_put_somebody() -> None:
    table = Table(at("A", "2412", A="mov-4-4"), advanced=True, options={"jams": "yes"})
    table.state = msgspec.structs.replace(table.state, agenda=(JamRoll(MARCH, "2512"), *table.state.agenda))
    moved(table, "A", "2512")
    assert table.asked == (MARCH, "movement")
