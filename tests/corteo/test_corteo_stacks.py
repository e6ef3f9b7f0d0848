"""Stacks of counters before a camera that sees only the upper one: what lies below is known, and stays known."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from corteo_evenings import moved, seen
from corteo_positions import GAME, Begun, Table

from companion.readings import Agrees, Ambiguous, InHand, Moved, Owes
from companion.reconcile import Findings
from engines.corteo.actions import Move, Place
from engines.corteo.roster import KIND_OF
from engines.entries import Undo
from engines.physical import Cell, Contents, Evidence, Look, Observation
from tests.table.drawn import Sees
from tests.table.evenings import Evening
from vision.evidence import CellEvidence, Thing

UPPER, LOWER = "counter:mov-4-2", "counter:ml-4-2"
STACK = {"A": ("mov-4-2", "1005"), "B": ("ml-4-2", "1005"), "C": ("mov-4-1", "1205"), "x": ("riot", "2712")}


class FromAbove:
    """A camera that sees of each heap the upper counter only."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    def look(self, heaps: Mapping[Cell, Contents], every: float = 0.1) -> Findings:
        """Looks six times at heaps, each from the bottom up; answers the findings that counted."""
        found = []
        for _ in range(6):
            self.evening.clock.t += every
            evidence = {cell: _upper(cell, heap) for cell, heap in heaps.items()}
            found.append(self.evening.table.observe(Observation(self.evening.clock.t, evidence)))
        return next((item for item in found if isinstance(item.reading, Moved)), found[-1])


def _upper(cell: Cell, heap: Contents) -> CellEvidence:
    return CellEvidence(cell, (Thing({heap[-1]: 12.0}, -9.0),) if heap else ())


def rather(cell: Cell, look: Look, than: Look, by: float) -> CellEvidence:
    """A counter that looks like `look` rather than like another, `by` so many nats."""
    return CellEvidence(cell, (Thing({look: 12.0, than: 12.0 - by}, -9.0),))


@pytest.fixture
def above(tmp_path: Path) -> FromAbove:
    return FromAbove(seen(tmp_path, Table(STACK).state))


def test_of_a_stack_the_upper_counter_is_seen_and_the_lower_is_known(above: FromAbove) -> None:
    assert above.look({"1005": (LOWER, UPPER)}, every=5.0).reading == Agrees()
    assert above.evening.service.snapshot("march", "en").warnings == [], "nobody is asked for the one below"


def test_the_upper_counter_goes_and_the_lower_comes_to_light(above: FromAbove) -> None:
    above.look({"1005": (LOWER, UPPER)})
    found = above.look({"1005": (LOWER,), "1105": (UPPER,)})
    assert isinstance(found.reading, Moved)
    assert [move.to for move in moved(above.evening)] == ["1105"]
    assert KIND_OF[moved(above.evening)[0].unit].id == "mov-4-2"


def test_the_lower_counter_is_drawn_out_from_below(above: FromAbove) -> None:
    above.look({"1005": (LOWER, UPPER)})
    above.look({"1005": (UPPER,), "1105": (LOWER,)})
    assert [KIND_OF[move.unit].id for move in moved(above.evening)] == ["ml-4-2"]
    assert above.look({"1005": (UPPER,), "1105": (LOWER,)}).reading == Agrees()


def test_a_counter_put_onto_another_has_moved_and_hides_it(above: FromAbove) -> None:
    above.look({"1005": (LOWER,), "1105": (UPPER,)})
    above.look({"1205": ("counter:mov-4-1", UPPER), "1105": (), "1005": (LOWER,)})
    last = moved(above.evening)[-1]
    assert (KIND_OF[last.unit].id, last.to) == ("mov-4-2", "1205")
    found = above.look({"1205": ("counter:mov-4-1", UPPER)})
    assert not any(isinstance(reading, InHand) for reading in found.all), "nobody is asked for the lower one"
    assert above.evening.table.moment.placement["1205"] == ("counter:mov-4-1", UPPER)


def test_a_counter_that_the_phone_moved_is_owed_while_it_lies_where_it_was_and_done_once_it_is_upon_the_other(
    above: FromAbove,
) -> None:
    above.look({"1005": (LOWER, UPPER), "1205": ("counter:mov-4-1",)})
    unit = next(unit for unit, spot in enumerate(above.evening.state.march) if spot == "1205")
    above.evening.act("march", Move(unit, "1105"))
    above.evening.act("march", Move(unit_at(above.evening, "1005", "mov-4-2"), "1105"))
    owing = above.look({"1005": (LOWER, UPPER), "1205": (), "1105": ("counter:mov-4-1",)})
    assert isinstance(owing.reading, Owes), "the other still lies where it was"
    assert above.look({"1005": (LOWER,), "1105": ("counter:mov-4-1", UPPER)}).reading == Agrees()


def unit_at(evening: Evening, cell: Cell, kind: str) -> int:
    return next(unit for unit, spot in enumerate(evening.state.march) if spot == cell and KIND_OF[unit].id == kind)


def test_two_counters_that_come_from_beside_the_board_may_lie_exactly_upon_each_other(above: FromAbove) -> None:
    above.look({"1005": (LOWER, UPPER)})
    above.evening.service.edit({"unit.riot.2": "1305", "unit.riot.3": "1305"}, "a-key-of-the-host", "en")
    owing = above.look({"1305": ()})
    assert [len(each.repairs) for each in owing.all if isinstance(each, Owes)] == [2]
    assert above.look({"1305": ("counter:riot", "counter:riot")}).reading == Agrees()


def test_a_counter_that_the_phone_moved_from_below_another_onto_an_equal_one_is_owed_no_longer(tmp_path: Path) -> None:
    above = FromAbove(seen(tmp_path, Table(STACK | {"D": ("ml-4-2", "1105")}).state))
    above.look({"1005": (LOWER, UPPER), "1105": (LOWER,)})
    above.evening.act("march", Move(unit_at(above.evening, "1005", "ml-4-2"), "1105"))
    assert above.look({"1005": (UPPER,), "1105": (LOWER, LOWER)}).reading == Agrees()


OTHER = "counter:mov-4-4"


def set_up(folder: Path, seen_there: CellEvidence) -> Evening:
    """The position is laid out, and one hex looks so."""
    evening = Evening(folder, ("march", "power"), Begun(Table(STACK).state))
    evening.table.begin()
    lying = evening.table.moment.placement
    shown: dict[Cell, Evidence] = {place: Sees(lying.get(place, ())) for place in evening.table.moment.board.places}
    shown[seen_there.cell] = seen_there
    for _ in range(6):
        evening.clock.t += 0.3
        evening.table.observe(Observation(evening.clock.t, shown))
    return evening


@pytest.mark.parametrize("nats", [1.5, 4.0])
def test_a_stack_is_laid_out_although_its_upper_counter_looks_a_little_like_another(
    tmp_path: Path, nats: float
) -> None:
    assert set_up(tmp_path, rather("1005", OTHER, than=UPPER, by=nats)).table.moment.phase == "playing"


def test_a_stack_with_another_counter_on_top_is_not_laid_out(tmp_path: Path) -> None:
    assert set_up(tmp_path, rather("1005", OTHER, than=UPPER, by=9.0)).table.moment.phase == "setup"


def test_a_stack_whose_shadow_looks_like_a_counter_is_laid_out(tmp_path: Path) -> None:
    shadow = Thing({"counter:anarchists-6-4": 4.0}, 1.0)
    both = CellEvidence("1005", (Thing({UPPER: 12.0}, -9.0), shadow))
    assert set_up(tmp_path, both).table.moment.phase == "playing"


def test_of_a_stack_that_looks_a_little_like_another_counter_nothing_is_said(above: FromAbove) -> None:
    above.look({"1005": (LOWER, UPPER), "1205": ("counter:mov-4-1",)})
    clock, table = above.evening.clock, above.evening.table
    for _ in range(30):
        clock.t += 0.3
        table.observe(Observation(clock.t, {"1005": rather("1005", OTHER, than=UPPER, by=2.0)}))
    assert table.moment.ruling.warnings == ()
    assert moved(above.evening) == []


def test_the_upper_counter_that_went_is_known_although_an_equal_one_lies_hidden_elsewhere(tmp_path: Path) -> None:
    stacks = STACK | {"D": ("mov-4-2", "1405"), "E": ("lc-4-4", "1405")}
    above = FromAbove(seen(tmp_path, Table(stacks).state))
    above.look({"1005": (LOWER, UPPER), "1405": (UPPER, "counter:lc-4-4")})
    found = above.look({"1005": (LOWER,), "1205": ("counter:mov-4-1", UPPER)})
    assert isinstance(found.reading, Moved)
    assert above.evening.table.moment.placement["1005"] == (LOWER,)


def test_it_is_asked_from_below_which_of_two_stacks_a_counter_was_drawn(tmp_path: Path) -> None:
    stacks = STACK | {"D": ("ml-4-2", "1405"), "E": ("lc-4-4", "1405")}
    above = FromAbove(seen(tmp_path, Table(stacks).state))
    above.look({"1005": (LOWER, UPPER), "1405": (LOWER, "counter:lc-4-4")})
    assert isinstance(above.look({"1205": ("counter:mov-4-1", LOWER)}).reading, Ambiguous)


def gathering(folder: Path) -> FromAbove:
    """The march gathers."""
    return FromAbove(Evening(folder, ("march", "power"), GAME).begin())


def test_a_counter_put_upon_one_that_was_placed_just_now_takes_nothing_back(tmp_path: Path) -> None:
    above = gathering(tmp_path)
    above.look({"0505": ("counter:autop-6-6",)})
    above.look({"0505": ("counter:autop-6-6", UPPER)})
    assert above.evening.table.moment.placement["0505"] == ("counter:autop-6-6", UPPER)
    assert not any(isinstance(entry, Undo) for entry in above.evening.entries)


def test_a_counter_from_the_supply_is_not_taken_for_one_that_lies_hidden(tmp_path: Path) -> None:
    above = gathering(tmp_path)
    for _ in range(2):
        above.evening.act("march", Place("mov-4-4", "0505"))
    above.look({"0505": (OTHER, OTHER)})
    above.look({"0505": (OTHER, OTHER), "0506": (OTHER,)})
    placement = above.evening.table.moment.placement
    assert (placement["0505"], placement["0506"]) == ((OTHER, OTHER), (OTHER,))
