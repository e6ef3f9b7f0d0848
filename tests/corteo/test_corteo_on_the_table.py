"""Corteo before a camera: a whole phase by two hands, stacks, equal counters, and what the board owes after a panic."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from corteo_positions import GAME, Table

from companion.readings import Agrees, Ambiguous, Moved
from engines.corteo.actions import Move
from engines.corteo.game import Corteo
from engines.corteo.reach import reach
from engines.corteo.roster import KIND_OF
from engines.corteo.state import Movement, State
from engines.game import Act, Seat
from engines.physical import Cell
from tests.table.evenings import Evening

Cells = dict[Cell, list[str]]


class Begun(Corteo):
    """The game, but it begins where a drawn position stands."""

    def __init__(self, table: Table) -> None:
        self._begun = table.state

    def new(self, options: Mapping[str, str], seats: Sequence[Seat]) -> State:
        return self._begun


def seen(folder: Path, table: Table) -> Evening:
    """The position on a table, before a camera that has seen it."""
    return Evening(folder, ("march", "power"), Begun(table)).watched()


def lying(evening: Evening) -> Cells:
    return {cell: list(looks) for cell, looks in evening.table.moment.placement.items()}


def carried(cells: Cells, look: str, start: Cell, to: Cell) -> None:
    """A hand takes a counter from hex to hex."""
    cells[start].remove(look)
    cells.setdefault(to, []).append(look)


def moved(evening: Evening) -> list[Move]:
    """The moves in the log."""
    return [entry.action for entry in evening.entries if isinstance(entry, Act) and isinstance(entry.action, Move)]


# --- a whole phase ---------------------------------------------------------------------------------------

THIRTY = [kind.id for kind in KIND_OF[:33]][:30]


def a_march() -> Table:
    """Thirty units of the march two by two along Corso Storico, and police far away."""
    units = {str(number): (kind, f"{5 + number // 2:02d}05") for number, kind in enumerate(THIRTY)}
    return Table(units | {"x": ("riot", "4220")})


def plan(table: Table, rng: random.Random) -> list[tuple[str, Cell, Cell]]:
    """Thirty moves, one of each unit in any order, that one hand after the other could make: look, start, goal."""
    game, state, steps = GAME, table.state, []
    units = [table.unit[str(number)] for number in range(len(THIRTY))]
    rng.shuffle(units)
    for unit in units:
        item = state.asked
        assert isinstance(item, Movement)
        goal = rng.choice(sorted(to for to in reach(state, item, unit) if game.allows(state, "march", Move(unit, to))))
        steps.append((f"counter:{KIND_OF[unit].id}", state.spot(unit), goal))
        state = game.apply(state, Act("march", Move(unit, goal))).state
    return steps


def test_thirty_units_in_any_order_by_two_hands_at_once_are_thirty_moves(tmp_path: Path) -> None:
    table = a_march()
    evening = seen(tmp_path, table)
    steps = plan(table, random.Random("two hands"))
    cells = lying(evening)
    for left, right in zip_longest(steps[::2], steps[1::2]):
        both = [step for step in (left, right) if step is not None]
        for look, start, _ in both:
            cells[start].remove(look)
        evening.look(cells, hidden={start for _, start, _ in both})
        for look, _, to in both:
            cells.setdefault(to, []).append(look)
        evening.settle(cells)
    assert len(moved(evening)) == 30
    assert {cell: tuple(sorted(looks)) for cell, looks in cells.items() if looks} == evening.table.moment.placement
    assert evening.look(cells).reading == Agrees()
    assert evening.service.snapshot("march", "en").warnings == []


UPPER, LOWER = "counter:mov-4-2", "counter:ml-4-2"


# --- equal counters --------------------------------------------------------------------------------------


def test_which_of_two_equal_counters_left_a_hex_is_not_asked(tmp_path: Path) -> None:
    evening = seen(tmp_path, Table({"A": ("mov-4-2", "1005"), "B": ("mov-4-2", "1005"), "x": ("riot", "2712")}))
    cells = lying(evening)
    carried(cells, "counter:mov-4-2", "1005", "1105")
    assert isinstance(evening.settle(cells).reading, Moved)
    assert len(moved(evening)) == 1


def test_two_equal_counters_that_went_at_once_are_told_somehow_as_it_makes_no_difference(tmp_path: Path) -> None:
    evening = seen(tmp_path, Table({"A": ("mov-4-2", "1005"), "B": ("mov-4-2", "1205"), "x": ("riot", "2712")}))
    cells = lying(evening)
    carried(cells, "counter:mov-4-2", "1005", "1105")
    carried(cells, "counter:mov-4-2", "1205", "1305")
    assert isinstance(evening.settle(cells).reading, Moved)
    assert {move.to for move in moved(evening)} == {"1105", "1305"}


def test_which_of_two_units_moved_last_is_not_asked_and_either_may_go_on(tmp_path: Path) -> None:
    table = Table({"A": ("mov-4-2", "1005"), "B": ("ml-4-2", "1405"), "x": ("riot", "2712")})
    for unit, to, on in (("A", "1105", "1205"), ("B", "1505", "1605")):
        (tmp_path / unit).mkdir()
        evening = seen(tmp_path / unit, table)
        cells = lying(evening)
        carried(cells, UPPER, "1005", "1105")
        carried(cells, LOWER, "1405", "1505")
        assert isinstance(evening.settle(cells).reading, Moved)
        look = UPPER if unit == "A" else LOWER
        carried(cells, look, to, on)
        evening.settle(cells)
        assert evening.state.spot(table.unit[unit]) == on
        assert evening.service.snapshot("march", "en").warnings == []


def test_a_counter_is_known_by_where_it_was_seen_to_go(tmp_path: Path) -> None:
    table = Table({"A": ("mov-4-2", "1005"), "B": ("mov-4-2", "1205"), "x": ("riot", "2712")})
    evening = seen(tmp_path, table)
    cells = lying(evening)
    carried(cells, UPPER, "1005", "1204")
    evening.settle(cells)
    carried(cells, UPPER, "1205", "1005")
    evening.settle(cells)
    assert (evening.state.spot(table.unit["A"]), evening.state.spot(table.unit["B"])) == ("1204", "1005")


def test_it_is_asked_which_moved_where_one_of_them_still_has_points_and_the_other_its_whole_move(
    tmp_path: Path,
) -> None:
    table = Table({"A": ("mov-4-2", "1005"), "B": ("mov-4-2", "1105"), "x": ("riot", "2712")}).move("A", "1105")
    evening = seen(tmp_path, table)
    cells = lying(evening)
    carried(cells, UPPER, "1105", "1205")
    found = evening.settle(cells)
    assert isinstance(found.reading, Ambiguous)
    assert {choice[0].action.unit for choice in found.reading.choices} == {table.unit["A"], table.unit["B"]}
