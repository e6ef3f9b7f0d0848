"""The printed board: where pieces lie, and what a change on it could mean."""

import pytest
from escape_positions import GAME, Table, at, fugitive_to, gestapo_to, restart_at

from engines.casablanca_escape.actions import BuyCamel, SailFugitive, SailGestapo
from engines.game import Intent
from engines.physical import Change, Lying


def meant(table: Table, left: dict[str, str], arrived: dict[str, str]) -> list[Intent]:
    """What it could mean that these looks left (look → cell) and those arrived."""
    change = Change(
        tuple(Lying(cell, look) for look, cell in left.items()),
        tuple(Lying(cell, look) for look, cell in arrived.items()),
    )
    return list(GAME.interpret(table.state, change))


def two() -> Table:
    return Table(3, red=at("Warsaw"), blue=at("Tunis", "Rome", level=4, water=1))


def test_pieces_lie_where_the_state_says() -> None:
    assert GAME.placement(two().state).cells == {
        "2702": ("disc:red",),
        "2008": ("square:red",),
        "1822": ("disc:blue:back",),
        "2016": ("square:blue",),
        "T0": ("disc:red",),
        "T4": ("disc:blue",),
    }


def test_every_look_on_the_board_has_a_body() -> None:
    looks = {look for looks in GAME.placement(two().state).cells.values() for look in looks}
    assert looks <= set(GAME.pieces({"board": "A0"}))


def test_before_the_first_throw_no_fugitive_is_on_the_map() -> None:
    assert set(GAME.placement(GAME.new({}, ("red", "blue"))).cells) == {"2008", "T0"}


def test_a_fugitive_captured_in_africa_leaves_the_board_with_its_marker() -> None:
    table = Table(red=at("Madrid", "1823"), blue=at("Tunis", level=10)).go("red", gestapo_to("Tunis"))
    lying = GAME.placement(table.state).cells
    assert not any("disc:blue" in look for looks in lying.values() for look in looks)


def test_a_fugitive_captured_in_europe_may_be_picked_up_before_it_starts_again() -> None:
    table = Table(red=at("Madrid", "2402"), blue=at("2502", level=10)).go("red", gestapo_to("2502"))
    placement = GAME.placement(table.state)
    assert placement.allows("2502", ("disc:blue", "square:red"))
    assert placement.allows("2502", ("square:red",))
    assert not placement.allows("2502", ())


def test_two_captured_in_one_hex_may_be_picked_up_both_at_once_or_one_by_one() -> None:
    caught = at("2502", level=10)
    table = Table(red=at("Madrid", "2402"), blue=caught, green=caught).go("red", gestapo_to("2502"))
    placement = GAME.placement(table.state)
    for lying in (("disc:blue",), ("disc:green",), ()):
        assert placement.allows("2502", (*lying, "square:red"))


@pytest.mark.parametrize("to", ["2009", "2309", "3021"])
def test_a_moved_gestapo_means_that_move_legal_or_not(to: str) -> None:
    assert meant(two(), {"square:red": "2008"}, {"square:red": to})[0] == Intent("red", gestapo_to(to))


def test_a_moved_fugitive_means_that_move_out_of_turn_too() -> None:
    assert meant(two(), {"disc:blue:back": "1822"}, {"disc:blue:back": "1724"}) == [Intent("blue", fugitive_to("1724"))]


def test_moves_of_two_players_at_once_are_both_read_the_one_to_act_first() -> None:
    intents = meant(two(), {"square:blue": "2016", "disc:red": "2702"}, {"square:blue": "2015", "disc:red": "2602"})
    assert intents == [Intent("red", fugitive_to("2602")), Intent("blue", gestapo_to("2015"))]


def test_a_piece_in_a_holding_box_stands_in_the_hex_that_the_box_belongs_to() -> None:
    table = Table(red=at("Warsaw", "2007"), blue=at("Madrid"))
    assert meant(table, {"square:red": "2007"}, {"square:red": "2008+"}) == [Intent("red", gestapo_to("Munich"))]


def test_a_marker_moved_along_the_track_means_nothing() -> None:
    assert meant(two(), {"disc:blue": "T4"}, {"disc:blue": "T6"}) == []


def test_a_fugitive_turned_over_means_buying_a_camel() -> None:
    table = Table(red=at("Tunis", money=1), blue=at("Madrid"))
    intents = meant(table, {"disc:red": "1822"}, {"disc:red:back": "1822"})
    assert intents == [Intent("red", BuyCamel(0)), Intent("red", BuyCamel(1))]


def test_a_fugitive_turned_over_and_moved_means_buying_and_moving() -> None:
    table = Table(red=at("Tunis", money=1), blue=at("Madrid"))
    intents = meant(table, {"disc:red": "1822"}, {"disc:red:back": "1724"})
    assert {Intent("red", BuyCamel(0)), Intent("red", fugitive_to("1724"))} <= set(intents)


def test_a_piece_carried_over_the_sea_means_sailing() -> None:
    table = Table(red=at("Athens", "Naples", money=3), blue=at("Madrid"))
    assert meant(table, {"square:red": "2117"}, {"square:red": "1822"})[0] == Intent("red", SailGestapo())
    sailing = meant(table, {"disc:red": "2921"}, {"disc:red": "2027"})
    assert [intent.action for intent in sailing] == [
        SailFugitive(0),
        SailFugitive(1),
        SailFugitive(2),
        fugitive_to("2027"),
    ]


def test_after_a_capture_the_fugitive_put_on_a_start_hex_means_starting_again() -> None:
    table = Table(red=at("Madrid", "2402"), blue=at("2502", level=10)).go("red", gestapo_to("2502"))
    for left in ({"disc:blue": "2502"}, {}):
        assert meant(table, left, {"disc:blue": "2803"}) == [Intent("blue", restart_at(8))]


def test_a_piece_turned_back_on_foot_means_nothing() -> None:
    assert meant(two(), {"disc:blue:back": "1822"}, {"disc:blue": "1822"}) == []
