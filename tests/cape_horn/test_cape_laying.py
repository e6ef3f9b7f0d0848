"""Laying and covering tiles: beside others, pointing as the zone wants, never where the own ship could sail."""

from __future__ import annotations

import pytest
from cape_positions import Table, tile

from engines.cape_horn.actions import Ignore, Lay, Sail
from engines.cape_horn.game import GAME
from engines.cape_horn.voyage import FACINGS
from engines.cape_horn.waters import SPOT, tiled


@pytest.mark.legal("lay.any", "turn.steps")
def test_any_number_of_tiles_may_be_laid_even_none() -> None:
    table = Table(hand="abc")
    assert table.may(Sail("1501")) is False, "no tile lies there yet"
    table.do(tile("a", "1501"), tile("b", "1502"), tile("c", "1503"))
    assert table.captain().hand.count == 0
    assert table.may(Sail("1501"))
    assert Table("b", "1501", hand="abc").may(Sail("1501")), "without laying"


@pytest.mark.legal("lay.beside")
def test_a_tile_lies_beside_another_by_side_or_corner() -> None:
    table = Table("b", "1305", hand="a")
    assert all(table.may(tile("a", at)) for at in ("1304", "1405", "1206", "1406", "1306", "1204"))
    assert table.may(tile("a", "1101")), "start squares count as tiles"
    assert table.may(tile("a", "1201")), "by the corner of one, too"


def test_in_some_houses_corners_do_not_count() -> None:
    table = Table("b", "1305", hand="a", house={"beside": "sides"})
    assert all(table.may(tile("a", at)) for at in ("1304", "1205", "1405", "1306"))
    assert all(table.why_not(tile("a", at)) == "lay.beside" for at in ("1204", "1404", "1206", "1406"))
    assert table.may(tile("a", "1501")), "start squares count as tiles"


@pytest.mark.illegal("lay.beside")
def test_no_tile_lies_alone_in_the_sea() -> None:
    table = Table("b", "1305", hand="a")
    assert table.why_not(tile("a", "0511")) == "lay.beside"
    assert table.why_not(tile("a", "1503")) == "lay.beside"


@pytest.mark.legal("lay.hand")
@pytest.mark.illegal("lay.hand")
def test_only_tiles_of_the_own_hand_are_laid() -> None:
    table = Table(hand="ac")
    assert table.may(tile("c", "1501"))
    assert table.why_not(tile("b", "1501")) == "lay.hand"
    (violation,) = GAME.judge(table.state, "blue", tile("b", "1501"))
    assert violation.audience == ("blue",), "what somebody does not hold is nobody else's business"
    assert Table(hand="").why_not(tile("b", "1501")) == "lay.hand"


@pytest.mark.legal("lay.facing")
@pytest.mark.illegal("lay.facing")
def test_tiles_point_as_their_zone_wants() -> None:
    for at, right in (("1101", "south"), ("0910", "west"), ("0202", "north")):
        column, row = int(at[:2]), int(at[2:])
        table = Table("b", f"{column + 1:02d}{row:02d}", hand="a")
        for facing in FACINGS:
            lay = Lay("a", at, facing)
            assert table.may(lay) == (facing == right)
            if facing != right:
                assert table.why_not(lay) == "lay.facing"


@pytest.mark.legal("lay.station")
def test_the_chip_of_a_station_lies_on_top_of_its_tile() -> None:
    table = Table("b", "1203", hand="a").do(tile("a", "1104"))
    assert GAME.placement(table.state).contents("1104") == ("station:red-1", "tile:a:south")


@pytest.mark.legal("board.squares")
@pytest.mark.illegal("board.squares")
def test_land_has_no_squares() -> None:
    table = Table(hand="a")
    assert table.may(tile("a", "1101"))
    for at in ("1001", "0000", "finish", "9999"):
        assert table.why_not(Lay("a", at, "south")) == "board.squares"
        assert at == "finish" or table.why_not(Sail(at)) == "board.squares"
        assert at == "finish" or table.why_not(Ignore(at)) == "board.squares"


@pytest.mark.legal("tiles.designs")
@pytest.mark.illegal("tiles.designs")
def test_real_hands_can_hold_no_ninth_headwind() -> None:
    table = Table("h h h h\nh h h .", "1201", hand="???", real=True)
    assert table.may(tile("h", "1502"))
    table.do(tile("h", "1502"))
    assert table.why_not(tile("h", "1503")) == "tiles.designs"
    assert table.may(tile("g", "1503")), "of all others there may be one in the hand"


# --- covering --------------------------------------------------------------------------------------------


@pytest.mark.legal("cover.reach")
@pytest.mark.illegal("cover.reach")
def test_what_the_own_ship_could_reach_is_not_covered() -> None:
    rows = "e . .\n. . .\nb . .\n. . .\na . a"
    table = Table(rows, "1301", blue="1301", hand="c", points=2)
    assert table.may(tile("c", "1505")), "far away"
    assert table.may(tile("c", "1303")), "the tile under the ship leads elsewhere"
    near = Table("b a\n. .\na .", "1301", blue="1301", hand="c", points=2)
    assert near.why_not(tile("c", "1303")) == "cover.reach", "as the tile says"
    assert near.may(tile("c", "1401")), "beside the ship, but ignoring the wind costs three points"


@pytest.mark.illegal("cover.reach")
@pytest.mark.parametrize(
    ("points", "reached"),
    [(2, "1303"), (3, "1303 1401"), (5, "1303 1401 1305"), (8, "1303 1401 1305 1404 1403 1402")],
)
def test_everything_that_could_be_paid_for_counts(points: int, reached: str) -> None:
    rows = "b b .\n. . .\nb . .\n. b .\nb . ."
    table = Table(rows, "1301", blue="1301", hand="c", points=points)
    tiles = {"1303", "1401", "1305", "1404"}
    for at in tiles:
        assert table.may(tile("c", at)) == (at not in reached), f"{at} with {points} points"
        if at in reached:
            assert table.why_not(tile("c", at)) == "cover.reach"


def test_in_some_houses_moving_twice_does_not_keep_a_tile_from_being_covered() -> None:
    rows = "b b .\n. . .\nb . .\n. b .\nb . ."
    table = Table(rows, "1301", blue="1301", hand="c", points=8, house={"cover": "ignore"})
    assert table.why_not(tile("c", "1303")) == "cover.reach", "as the tile says"
    assert table.why_not(tile("c", "1401")) == "cover.reach", "ignoring it"
    assert table.reach()["1305"] == 5
    table.do(tile("c", "1305"))
    assert "1305" not in table.reach(), "what was just covered is not sailed to"


@pytest.mark.legal("cover.only")
@pytest.mark.illegal("cover.only")
def test_who_covers_lays_no_other_tile_in_that_turn() -> None:
    rows = "e . .\n. . .\nb . b"
    table = Table(rows, "1301", blue="1301", hand="cd", points=0)
    assert table.may(tile("c", "1503"))
    table.do(tile("c", "1503"))
    assert table.why_not(tile("d", "1304")) == "cover.only"
    assert table.why_not(tile("d", "1303")) == "cover.only"
    other = Table(rows, "1301", blue="1301", hand="cd", points=0).do(tile("d", "1304"))
    assert other.why_not(tile("c", "1503")) == "cover.only"
    assert other.may(tile("c", "1504")), "beside others there may be more"


@pytest.mark.legal("cover.ship")
@pytest.mark.illegal("cover.ship")
def test_no_tile_with_a_ship_on_it_is_covered() -> None:
    table = Table("e . .\n. . .\nb . b", "1301", blue="1301", white="1503", hand="c", points=0)
    assert table.why_not(tile("c", "1503")) == "cover.ship"
    assert table.why_not(tile("c", "1301")) == "cover.ship", "not the own one either"
    assert table.may(tile("c", "1303"))


@pytest.mark.legal("cover.start")
@pytest.mark.illegal("cover.start")
def test_start_squares_are_never_covered() -> None:
    table = Table("e\n.\nb", "1301", blue="1301", hand="c", points=0)
    assert table.why_not(tile("c", "1100")) == "cover.start"
    assert table.may(tile("c", "1101"))


@pytest.mark.illegal("cover.sail")
def test_a_tile_just_covered_is_not_sailed_to_even_with_points_from_a_correction() -> None:
    table = Table("e b\n. .\nb .", "1301", blue="1301", hand="c", points=0).do(tile("c", "1401"))
    assert table.why_not(Ignore("1401")) == "cover.sail"
    assert table.reach() == {}


def test_a_covered_tile_is_gone_for_good() -> None:
    table = Table("e .\n. .\nb .", "1301", blue="1301", hand="c", points=0).do(tile("c", "1303"))
    assert table.state.buried == "b"
    assert table.told("covered")
    assert GAME.placement(table.state).contents("1303") == ("tile:c:south",), "only the topmost is seen"
    assert tiled(table.state.tiles).bit_count() == 5 + 2


@pytest.mark.legal("cover.start")
def test_with_the_option_a_start_square_is_covered_like_any_tile() -> None:
    table = Table("b", "1301", blue="1301", hand="a", house={"starts": "covered"})
    assert table.why_not(tile("a", "1400")) == "cover.ship"
    table.do(tile("a", "1100"))
    assert table.state.tiles[SPOT["1100"]] == "a"
    assert table.state.buried == "", "what is printed is no tile"
    assert "tile:a:south" in GAME.placement(table.state).contents("1100")
