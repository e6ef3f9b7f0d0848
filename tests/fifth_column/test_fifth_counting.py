"""However trails are counted, in lists, in tables or going on from a count before: they are as many as written down."""

from __future__ import annotations

import random

import pytest
from fifth_positions import GAME
from msgspec import structs
from written_trails import a_hunt, assert_counted_right, played

from engines.fifth_column import beginnings, counting, course, deduction
from engines.fifth_column import trails as steps_along
from engines.fifth_column.deduction import deduced
from engines.fifth_column.effort import quick
from engines.fifth_column.evidence import knowledge
from engines.fifth_column.late_hunts import late_hunt


@pytest.mark.parametrize("keen", [False, True])
@pytest.mark.parametrize("outing", [False, True])
@pytest.mark.parametrize("returning", [True, False])
def test_on_small_maps_it_counts_what_writing_every_trail_down_counts(
    monkeypatch: pytest.MonkeyPatch, outing: bool, returning: bool, keen: bool
) -> None:
    monkeypatch.setattr(counting, "MANY", 0)
    monkeypatch.setattr(beginnings, "MANY", 0)
    rng = random.Random(f"{outing} {returning}")
    most = 0
    for number in range(12):
        known = a_hunt(
            rng, turns=2 + number % 4, outing=outing, returning=returning, last_home=number % 2 == 0, keen=keen
        )
        most = max(most, assert_counted_right(known))
    assert most > (50 if keen else 200)


def in_tables(monkeypatch: pytest.MonkeyPatch, few_rows: int, sparse: float = 0) -> None:
    """Trails are counted in tables from the first, along slides where there are more rows than `few_rows`.

    After a turn that leaves no more of the table filled than `sparse` it is a list again.
    """
    monkeypatch.setattr(counting, "FEW_STATES", 1)
    monkeypatch.setattr(counting, "CROWDED", 1)
    monkeypatch.setattr(counting, "FULL", 0)
    monkeypatch.setattr(counting, "SPARSE", sparse)
    monkeypatch.setattr(counting, "FEW_ROWS", few_rows)


@pytest.mark.parametrize("few_rows", [None, 0, 10**9])
@pytest.mark.parametrize(
    ("stopping", "chosen", "outing"), [(True, False, False), (False, True, True), (True, True, False)]
)
def test_where_the_spy_began_elsewhere_or_only_stops_count_it_still_counts_every_trail(
    monkeypatch: pytest.MonkeyPatch, few_rows: int | None, stopping: bool, chosen: bool, outing: bool
) -> None:
    if few_rows is not None:
        in_tables(monkeypatch, few_rows)
    rng = random.Random(f"{stopping} {chosen} {outing}")
    most = 0
    for number in range(8):
        known = a_hunt(
            rng,
            turns=2 + number % 2,
            outing=outing,
            returning=number % 3 > 0,
            last_home=number % 2 == 0,
            stopping=stopping,
            chosen=chosen,
        )
        most = max(most, assert_counted_right(known))
    assert most > 200


@pytest.mark.parametrize(("few_rows", "sparse"), [(0, 0), (10**9, 0), (0, 1)])
@pytest.mark.parametrize("returning", [True, False])
def test_trails_counted_in_tables_are_as_many(
    monkeypatch: pytest.MonkeyPatch, returning: bool, few_rows: int, sparse: float
) -> None:
    in_tables(monkeypatch, few_rows, sparse)
    rng = random.Random(f"tables {returning}")
    most = 0
    for number in range(24):
        known = a_hunt(
            rng, turns=2 + number % 4, outing=False, returning=returning, last_home=number % 2 == 0, keen=number > 15
        )
        most = max(most, assert_counted_right(known))
    assert most > 200


@pytest.mark.parametrize(
    ("options", "few_rows", "sparse"),
    [({}, 0, 0), ({}, 10**9, 0), ({}, 0, 0.3), ({"moving_refuges": "yes"}, 0, 0)],
)
def test_late_in_a_hunt_tables_give_what_lists_give(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, str], few_rows: int, sparse: float
) -> None:
    deduced.cache_clear()
    monkeypatch.setattr(counting, "FEW_STATES", 10**9)
    known = knowledge(GAME.view(played(3, 30, **options).state, None))
    by_lists = deduced(known)
    deduced.cache_clear()
    deduction._counted.clear()
    in_tables(monkeypatch, few_rows, sparse)
    by_tables = deduced(known)
    assert by_tables.trails == pytest.approx(by_lists.trails, rel=1e-12)
    assert by_tables.spot == pytest.approx(by_lists.spot, rel=1e-12)
    assert by_tables.hideout == pytest.approx(by_lists.hideout, rel=1e-12)


@pytest.mark.parametrize(
    ("options", "few_rows"),
    [({"moving_refuges": "yes"}, 10**9), ({"moving_refuges": "yes"}, None), ({"memory": "outing"}, None)],
)
def test_going_on_from_the_last_count_gives_what_counting_anew_gives(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, str], few_rows: int | None
) -> None:
    if few_rows is not None:
        in_tables(monkeypatch, few_rows)
    went_on = 0
    view = GAME.view(played(8, 9, **options).state, None)
    for count in range(1, len(view.record) + 1):
        known = knowledge(structs.replace(view, record=view.record[:count]))
        deduced.cache_clear()
        found = deduced(known)
        counters = list(deduction._counted)
        went_on += any({*map(id, one.kept.values())} & {*map(id, counters[-1].kept.values())} for one in counters[:-1])
        deduction._counted.clear()
        deduced.cache_clear()
        anew = deduced(known)
        deduction._counted.extend(counters)
        assert found.trails == anew.trails
        assert found.spot == pytest.approx(anew.spot, rel=1e-12)
        assert found.hideout == pytest.approx(anew.hideout, rel=1e-12)
    assert went_on > 5


@pytest.mark.parametrize(
    "options", [{}, {"start": "chosen"}, {"home": "free", "moving_refuges": "yes"}, {"home": "last", "wrap": "centre"}]
)
def test_counting_back_to_the_hideout_gives_what_remembering_it_all_along_gives(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, str]
) -> None:
    hunts = [knowledge(GAME.view(late_hunt(9, random.Random(seed), **options), None)) for seed in range(8)]
    backwards = [counting.Counter(known, quick(len(known.turns))) for known in hunts]
    counted = [counter.count() for counter in backwards]
    monkeypatch.setattr(course.Course, "_tells", lambda _: 0)
    monkeypatch.setattr(steps_along, "BLOCK", 500)
    for known, found in zip(hunts, counted):
        for one, other in zip(found, counting.Counter(known, quick(len(known.turns))).count()):
            assert one.tolist() == pytest.approx(other.tolist(), rel=1e-12)
    assert any(counter.course.tells > counter.course.last for counter in backwards)
    assert options.get("home") == "free" or any(
        1 < counter.course.tells <= counter.course.last for counter in backwards
    )
