"""The data of this edition keeps every constraint that the rulebook states."""

from __future__ import annotations

import math
import re
from collections import Counter

import pytest

from engines.boards.drawing.city.names import names_layer
from engines.corteo.city import BARRACKS_CELLS, CITY, WARDEN_CELLS
from engines.corteo.ground import Ground
from engines.corteo.roster import KIND_OF, KINDS, MARCH, OPENING_COUNT, POWER, REINFORCEMENTS, SUPPLY, in_play
from engines.corteo.tables import RATIOS, combat_column, level, ratio, throw_column

PRINTED = {"6-6": 5, "6-4": 7, "4-4": 5, "4-2": 8, "4-1": 8}
WORTH = {"AP": 0, "AR": 1, "DR": 2, "DP": 3, "NE": 0, "R1": 1, "R2": 2, "P2": 3}


def printed(unit: int) -> str:
    return f"{KIND_OF[unit].speed}-{KIND_OF[unit].power}"


@pytest.mark.legal("setup.march")
def test_the_march_has_33_units_which_make_102_points_though_the_rulebook_says_100() -> None:
    units = in_play(MARCH)
    assert Counter(map(printed, units)) == PRINTED
    assert sum(KIND_OF[unit].power for unit in units) == 102


def test_the_seven_units_with_an_asterisk_are_movement_worth_32() -> None:
    units = set(in_play(MARCH, frozenset({"asterisk"})))
    assert len(units) == 7
    assert {KIND_OF[unit].family for unit in units} == {"mov"}
    assert sum(KIND_OF[unit].power for unit in units) == 32
    assert sum(KIND_OF[unit].shock for unit in (*units, *in_play(MARCH))) == 16


def test_the_strangers_are_three_4_2_and_one_4_4_of_movement() -> None:
    assert Counter(map(printed, in_play(MARCH, frozenset({"strangers"})))) == {"4-2": 3, "4-4": 1}


def test_components_fit_what_is_said_of_them() -> None:
    of = {family: [unit for unit in in_play(MARCH) if KIND_OF[unit].family == family] for family in ALL_COMPONENTS}
    demonstrators = {"6": 100, "1": 500}
    count = {family: sum(demonstrators.get(printed(u)[0 if printed(u)[0] == "6" else 2], 300) for u in of[family])
             for family in of}  # fmt: skip
    assert count["mov"] * 2 > sum(count.values())
    assert min(KIND_OF[unit].power for unit in of["autop"] + of["anarchists"]) >= 4
    for weak in ("groups", "zombies", "feminists", "radicals", "ml", "dp"):
        assert {printed(unit) for unit in of[weak]} <= {"4-1", "4-2"}
    assert all(len(of[two]) >= 2 for two in ("ml", "lc", "autop"))


ALL_COMPONENTS = ("mov", "autop", "lc", "dp", "radicals", "feminists", "ml", "anarchists", "groups", "zombies")


def test_the_police_are_50_units_worth_190() -> None:
    units = in_play(POWER)
    assert (len(units), sum(KIND_OF[unit].power for unit in units)) == (50, 190)
    assert Counter(KIND_OF[unit].family for unit in units) == {
        "armoured": 5, "riot": 10, "gas": 10, "carabinieri": 10, "guards": 10, "wardens": 5,
    }  # fmt: skip


@pytest.mark.legal("setup.power", "order.units")
def test_thirty_police_begin_and_the_others_come_in_hands_two_to_five() -> None:
    assert sum(OPENING_COUNT.values()) == 30
    assert {hand: entry.points for hand, entry in REINFORCEMENTS.items()} == {2: 20, 3: 30, 4: 20, 5: 30}
    for entry in REINFORCEMENTS.values():
        assert sum(KINDS[kind].power * count for kind, count in entry.units.items()) == entry.points
    arrive = Counter(OPENING_COUNT)
    for entry in REINFORCEMENTS.values():
        arrive.update(entry.units)
    assert arrive == Counter(KIND_OF[unit].family for unit in in_play(POWER))


def test_there_are_ten_barricades_and_five_runs() -> None:
    assert (SUPPLY.barricades, SUPPLY.runs, SUPPLY.march_range, KINDS["gas"].throws) == (10, 5, 3, 4)


# --- the city --------------------------------------------------------------------------------------------


def test_the_city_has_1872_hexes_of_thirteen_terrains() -> None:
    assert len(CITY.terrain) == 1872
    assert Counter(CITY.terrain.values()) == {
        "block": 654, "street": 594, "avenue": 447, "objective": 60, "river": 34, "garden": 20, "barracks": 18,
        "popular": 16, "metro": 8, "crowded": 6, "stairs": 6, "slope": 5, "prison": 4,
    }  # fmt: skip


def test_piazza_mento_in_the_top_left_holds_33_units_two_to_a_hex() -> None:
    assert len(CITY.start) >= 17
    assert all(CITY.terrain[cell] == "avenue" and int(cell[:2]) < 12 and int(cell[2:]) < 12 for cell in CITY.start)


@pytest.mark.parametrize("square", ["fontana", "robba", "odio", "bombe", "quinta-colonna"])
def test_the_great_squares_have_thirteen_hexes_and_more(square: str) -> None:
    assert len(CITY.board.zones[square]) >= 13


def test_barracks_hold_fifteen_units_two_to_a_hex_and_each_has_exits() -> None:
    assert len(BARRACKS_CELLS) * 2 >= 15
    assert set(CITY.barracks.values()) == set(CITY.exits.values()) == set("123456")
    assert all(CITY.terrain[cell] == "street" for cell in CITY.exits)


def test_sixty_objectives_are_worth_150_and_the_scenarios_sums() -> None:
    assert (len(CITY.value), sum(CITY.value.values())) == (60, 150)

    def worth(*categories: str) -> int:
        return sum(CITY.value[cell] for cell, of in CITY.category.items() if of in categories)

    assert worth("embassy", "multinational", "government", "party", "tv", "newspaper") == 77
    anti_fascist = ("reactionary", "government", "party", "tv", "newspaper", "cinema", "bar", "hotel", "court")
    assert worth(*anti_fascist) == 68
    assert Counter(CITY.value.values()) == {5: 12, 4: 5, 2: 27, 1: 16}


@pytest.mark.legal("objective.value")
def test_forty_addresses_in_sixteen_categories() -> None:
    assert len(set(CITY.objectives.values())) == 40
    assert len(set(CITY.category.values())) == 16
    worth = {of: CITY.value[cell] for cell, of in CITY.category.items()}
    assert [worth[of] for of in ("government", "tv", "shop", "bar")] == [5, 4, 1, 2]


BRIDGES = frozenset({"3305", "3410", "3319", "3226", "3332"})
GATES = ("1305", "1310", "1312", "1313", "1314", "1319", "1326", "1332")


def reached_without(*closed: str) -> set[str]:
    lies = Ground(MARCH, frozenset(), frozenset(), frozenset(closed), stops=False)
    return set(lies.costs("0505", MARCH, 400))


def test_only_gates_lead_through_the_walls() -> None:
    assert len(CITY.walls) == 63
    assert "2612" in reached_without()
    assert "2612" not in reached_without(*GATES)
    assert all("2612" in reached_without(*(set(GATES) - {gate})) for gate in ("1305", "1310", "1319", "1326", "1332"))


def test_only_bridges_lead_over_the_river() -> None:
    assert "4036" not in reached_without(*BRIDGES)
    assert all("4036" in reached_without(*(BRIDGES - {bridge})) for bridge in BRIDGES)


def test_everything_can_be_reached_from_piazza_mento() -> None:
    reached = Ground(MARCH, frozenset(), frozenset(), frozenset(), stops=False).costs("0505", "march", 400)
    through_metro_and_objectives = CITY.onto["march"] - {"0505"}
    assert through_metro_and_objectives <= reached.keys()


@pytest.mark.parametrize(
    ("building", "points"), [("government", 9.5), ("jail", 29), ("party", 12), ("newspaper-1", 7), ("bar", 5.5)]
)
def test_ways_from_piazza_mento_are_as_long_as_the_data_page_says(building: str, points: float) -> None:
    lies = Ground(MARCH, frozenset(), frozenset(), frozenset(), stops=False)
    hexes = [cell for cell, of in CITY.objectives.items() if of == building]
    costs = (lies.costs(start, "march", 80).get(cell, 99) for start in CITY.start for cell in hexes)
    assert min(costs) / 2 == pytest.approx(points, abs=1)


@pytest.mark.legal("setup.wardens")
def test_wardens_begin_within_seven_hexes_of_metro_barracks_or_objectives() -> None:
    marks = {*CITY.metro, *CITY.barracks, *CITY.objectives}
    for cell in WARDEN_CELLS[::29]:
        assert min(CITY.board.distance(cell, mark) for mark in marks) <= 7


def test_five_hexes_lie_before_the_embassy_of_bulvar_dei_cappuccini() -> None:
    front = CITY.board.zones["embassy-front"]
    assert len(front) == 5
    assert all(CITY.terrain[cell] == "avenue" for cell in front)


def test_every_hex_has_a_name_that_people_can_find() -> None:
    assert CITY.name("1005") == "Corso Storico (1005)"
    assert CITY.name("2409") == "Government, Piazza Fontana (2409)"
    assert CITY.name("2409", "it") == "Governo, Piazza Fontana (2409)"
    assert CITY.name("1603", "de") == "Kaserne 1 (1603)"


# --- tables ----------------------------------------------------------------------------------------------


@pytest.mark.legal("combat.odds")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(4, 4, "1-1"), (4, 6, "1-2"), (12, 4, "3-1"), (4, 16, "1-4"), (8, 4, "2-1"), (16, 8, "2-1"), (30, 4, "5-1"),
     (2, 70, "1-5")],
)  # fmt: skip
def test_ratios_are_rounded_as_in_the_rulebooks_examples(attack: int, defence: int, column: str) -> None:
    assert ratio(attack, defence) == column


@pytest.mark.legal("throw.ratio", "throw.r1")
def test_6_6_throws_at_4_4_and_a_four_falls_is_r1() -> None:
    assert throw_column(ratio(6, 4))[4 - 1] == "R1"


def test_better_dice_and_better_odds_never_do_worse() -> None:
    for table in (combat_column, throw_column):
        columns = [[WORTH[result] for result in table(column)] for column in RATIOS]
        assert all(column == sorted(column) for column in columns)
        assert all(list(row) == sorted(row) for row in zip(*columns))


def test_the_combat_table_treats_both_sides_alike() -> None:
    swapped = {"AP": "DP", "AR": "DR", "DR": "AR", "DP": "AP"}
    for column, mirrored in zip(RATIOS, reversed(RATIOS)):
        assert [swapped[result] for result in reversed(combat_column(column))] == list(combat_column(mirrored))


def test_every_column_of_throws_begins_without_effect_and_below_one_to_two_nothing_happens() -> None:
    assert all(throw_column(column)[0] == "NE" for column in RATIOS)
    for column in ("1-5", "1-4", "1-3"):
        assert set(throw_column(column)) == {"NE"}


@pytest.mark.legal("end.levels")
@pytest.mark.parametrize(
    ("score", "base", "advanced"),
    [(70, "crushing_march", "crushing_march"), (69, "narrow_march", "narrow_march"), (20, "draw", "draw"),
     (0, "narrow_power", "narrow_power"), (-1, "crushing_power", "crushing_power"), (-21, "crushing_power", "rout")],
)  # fmt: skip
def test_points_say_how_clear_a_victory_is(score: int, base: str, advanced: str) -> None:
    assert (level(score, advanced=False).name, level(score, advanced=True).name) == (base, advanced)


AVENUE_NAME = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" font-size="4"[^>]*>([^<]+)</text>')


def test_no_name_of_an_avenue_stands_where_another_avenue_crosses_it() -> None:
    avenues = [line.cells for line in CITY.board.chart.lines if line.kind == "avenue"]
    meeting = Counter(cell for cells in avenues for cell in set(cells))
    named = AVENUE_NAME.findall(names_layer(CITY.board, "en"))
    assert len({name for *_, name in named}) >= 9
    for x, y, name in named:
        nearest = min(CITY.terrain, key=lambda cell: math.dist(CITY.board.places[cell].centre, (float(x), float(y))))
        assert meeting[nearest] == 1, f"{name} lies over the crossing {nearest}"
