"""Combats: who fights whom, the odds, terrain, heads, columns; the rulebook's examples drawn as small maps."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from corteo_positions import CITY, PRISON, Table, at

from engines.corteo.actions import EndMovement, Fight, Lead, Pair
from engines.corteo.marching import heads, linked, worth
from engines.corteo.roster import Side

# The square round 2612 is grey: everything in it touches what lies beside it.


def brawl(rows: str, side: Side = "power", top_left: str = "2411", **kinds: Any) -> Table:
    """The combat phase of `side` with that position in Piazza Fontana; `advanced`, `heads` … as keywords of Table."""
    fields = {key: kinds.pop(key) for key in ("advanced", "heads", "component") if key in kinds}
    return Table(at(rows, top_left, **kinds), side, combat=True, **fields)


@pytest.mark.legal("combat.attacker", "combat.odds")
def test_carabinieri_against_a_four_four_are_one_to_one() -> None:
    table = brawl("x A", x="carabinieri", A="mov-4-4")
    assert table.odds == (4, 4, "1-1")


@pytest.mark.legal("combat.odds")
def test_a_riot_squad_against_a_six_six_is_one_to_two() -> None:
    assert brawl("x A", x="riot", A="mov-6-6").odds == (4, 6, "1-2")


@pytest.mark.legal("combat.odds", "combat.all")
def test_three_police_against_one_are_three_to_one() -> None:
    table = brawl("x A y\n. z", x="riot", y="riot", z="carabinieri", A="mov-4-4")
    assert table.odds == (12, 4, "3-1")


@pytest.mark.legal("combat.odds")
def test_one_police_unit_against_three_is_one_to_four() -> None:
    table = brawl("A x B\n. C", x="riot", A="mov-6-6", B="autop-6-6", C="mov-4-4")
    assert table.odds == (4, 16, "1-4")


@pytest.mark.legal("combat.pairs", "combat.once")
def test_three_police_against_two_fight_two_combats_eight_to_four_and_four_to_four() -> None:
    table = brawl("x A y B z", top_left="2412", x="riot", y="riot", z="riot", A="mov-4-4", B="lc-4-4")
    assert table.asked == ("power", "pair"), "the larger side chooses where its third unit joins"
    table.do(Pair(table.units("xy"), table.units("A")))
    assert table.asked == ("power", "fight")
    table.do(Fight(table.units("xy")[0]))
    assert table.odds == (8, 4, "2-1")
    table.roll(3)
    assert table.spot("A") == PRISON, "police control all that lies round it"
    assert table.odds == (4, 4, "1-1")


@pytest.mark.illegal("combat.pairs")
def test_nobody_in_contact_may_be_left_out() -> None:
    table = brawl("x A y B z", top_left="2412", x="riot", y="riot", z="riot", A="mov-4-4", B="lc-4-4")
    assert table.why_not(Pair(table.units("y"), table.units("A"))) == {"combat.pairs"}
    assert table.why_not(Fight(table.unit["x"])) == {"combat.pairs"}


@pytest.mark.legal("combat.pairs")
def test_the_defender_chooses_where_it_has_more_units() -> None:
    table = brawl("A x B y C", top_left="2412", A="mov-4-4", B="lc-4-4", C="mov-4-2", x="riot", y="riot")
    assert table.asked == ("march", "pair")


@pytest.mark.illegal("combat.attacker")
def test_the_attacker_chooses_the_order() -> None:
    table = brawl("A x . y B", top_left="2412", A="mov-4-4", x="riot", y="riot", B="mov-4-2")
    assert table.asked == ("power", "fight")
    assert table.why_not(Fight(table.unit["A"]), by="march") == {"combat.attacker"}


@pytest.mark.illegal("combat.once")
def test_nobody_fights_twice() -> None:
    table = brawl("A x . y B", top_left="2412", A="mov-4-4", x="riot", y="riot", B="mov-4-2")
    assert table.why_not(Fight(table.unit["A"])) == {"combat.once"}


@pytest.mark.legal("stack.fight")
def test_a_stack_fights_as_one() -> None:
    table = Table({"A": ("mov-4-4", "2512"), "B": ("mov-4-2", "2512"), "x": ("riot", "2612")}, "power", combat=True)
    assert table.odds == (4, 6, "1-2")


@pytest.mark.legal("combat.barracks", "combat.metro")
def test_the_march_does_not_attack_into_barracks_nor_police_into_the_metro() -> None:
    inside = {"A": ("mov-4-4", "1502"), "x": ("riot", "1503")}
    assert Table(inside, combat=True).asked[0] == "power"
    assert Table(inside, "power", combat=True).odds == (4, 4, "1-1")
    below = {"A": ("mov-4-4", "1004"), "x": ("riot", "0904")}
    assert Table(below, hand=10, side="power", combat=True).over
    assert Table(below, combat=True).asked == ("power", "placing")


@pytest.mark.legal("combat.popular")
def test_popular_housing_doubles_the_march() -> None:
    assert Table({"A": ("mov-4-4", "0111"), "x": ("riot", "0210")}, "power", combat=True).odds == (4, 8, "1-2")


@pytest.mark.legal("combat.crowded")
def test_a_crowded_place_halves_it() -> None:
    assert Table({"A": ("mov-4-1", "1023"), "x": ("riot", "0923")}, "power", combat=True).odds == (4, 0.5, "5-1")


@pytest.mark.legal("combat.slope")
def test_who_stands_higher_counts_double() -> None:
    # 2317 is a slope, 2318 lies below it and 2316 above.
    assert CITY.higher("2317", "2318")
    assert CITY.higher("2316", "2317")
    uphill = Table({"A": ("mov-4-4", "2317"), "x": ("riot", "2318")}, "power", combat=True)
    assert uphill.odds == (4, 8, "1-2")
    downhill = Table({"A": ("mov-4-4", "2317"), "x": ("riot", "2316")}, "power", combat=True)
    assert downhill.odds == (8, 4, "2-1")


# --- columns ---------------------------------------------------------------------------------------------


@pytest.mark.legal("column.one")
def test_four_armoured_cars_against_two_units_are_one_combat_sixteen_to_eight() -> None:
    table = brawl("x y z w\n. A B", top_left="2411", x="armoured", y="armoured", z="armoured", w="armoured",
                  A="mov-4-4", B="lc-4-4")  # fmt: skip
    assert table.odds == (16, 8, "2-1")


@pytest.mark.legal("column.results")
def test_a_beaten_column_goes_back_as_a_whole() -> None:
    table = brawl("x y\n. A", x="armoured", y="armoured", A="mov-6-6").roll(2)
    assert table.asked == ("power", "retreat")
    assert table.retreats("x")
    assert table.retreats("y")


# --- heads -----------------------------------------------------------------------------------------------

MARCH_OF_TWELVE = """
. A B c d
 e f g h
i j k l
"""


def march_of_twelve(**more: Any) -> Table:
    kinds = dict.fromkeys("cdefghijkl", "") | {"A": "mov-4-4", "B": "mov-4-2"}
    others = iter(["mov-4-4"] * 3 + ["mov-4-2"] * 2 + ["mov-4-1"] * 4 + ["ml-4-2"])
    kinds = {letter: kind or next(others) for letter, kind in kinds.items()}
    return Table(at(MARCH_OF_TWELVE, "2412", **kinds), heads="AB", **more)


@pytest.mark.legal("head.power")
def test_heads_of_a_march_of_twelve_are_worth_26_and_24() -> None:
    table = march_of_twelve()
    assert len(linked(table.state)) == 1
    assert len(linked(table.state)[0]) == 12
    leading = heads(table.state)
    assert worth(table.state, table.unit["A"], leading) == 26
    assert worth(table.state, table.unit["B"], leading) == 24
    assert worth(table.state, table.unit["c"], leading) == 4


@pytest.mark.legal("head.power")
def test_units_that_fight_elsewhere_still_give_their_points() -> None:
    table = brawl("A B C x", top_left="2412", A="mov-4-4", B="mov-4-2", C="mov-4-1", x="riot", heads="AB")
    assert worth(table.state, table.unit["A"], heads(table.state)) == 8


@pytest.mark.legal("head.terrain")
def test_terrain_of_the_heads_hex_counts_for_its_whole_value() -> None:
    units = {"A": ("mov-4-2", "1023"), "B": ("mov-4-4", "1123"), "x": ("riot", "0923")}
    assert Table(units, "power", combat=True, heads="A").odds == (4, 2, "2-1")


@pytest.mark.legal("head.results")
def test_what_befalls_a_head_befalls_the_march() -> None:
    table = brawl("x A B C", top_left="2412", x="riot", A="mov-4-4", B="mov-4-2", C="mov-4-1", heads="A", side="march")
    assert table.odds == (8, 4, "2-1")
    table.roll(1)
    assert table.asked == ("march", "retreat")
    assert all(table.retreats(letter) for letter in "BC")


def test_but_not_those_who_are_linked_to_another_unit_that_lost_beside_it() -> None:
    """§10b speaks of those linked to the head: B fought with it and loses too, C behind B is none of them."""
    table = brawl("A x B C", top_left="2412", A="mov-4-4", x="riot", B="lc-4-2", C="mov-4-1", heads="A", side="march")
    assert table.odds == (6, 4, "1-1")
    table.roll(2)
    assert table.retreats("A")
    assert table.retreats("B")
    assert not table.retreats("C")


@pytest.mark.legal("head.split")
def test_a_march_torn_in_two_keeps_the_heads_of_its_larger_part() -> None:
    table = march_of_twelve(side="power")
    assert heads(table.state) == table.units("AB")
    spots = list(table.state.march)
    spots[table.unit["A"]] = "0505"
    torn = msgspec.structs.replace(table.state, march=tuple(spots))
    assert heads(torn) == table.units("B")


@pytest.mark.legal("head.two")
def test_after_its_movement_the_march_names_two_heads() -> None:
    table = Table(at("A B C D", "2412", A="mov-4-4", B="mov-4-2", C="mov-4-1", D="ml-4-2"), hand=1)
    table.do(EndMovement())
    assert table.asked == ("march", "heads")
    assert table.may(Lead(table.units("AC")))
    table.do(Lead(table.units("AC")))
    assert heads(table.state) == table.units("AC")


@pytest.mark.illegal("head.two", "head.component", "head.one_march")
def test_not_one_of_three_nor_of_another_component_nor_of_two_groups() -> None:
    units = at("A B C D", "2412", A="mov-4-4", B="mov-4-2", C="mov-4-1", D="ml-4-2")
    table = Table({**units, "E": ("mov-4-4", "0505")}, hand=1)
    table.do(EndMovement())
    assert table.why_not(Lead(table.units("A"))) == {"head.two"}
    assert table.why_not(Lead(table.units("AD"))) == {"head.component"}
    assert table.why_not(Lead(table.units("AE"))) == {"head.one_march"}
    assert table.may(Lead(table.units("E"))), "the only one of its group"


@pytest.mark.legal("combat.pairs")
def test_the_larger_side_says_who_fights_whom_until_all_are_paired() -> None:
    held = ("2612", "2812", "2712", "2513", "2710")
    police = ("2713", "2512", "2613", "2611")
    march = {letter: ("lc-4-4" if letter == "E" else "mov-4-4", cell) for letter, cell in zip("ABCDE", held)}
    table = Table(march | {letter: ("riot", cell) for letter, cell in zip("wxyz", police)}, "power", combat=True)
    asked = []
    while table.asked[1] == "pair":
        asked.append(table.asked[0])
        table.do(max(table.choices(Pair), key=lambda pair: len(pair.attackers + pair.defenders)))
    assert len(asked) > 1
    assert set(asked) == {"march"}
