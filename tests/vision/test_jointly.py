"""What is believed of places that are open at once, or that were sure: each tells what may lie in the others."""

from __future__ import annotations

from collections.abc import Mapping

from engines.physical import Cell, Contents, Observation
from tests.vision.test_beliefs import ABSENT
from tests.vision.test_exchanges import LEAN, told
from vision.evidence import CellEvidence, Thing

Placement = Mapping[Cell, Contents]


def at(x: float, y: float, **looks: float) -> Thing:
    """What may have these looks (``disc_red``), and how it stands."""
    return Thing({look.replace("_", ":"): value for look, value in looks.items()}, 7.0, (x, y), lean=LEAN)


def seen(cell: str, *things: Thing) -> CellEvidence:
    return CellEvidence(cell, things, ABSENT)


def revised(
    told_in: dict[str, tuple[str, ...]], start: list[CellEvidence], now: list[CellEvidence]
) -> dict[str, object]:
    """What is surely said of every place after set-up told what lies there, as seen at `start`, and is seen `now`."""
    seer = told(dict(told_in), *start)
    seer.revise(Observation(1.0, {each.cell: each for each in now}))
    return {cell: belief.contents for cell, belief in seer.seen.items()}


def test_two_red_pieces_that_came_at_once_are_told_from_each_other_though_one_lies_upon_another() -> None:
    placement = {"0101": ("disc:yellow",), "0103": ("square:red",), "0104": ("disc:red",)}
    start = [
        seen("0101", at(50, 50, disc_yellow=12)),
        seen("0103", at(110, 50, square_red=12, disc_red=4)),
        seen("0104", at(140, 50, disc_red=12, square_red=4)),
    ]
    upon = at(50, 50 + 4.5 * LEAN[1], square_red=12, disc_red=9.9)
    now = [seen("0101", upon), seen("0102", at(80, 50, disc_red=12, square_red=9.8)), seen("0103"), seen("0104")]
    said = revised(placement, start, now)
    assert said["0101"] == ("disc:yellow", "square:red")
    assert said["0102"] == ("disc:red",)


def test_a_piece_upon_one_of_its_colour_is_not_overlooked_where_it_is_missed_elsewhere() -> None:
    placement = {"0101": ("disc:blue",), "0202": ("square:blue",)}
    start = [seen("0101", at(50, 50, disc_blue=12, square_blue=8)), seen("0202", at(150, 150, square_blue=12))]
    upper = at(50, 50 + 0.3 * LEAN[1], square_blue=12, disc_blue=8.6)
    said = revised(placement, start, [seen("0101", upper), seen("0202")])
    assert said.get("0101") != ("disc:blue",)


def test_a_third_like_two_that_lie_upon_each_other_is_seen_by_its_height_where_it_is_missed_elsewhere() -> None:
    from_above = (0.3, 0.1)
    lower, upper = (Thing({"disc:white": 12.0}, 7.0, (x, 50.0), lean=from_above) for x in (50.0, 51.2))
    placement = {"0101": ("disc:white", "disc:white"), "0202": ("disc:white",)}
    start = [seen("0101", lower), seen("0202", at(150, 150, disc_white=12))]
    assert revised(placement, start, [seen("0101", upper), seen("0202")])["0101"] == ("disc:white",) * 3


def test_a_pale_piece_that_is_taken_off_one_of_which_little_was_seen_is_missed_there() -> None:
    placement = {"0101": ("disc:green", "square:white")}
    start = [seen("0101", at(50, 50, square_white=12, disc_green=6.8))]
    bared = at(50, 50, disc_green=12, square_white=6.8)
    newcomer = at(150, 150, square_white=12, disc_white=11.4)
    said = revised(placement, start, [seen("0101", bared), seen("0202", newcomer)])
    assert said["0101"] == ("disc:green",)
    assert said["0202"] == ("square:white",)


def test_a_piece_across_a_border_is_told_by_what_is_missed() -> None:
    across = Thing({"disc:red": 4.6, "square:red": 3.8}, unknown=1.0, foot_mm=(60.0, 60.0), elsewhere=8.1)
    beyond = Thing({"disc:red": -3.2, "square:red": -4.0}, unknown=-8.0, foot_mm=(60.0, 60.0), elsewhere=12.0)
    placement, start = {"0103": ("disc:red",)}, [seen("0103", at(110, 50, disc_red=12))]
    said = revised(placement, start, [seen("0101", across), seen("0102", beyond), seen("0103")])
    assert said == {"0101": ("disc:red",)}


def test_what_is_seen_elsewhere_no_longer_lies_below_what_covered_it_though_more_moved_at_once() -> None:
    placement = {"0101": ("disc:blue", "disc:green"), "0303": ("disc:red",)}
    start = [seen("0101", at(50, 50, disc_blue=12)), seen("0303", at(150, 150, disc_red=12))]
    came = Thing({"disc:green": 12.0}, unknown=8.8, foot_mm=(100.0, 100.0), lean=LEAN)
    now = [seen("0101", at(51.3, 50, disc_blue=12)), seen("0202", came), seen("0303")]
    assert revised(placement, start, now) == {"0101": ("disc:blue",), "0202": ("disc:green",)}


def test_a_piece_and_the_shadow_beside_it_in_the_next_cell_are_not_the_one_that_left_and_another() -> None:
    placement = {"0101": ("disc:black",), "0404": ("disc:red",)}
    start = [seen("0101", at(50, 50, disc_black=12)), seen("0404", at(200, 200, disc_red=12))]
    piece = at(104, 90, disc_black=11, square_black=11)
    shadow = Thing({"disc:black": 0.7, "square:black": 1.0}, -1.4, (96.0, 100.0), elsewhere=-1.0, lean=LEAN)
    beyond = Thing({"disc:black": 0.1, "square:black": 0.3}, -2.1, (96.0, 100.0), elsewhere=6.0, lean=LEAN)
    said = revised(placement, start, [seen("0101"), seen("0303", shadow, piece), seen("0202", beyond)])
    assert "0202" not in said


def test_what_surely_stands_in_one_place_is_in_no_other_though_it_lies_near_the_border() -> None:
    placement = {"0101": ("disc:yellow",), "0103": ("disc:red",)}
    start = [seen("0101", at(50, 50, disc_yellow=12)), seen("0103", at(110, 50, disc_red=12))]
    seer = told(dict(placement), *start)
    across = Thing({"disc:red": -2.9, "square:red": -4.0}, -7.0, (63.0, 50.0), elsewhere=12.0, lean=LEAN)
    now = [seen("0101", across), seen("0102", at(63, 50, disc_red=11.5, square_red=5.0)), seen("0103")]
    seer.revise(Observation(1.0, {each.cell: each for each in now}))
    assert seer.seen.keys() == {"0102"}
    assert "0101" not in seer.unsure


def test_two_that_came_are_no_surer_together_than_they_are_told_from_each_other() -> None:
    """The one is likelier the disc, and so is the other by a little: the one had been sure, and made the other certain
    to be the square."""
    placement = {"0103": ("disc:black",), "0104": ("square:black",)}
    start = [
        seen("0103", at(110, 50, disc_black=12, square_black=4)),
        seen("0104", at(140, 50, square_black=12, disc_black=4)),
    ]
    gone = [seen("0103"), seen("0104")]
    one, other = at(50, 50, disc_black=11.3, square_black=8.7), at(80, 50, disc_black=11.9, square_black=10.9)
    told_little = revised(placement, start, [seen("0101", one), seen("0102", other), *gone])
    assert not {"0101", "0102"} & told_little.keys()
    other = at(80, 50, disc_black=9.9, square_black=11.9)
    told_more = revised(placement, start, [seen("0101", one), seen("0102", other), *gone])
    assert (told_more["0101"], told_more["0102"]) == (("disc:black",), ("square:black",))


def test_a_white_piece_that_looks_like_floor_has_moved_where_something_strange_came_that_it_may_be() -> None:
    """Where it stood no more was seen of it, and it was said to stand there still, with something strange elsewhere."""
    pale = {**ABSENT, "disc:white": -2.0}
    start = [CellEvidence("0103", (), pale)]
    strange = Thing({}, 10.7, (0.0, 0.0))
    now = [CellEvidence("0101", (strange,), pale, strange_mm2=107.0), CellEvidence("0103", (), pale)]
    said = revised({"0103": ("disc:white",)}, start, now)
    assert said.get("0101") == ("disc:white",)
    assert "0103" not in said
