"""Tiles before a camera: which design lies there and where it points, though askew and with ships on it."""

from __future__ import annotations

from pathlib import Path

from companion.measures.tiles import score_tiles, tiles_claimed
from companion.readings import Agrees, Breach, Moved, Repair
from engines.cape_horn.actions import Lay, Sail
from engines.game import Intent
from tests.cape_horn.sea_room import SeaRoom


def test_tiles_askew_and_off_the_middle_are_read_at_a_first_look() -> None:
    score = score_tiles("cape_horn", "alone", boards=1, seed=1, tiles=24)
    assert score.right == score.tiles == 24, score.wrong


def test_a_tile_is_read_beneath_the_ship_or_chip_that_covers_part_of_it() -> None:
    score = score_tiles("cape_horn", "under_a_ship", boards=1, seed=2, tiles=8)
    assert score.right >= 7, score.wrong
    assert score.seen >= 6


def test_what_sails_onto_a_tile_that_was_read_does_not_change_what_it_is() -> None:
    score = score_tiles("cape_horn", "sailed_onto", boards=1, seed=3, tiles=8)
    assert score.right == score.tiles == 8, score.wrong


def test_ships_on_squares_that_are_printed_like_tiles_stand_on_no_tiles() -> None:
    assert tiles_claimed("cape_horn", 5) == 0  # it was 3 before tiles were compared with the board's own print


def test_ships_side_by_side_on_the_sea_stand_on_no_tile_whose_edges_nobody_sees() -> None:
    assert tiles_claimed("cape_horn", 9) == 0  # it was 2 before edges were looked for


def test_a_tile_laid_the_wrong_way_is_to_be_turned_and_then_a_ship_sails_onto_it(tmp_path: Path) -> None:
    room = SeaRoom(tmp_path)
    mover, start = room.mover, room.start
    below = f"{start[:2]}01"
    lying = dict(room.board())

    room.lay({**lying, below: ["tile:b:east"]})
    wrong = room.watch()[-1]
    assert isinstance(wrong, Breach), wrong
    assert wrong.violations[0].rule == "lay.facing"
    assert wrong.repairs == (Repair("turn", "tile:b:south", below, below),)

    room.lay({**lying, below: ["tile:b:south"]})
    assert Moved((Intent(mover, Lay("b", below, "south")),)) in room.watch()

    ship = lying.pop(start)
    room.lay({**lying, below: ["tile:b:south", *ship]})
    assert Moved((Intent(mover, Sail(below)),)) in room.watch()
    assert room.watch(1)[-1] == Agrees()
    assert room.eye.evidence[below].loglik(tuple(sorted(("tile:b:south", *ship)))) == 0.0
