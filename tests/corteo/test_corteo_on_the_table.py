"""Corteo before a camera: a whole phase by two hands, equal counters, and what the board owes after a panic."""

from __future__ import annotations

import random
from itertools import zip_longest
from pathlib import Path

import pytest
from corteo_evenings import Cells, carried, lying, moved, seen
from corteo_positions import GAME, Table

from companion.readings import Agrees, Ambiguous, Moved, Owes, Repair
from companion.words import Words
from engines.corteo.actions import Move, Place, Retreat, Wish
from engines.corteo.agenda import Movement, Retreating
from engines.corteo.reach import reach
from engines.corteo.roster import KIND_OF
from engines.entries import Act
from engines.physical import Cell, Observation
from tests.table.drawn import Doubts
from tests.table.evenings import Evening
from web.app import create_app

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
    evening = seen(tmp_path, table.state)
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


# --- equal counters --------------------------------------------------------------------------------------

UPPER, LOWER = "counter:mov-4-2", "counter:ml-4-2"


def test_which_counter_lay_upon_the_other_is_forgotten_with_the_game(tmp_path: Path) -> None:
    evening = seen(tmp_path, Table({"A": ("mov-4-2", "1005"), "B": ("ml-4-2", "1005"), "x": ("riot", "2712")}).state)
    upper_alone = Doubts({(UPPER,): 0.0, (LOWER, UPPER): -2.0})
    for _ in range(6):
        evening.clock.t += 0.1
        evening.table.observe(Observation(evening.clock.t, {"1005": upper_alone}))
    assert evening.table.situation().uppermost == {"1005": (UPPER,)}
    evening.service.new_game("en")
    evening.begin()
    assert evening.table.situation().uppermost == {}


def test_which_of_two_equal_counters_left_a_hex_is_not_asked(tmp_path: Path) -> None:
    evening = seen(tmp_path, Table({"A": ("mov-4-2", "1005"), "B": ("mov-4-2", "1005"), "x": ("riot", "2712")}).state)
    cells = lying(evening)
    carried(cells, "counter:mov-4-2", "1005", "1105")
    assert isinstance(evening.settle(cells).reading, Moved)
    assert len(moved(evening)) == 1


def test_two_equal_counters_that_went_at_once_are_told_somehow_as_it_makes_no_difference(tmp_path: Path) -> None:
    evening = seen(tmp_path, Table({"A": ("mov-4-2", "1005"), "B": ("mov-4-2", "1205"), "x": ("riot", "2712")}).state)
    cells = lying(evening)
    carried(cells, "counter:mov-4-2", "1005", "1105")
    carried(cells, "counter:mov-4-2", "1205", "1305")
    assert isinstance(evening.settle(cells).reading, Moved)
    assert {move.to for move in moved(evening)} == {"1105", "1305"}


def test_which_of_two_units_moved_last_is_not_asked_and_either_may_go_on(tmp_path: Path) -> None:
    table = Table({"A": ("mov-4-2", "1005"), "B": ("ml-4-2", "1405"), "x": ("riot", "2712")})
    for unit, to, on in (("A", "1105", "1205"), ("B", "1505", "1605")):
        (tmp_path / unit).mkdir()
        evening = seen(tmp_path / unit, table.state)
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
    evening = seen(tmp_path, table.state)
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
    evening = seen(tmp_path, table.state)
    cells = lying(evening)
    carried(cells, UPPER, "1105", "1205")
    found = evening.settle(cells)
    assert isinstance(found.reading, Ambiguous)
    assert {choice[0].action.unit for choice in found.reading.choices} == {table.unit["A"], table.unit["B"]}


def test_two_equal_counters_that_left_one_hex_at_once_are_two_moves(tmp_path: Path) -> None:
    evening = seen(tmp_path, Table({"A": ("mov-4-2", "1005"), "B": ("mov-4-2", "1005"), "x": ("riot", "2712")}).state)
    cells = lying(evening)
    carried(cells, UPPER, "1005", "1105")
    carried(cells, UPPER, "1005", "0905")
    assert isinstance(evening.settle(cells).reading, Moved)
    assert {move.to for move in moved(evening)} == {"1105", "0905"}


@pytest.mark.parametrize("kinds", [("mov-4-2", "mov-4-2"), ("mov-4-2", "ml-4-2")])
def test_two_counters_that_are_put_down_at_once_are_placed_without_a_question(
    tmp_path: Path, kinds: tuple[str, str]
) -> None:
    evening = seen(tmp_path, GAME.new({}, ("march", "power")))
    cells = lying(evening)
    free = [action.to for action in GAME.legal(evening.state, "march") if isinstance(action, Place)]
    for kind, to in zip(kinds, dict.fromkeys(free)):
        cells[to] = [f"counter:{kind}"]
    assert isinstance(evening.settle(cells).reading, Moved)
    assert evening.table.moment.placement == {cell: tuple(looks) for cell, looks in cells.items()}


def test_which_of_two_equal_counters_in_a_hex_went_back_is_not_asked(tmp_path: Path) -> None:
    units = {"x": ("riot", "2412"), "A": ("mov-4-2", "2512"), "B": ("mov-4-2", "2512")}
    evening = seen(tmp_path, Table(units, "power", combat=True, advanced=True).roll(4).state)
    assert isinstance(evening.state.asked, Retreating)
    cells = lying(evening)
    to = next(action.to for action in GAME.legal(evening.state, evening.state.asked.chooser))
    carried(cells, UPPER, "2512", to)
    assert isinstance(evening.settle(cells).reading, Moved)
    assert evening.table.moment.placement[to] == (UPPER,)


def test_a_white_piece_that_a_hand_lays_is_read_as_an_objective_and_its_points_are_asked_for(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ("march", "power"), GAME, {"own": "2"}).begin()
    for _ in range(4):
        evening.clock.t += 1.0
        found = evening.look({"1802": ["counter:own"]})
    assert isinstance(found.reading, Ambiguous)
    asked = [intent.action for choice in found.reading.choices for intent in choice]
    assert asked == [Wish("1802", points) for points in range(1, 10)]


# --- panic -----------------------------------------------------------------------------------------------

DOZEN = {f"{6 + number:02d}05": kind for number, kind in enumerate(["mov-4-4", *THIRTY[:3], *THIRTY[8:16]])}
"""A chain of units along Corso Storico, hex by hex from the police on."""


def after_the_panic(folder: Path) -> Evening:
    """The first of the chain is beaten, all of it panics, and the power has chosen on its phone where each goes."""
    chain = {cell: (kind, cell) for cell, kind in DOZEN.items()}
    evening = seen(folder, Table({"x": ("riot", "0505"), **chain}, "power", combat=True).roll(6).state)
    while isinstance(evening.state.asked, Retreating):
        legal = GAME.legal(evening.state, evening.state.asked.chooser)
        evening.act(
            "power", max((act for act in legal if isinstance(act, Retreat)), key=lambda act: (act.to, act.unit))
        )
    return evening


def test_after_a_panic_a_dozen_repairs_are_shown_in_order_and_ticked_off_as_they_are_seen(tmp_path: Path) -> None:
    evening = after_the_panic(tmp_path)
    cells = {cell: [f"counter:{kind}"] for cell, kind in DOZEN.items()} | {"0505": ["counter:riot"]}
    owed = _owed(evening, cells)
    assert len(owed) >= 10
    while owed:
        first, *rest = owed
        assert first.origin is not None
        assert first.to is not None
        crowd = cells.get(first.to, [])
        assert len(crowd) < 2, "there is room where the first one goes"
        carried(cells, first.look, first.origin, first.to)
        owed = _owed(evening, cells)
        assert owed == rest, "each is ticked off as it is done, and what is left keeps its order"
    assert evening.look(cells).reading == Agrees()


def test_the_page_says_how_many_counters_are_left_to_mend(tmp_path: Path) -> None:
    evening = after_the_panic(tmp_path)
    cells = {cell: [f"counter:{kind}"] for cell, kind in DOZEN.items()} | {"0505": ["counter:riot"]}
    app = create_app(evening.service, virtual=None, host_pin="1", board_svg=lambda lang: "", piece_svg=lambda look: "")
    client = app.test_client()
    client.set_cookie("seat_power", evening.tokens["power"])
    first, *rest = _owed(evening, cells)
    assert f'<span class="left">{len(rest) + 1}</span>' in client.get("/seat/power").text
    carried(cells, first.look, str(first.origin), str(first.to))
    _owed(evening, cells)
    assert f'<span class="left">{len(rest)}</span>' in client.get("/seat/power").text


def _owed(evening: Evening, cells: Cells) -> list[Repair]:
    """What the phone shows to mend, while the board lies so."""
    for _ in range(3):
        evening.clock.t += 1.0
        found = evening.look(cells)
    shown = [each for each in evening.service.snapshot("march", "en").warnings if each.reading == "Owes"]
    owed = [repair for reading in found.all if isinstance(reading, Owes) for repair in reading.repairs]
    assert [len(warning.mend) for warning in shown] == ([len(owed)] if owed else [])
    return owed


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Move Movement 4-2 from Viale del Tram (2615) to Piazza Fontana (2712)."),
        ("it", "Spostare Movimento 4-2 da Viale del Tram (2615) a Piazza Fontana (2712)."),
        ("de", "Bewegung 4-2 vom Viale del Tram (2615) zur Piazza Fontana (2712) ziehen."),
    ],
)
def test_a_repair_says_in_words_where_a_counter_lies_and_where_it_belongs(lang: str, said: str) -> None:
    words = Words(GAME, GAME.board({}), lang)
    assert words.repair(Repair("move", "counter:mov-4-2", "2615", "2712")) == said
    assert "(4235)" in words.repair(Repair("put", "counter:mov-4-2", None, "4235")), "prisons have names, too"
