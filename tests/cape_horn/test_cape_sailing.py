"""Sailing: by the tile, ignoring the wind, twice; stations, compass roses, the line, and both ways to win."""

from __future__ import annotations

import pytest
from cape_positions import Table

from engines.cape_horn.actions import Anchor, Draw, Ignore, Sail, Stay, Twice
from engines.cape_horn.game import GAME
from engines.cape_horn.tabletop import CHIPS
from engines.cape_horn.voyage import Facing
from engines.cape_horn.waters import heading


@pytest.mark.legal("sail.wind")
@pytest.mark.illegal("sail.wind")
def test_a_ship_sails_as_its_tile_says() -> None:
    table = Table("c . .\n. . .\nb b b", "1202", blue="1202", points=0)
    assert table.may(Sail("1204"))
    assert table.may(Sail("1404")), "two ahead and two to port"
    assert table.why_not(Sail("1304")) == "sail.wind"
    assert set(table.reach()) == {"1204", "1404"}


@pytest.mark.legal("sail.full")
@pytest.mark.illegal("sail.full")
def test_the_whole_distance_is_sailed() -> None:
    table = Table("a\nb\nb\nb", "1201", blue="1201", points=0)
    assert table.may(Sail("1204"))
    assert table.why_not(Sail("1203")) == "sail.full"
    assert table.why_not(Sail("1202")) == "sail.full"


@pytest.mark.legal("sail.over")
def test_empty_squares_tiles_and_ships_are_sailed_over() -> None:
    table = Table("a\n.\nb\nb", "1201", blue="1201", white="1203", points=0)
    assert table.do(Sail("1204")).captain().ship == "1204"


@pytest.mark.legal("sail.tile")
@pytest.mark.illegal("sail.tile")
def test_a_ship_ends_on_a_tile() -> None:
    assert Table("b\n.\nb", "1201", blue="1201", points=0).may(Sail("1203"))
    assert Table("b\nb\n.", "1201", blue="1201", points=0).why_not(Sail("1203")) == "sail.tile"


@pytest.mark.legal("sail.free", "station.many")
@pytest.mark.illegal("sail.free")
def test_one_ship_to_a_tile_but_on_a_station_any_number() -> None:
    assert Table("b\n.\nb", "1201", blue="1201", white="1203").why_not(Sail("1203")) == "sail.free"
    table = Table("b\n.\nb", "1102", blue="1102", white="1104", black="1104")
    assert table.may(Sail("1104")), "red I"
    table.do(Sail("1104"))
    assert GAME.placement(table.state).contents("1104") == (
        "ship:black",
        "ship:blue",
        "ship:white",
        "station:red-1",
        "tile:b:south",
    )


@pytest.mark.legal("sail.board")
@pytest.mark.illegal("sail.board")
def test_no_ship_leaves_the_board_or_sails_over_land() -> None:
    edge = Table("b", "1503", blue="1503", points=0)
    assert edge.choices(Sail) == [], "two squares south nothing lies"
    beam = Table("g . b", "1103", blue="1103", points=0)
    assert beam.choices(Sail) == [Sail("1303")], "to the west there is land"
    horn = Table("a . . . b", "1007", blue="1007", points=8)
    assert horn.why_not(Sail("0707")) == "sail.board", "the Horn lies between"
    off = Table("h", "1101", blue="1101", points=0)
    assert off.may(Stay())


# --- the special movements -------------------------------------------------------------------------------


@pytest.mark.legal("stay.free")
@pytest.mark.illegal("stay.free")
def test_staying_brings_a_point_up_to_eight() -> None:
    table = Table("b", "1301", blue="1301", points=4)
    assert table.why_not(Sail("1301")) == "stay.free"
    assert table.do(Stay()).captain().points == 5
    assert Table("b", "1301", blue="1301", points=8).do(Stay()).captain().points == 8


@pytest.mark.illegal("stay.instead")
def test_who_has_moved_does_not_stay_for_a_point() -> None:
    table = Table("b\n.\nb", "1301", blue="1301", points=5).do(Sail("1303"))
    assert table.asked == ("blue", "again")
    assert table.why_not(Stay()) == "stay.instead"


@pytest.mark.legal("ignore.price", "ignore.beside")
@pytest.mark.illegal("ignore.price", "ignore.beside")
def test_three_points_take_a_ship_to_any_tile_beside_it() -> None:
    rows = "b b .\nb e b\n. . b"
    table = Table(rows, "1301", blue="1402", points=4)
    assert {action.to for action in table.choices(Ignore)} == {"1301", "1401", "1302", "1502"}
    assert table.do(Ignore("1301")).captain().points == 1
    poor = Table(rows, "1301", blue="1402", points=2)
    assert poor.why_not(Ignore("1301")) == "ignore.price"
    far = Table(rows + "\nb . .", "1301", blue="1402", points=4)
    assert far.why_not(Ignore("1304")) == "ignore.beside"
    assert far.why_not(Ignore("1303")) == "sail.tile"


@pytest.mark.illegal("ignore.needless")
def test_nothing_is_paid_where_the_tile_leads_anyway() -> None:
    table = Table("f\nb", "1301", blue="1301", points=8)
    assert table.why_not(Ignore("1302")) == "ignore.needless"
    assert table.reach()["1302"] == 0


@pytest.mark.illegal("ignore.line")
def test_the_line_is_not_crossed_by_ignoring_the_wind() -> None:
    table = Table("b", "0301", blue="0301", points=8, tokens="red green -")
    assert table.why_not(Ignore("finish")) == "ignore.line"


@pytest.mark.legal("twice.price", "twice.after")
@pytest.mark.illegal("twice.price", "twice.after")
def test_five_points_buy_a_second_movement_by_the_tile_then_under_the_ship() -> None:
    rows = "b .\n. .\nd b\n. .\nb ."
    table = Table(rows, "1301", blue="1301", points=5)
    assert table.may(Twice("1303", "1403"))
    assert table.why_not(Anchor()) == "twice.after", "a second movement needs a first"
    table.do(Sail("1303"))
    assert table.asked == ("blue", "again")
    assert table.why_not(Twice("1303", "1305")) == "twice.after"
    table.do(Sail("1305"))
    assert (table.captain().points, table.asked[1]) == (0, "draw"), "there is no third"
    poor = Table(rows, "1301", blue="1301", points=4)
    assert poor.why_not(Twice("1303", "1305")) == "twice.price"
    assert poor.do(Sail("1303")).asked[1] == "draw"


def test_moving_twice_in_one_go_is_the_same_as_one_after_the_other() -> None:
    rows = "b .\n. .\nd b\n. .\nb ."
    at_once = Table(rows, "1301", blue="1301", points=8).do(Twice("1303", "1403"))
    apart = Table(rows, "1301", blue="1301", points=8).do(Sail("1303"), Sail("1403"))
    assert at_once.state == apart.state


@pytest.mark.legal("twice.both")
@pytest.mark.illegal("twice.both")
def test_eight_points_combine_both_in_either_order() -> None:
    rows = "b b . .\n. . . .\nb b . .\n. . . .\nb b . ."
    table = Table(rows, "1202", blue="1202", points=8)
    assert table.reach() == {"1204": 0, "1302": 3, "1206": 5, "1304": 8}
    assert table.may(Twice("1302", "1304")) != table.may(Twice("1204", "1304")), "of equal ways the first is offered"
    after = Table(rows, "1202", blue="1202", points=8).do(Ignore("1302"), Sail("1304"))
    assert after.captain().points == 0
    before = Table(rows, "1202", blue="1202", points=8).do(Sail("1204"), Ignore("1304"))
    assert before.captain() == after.captain()
    poor = Table(rows, "1202", blue="1202", points=7)
    assert "1304" not in poor.reach()
    assert poor.why_not(Twice("1204", "1304")) == "twice.both"
    assert poor.do(Sail("1204")).why_not(Ignore("1304")) == "twice.both"


@pytest.mark.legal("twice.needless")
@pytest.mark.illegal("twice.needless")
def test_moving_twice_is_not_offered_where_once_is_enough() -> None:
    rows = "f .\nf .\nb ."
    table = Table(rows, "1301", blue="1301", points=8)
    assert table.why_not(Twice("1302", "1301")) == "twice.needless", "there and back"
    assert table.may(Twice("1302", "1303"))


def test_a_way_over_a_station_counts_for_its_compass_rose() -> None:
    rows = "f f .\nf f .\nb . ."
    table = Table(rows, "1103", blue="1203", points=8)
    assert table.reach()["1204"] == 0
    assert table.may(Twice("1104", "1204")), "red I on the way"
    table.do(Twice("1104", "1204"))
    assert table.captain().tokens == ("red", "", "")


# --- stations and compass roses --------------------------------------------------------------------------


@pytest.mark.legal("station.token", "station.tiled")
@pytest.mark.illegal("station.tiled")
def test_who_stops_on_a_station_takes_its_compass_rose() -> None:
    table = Table("b\n.\nb", "1102", blue="1102").do(Sail("1104"))
    assert table.captain().tokens == ("red", "", "")
    assert table.told("token")
    assert Table("b\n.\n.", "1102", blue="1102").why_not(Sail("1104")) == "station.tiled"
    passing = Table("a\n.\n.\nb", "1102", blue="1102").do(Sail("1105"))
    assert passing.captain().count == 0, "only who stops there"


@pytest.mark.legal("station.one")
def test_one_compass_rose_of_each_zone_and_of_each_colour() -> None:
    same_zone = Table("b\n.\nb", "1102", blue="1102", tokens="green - -").do(Sail("1104"))
    assert same_zone.captain().tokens == ("green", "", "")
    same_colour = Table("b\n.\nb", "1102", blue="1102", tokens="- red -").do(Sail("1104"))
    assert same_colour.captain().tokens == ("", "red", "")
    assert same_colour.told("no_token")


@pytest.mark.legal("station.yellow")
@pytest.mark.illegal("station.yellow")
def test_the_yellow_station_of_zone_one_lies_in_zone_two() -> None:
    from cape_positions import tile

    from engines.cape_horn.actions import Lay

    table = Table("b\n.\nb", "1305", blue="1305").do(Sail("1307"))
    assert table.captain().tokens == ("yellow", "", "")
    laying = Table("b", "1306", hand="a")
    assert laying.may(tile("a", "1307"))
    assert GAME.judge(laying.state, "blue", Lay("a", "1307", "south"))[0].rule == "lay.facing"
    assert laying.why_not(Lay("a", "1307", "south")) == "lay.facing"


# --- the line, and winning -------------------------------------------------------------------------------


@pytest.mark.legal("finish.tokens", "win.crossing")
@pytest.mark.illegal("finish.tokens")
def test_two_compass_roses_open_the_line() -> None:
    table = Table("b", "0302", blue="0302", tokens="red - green")
    assert table.may(Sail("finish"))
    over = table.do(Sail("finish")).over
    assert over is not None
    assert (over.reason, over.winners) == ("crossed", ("blue",))
    assert GAME.placement(table.state).contents("finish") == ("ship:blue",)
    for tokens in ("- - -", "red - -"):
        assert Table("b", "0302", blue="0302", tokens=tokens).why_not(Sail("finish")) == "finish.tokens"


@pytest.mark.legal("finish.crossing")
@pytest.mark.parametrize(("design", "row"), [("b", 1), ("a", 1), ("a", 2), ("a", 3), ("b", 2)])
def test_crossing_is_enough_overshoot_included(design: str, row: int) -> None:
    assert Table(design, f"030{row}", blue=f"030{row}", tokens="red green -").may(Sail("finish"))


def test_without_wind_the_finish_is_not_crossed() -> None:
    short = Table("b", "0303", blue="0303", tokens="red green -")
    assert short.why_not(Sail("finish")) == "sail.wind"
    corner = Table("e", "0501", blue="0501", tokens="red green -")
    assert corner.choices(Sail) == [Sail("finish")], "ahead and to port; to starboard there is land"


def test_the_line_may_be_crossed_by_a_second_movement() -> None:
    rows = "b\nb\n.\nb"
    table = Table(rows, "0301", blue="0304", tokens="red green -", points=5)
    assert table.may(Twice("0302", "finish"))
    assert table.do(Twice("0302", "finish")).over is not None
    poor = Table(rows, "0301", blue="0304", tokens="red green -", points=4)
    assert poor.why_not(Twice("0302", "finish")) == "twice.price"


@pytest.mark.legal("win.tokens")
@pytest.mark.illegal("win.tokens")
def test_the_third_compass_rose_wins_even_in_the_middle_of_moving_twice() -> None:
    rows = "b\nb\nb\n.\nb"
    table = Table(rows, "0202", blue="0204", tokens="red green -", points=8)
    assert table.why_not(Twice("0202", "0203")) == "win.tokens"
    over = table.do(Sail("0202")).over
    assert over is not None
    assert (over.reason, over.winners) == ("three_tokens", ("blue",))


@pytest.mark.illegal("end.over")
def test_after_the_end_nobody_acts() -> None:
    table = Table("b", "0302", blue="0302", tokens="red - green").do(Sail("finish"))
    assert table.why_not(Draw(), by="blue") == "end.over"
    assert list(GAME.legal(table.state, "white")) == []


@pytest.mark.illegal("finish.crossing")
def test_with_the_option_a_way_must_end_just_beyond_the_line() -> None:
    exact = {"line": "exact"}
    assert Table("b", "0302", blue="0302", tokens="red green -", house=exact).may(Sail("finish"))
    too_far = Table("a", "0302", blue="0302", tokens="red green -", house=exact)
    assert too_far.why_not(Sail("finish")) == "finish.crossing"
    assert "finish" not in {view.cell for view in GAME.view(too_far.state, "blue").reach}


@pytest.mark.legal("station.token")
def test_with_the_option_a_station_between_two_movements_gives_no_rose() -> None:
    for halfway in ("counts", "no"):
        station = next(cell for cell, chip in CHIPS.items() if chip == "station:red-1")
        column, row = int(station[:2]), int(station[2:])
        start, after = f"{column + 1:02d}{row:02d}", f"{column + 1:02d}{row + 1:02d}"
        table = Table("f f\n. f", station, blue=start, points=8, house={"halfway": halfway})
        table.do(Sail(station))
        assert table.captain().count == (halfway == "counts")
        halfway_there = table.state
        table.do(Anchor())
        assert table.captain().count == 1, "the moving ends there"
        again = Table("f f\n. f", station, blue=start, points=8, house={"halfway": halfway})
        again.state = halfway_there
        again.do(Sail(after))
        assert again.captain().count == (halfway == "counts")


@pytest.mark.parametrize(("facing", "ahead"), [("south", (-1, 2)), ("west", (-2, -1)), ("north", (1, -2))])
def test_starboard_is_to_the_right_of_where_a_tile_points(facing: Facing, ahead: tuple[int, int]) -> None:
    """Columns eastwards and rows southwards of two squares ahead and one to starboard."""
    assert heading(facing, (2, 1)) == ahead
