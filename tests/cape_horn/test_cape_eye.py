"""Tiles before a camera: which design lies there and where it points, though askew and with ships on it."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest

from companion.measures.tiles import pieces_of, score_boards, seen_looks, tiles_claimed
from companion.measures.unseen import evenings
from companion.readings import Agrees, Breach, Moved, Repair
from companion.seeing import board_of
from engines.cape_horn.actions import Lay, Sail
from engines.game import Intent
from engines.physical import Observation
from tests.cape_horn.sea_room import SeaRoom
from vision.board_model import BoardModel
from vision.evidence import CellEvidence, Thing
from vision.eye import Eye
from vision.recording import picture, read_begun
from vision.seeing import Seer
from vision.virtual.faults import Faults
from vision.virtual.kit import Kit
from vision.virtual.pieces import TableTop, points
from vision.virtual.shutter import Shutter

Pieces: TypeAlias = tuple[Kit, BoardModel]


@pytest.fixture(scope="module")
def pieces() -> Pieces:
    """What lies on the board, and what an eye knows of it."""
    return pieces_of("cape_horn")


def test_tiles_askew_and_off_the_middle_are_read_at_a_first_look(pieces: Pieces) -> None:
    score = score_boards(*pieces, "alone", [1], tiles=24)
    assert score.right == score.tiles == 24, score.wrong


def test_tiles_whose_edges_glare_bleaches_are_read_and_no_ships_are_seen_on_them(pieces: Pieces) -> None:
    score = score_boards(*pieces, "alone", [7111])
    assert score.right == score.tiles == 40, score.wrong
    assert score.phantoms == 0  # 2 tiles were missed and 2 ships seen, before print alone could settle it


def test_a_tile_is_read_beneath_the_ship_or_chip_that_covers_part_of_it_and_that_is_seen(pieces: Pieces) -> None:
    score = score_boards(*pieces, "under_a_ship", [2], tiles=8)
    assert score.right >= 7, score.wrong
    assert (score.seen, score.phantoms) == (8, 0)  # 6 of 8 were, before a tile was the floor of what stands on it


def test_a_tile_whose_number_a_ship_of_its_inks_colour_hides_is_found_by_its_frame(pieces: Pieces) -> None:
    score = score_boards(*pieces, "under_a_ship", [8005])
    assert score.right == score.tiles == 40, score.wrong  # a blank tile below a blue ship was read as another


def test_tiles_with_two_pieces_on_them_are_told_apart_as_far_as_they_show(pieces: Pieces) -> None:
    score = score_boards(*pieces, "under_two", [8000])
    assert score.right >= 36, score.wrong  # of 40; 34 before
    for _, _, tile, read in score.wrong:  # they differ in two arrows, which lie below the pieces
        assert read is not None
        assert {tile.split(":")[1], read.split(":")[1]} == {"b", "d"}
        assert tile.split(":")[2] == read.split(":")[2]
    assert score.misread == 0
    assert score.phantoms == 0  # 2 before


def test_a_tile_far_askew_is_what_its_whole_print_says_and_not_what_half_of_it_would_below_a_ship(
    tmp_path: Path,
) -> None:
    (evening,) = evenings("cape_horn", 9141, 1, tmp_path)
    recorded = read_begun(evening.recording)
    eye = Eye(board_of(evening.recording, recorded))
    eye.look(picture(evening.recording, recorded.frames[4]), 0.0)
    assert seen_looks(eye.evidence["1403"]) == ["tile:f:south"]  # an h pointing east, below a ship


def test_with_the_option_a_tile_is_read_with_the_small_tag_in_its_corner_too() -> None:
    tagged = pieces_of("cape_horn", "tagged_under_a_ship")
    score = score_boards(*tagged, "tagged_under_a_ship", [2], tiles=8)
    assert score.right == score.tiles == 8, score.wrong
    assert score.misread == 0


def test_white_ships_are_seen_on_cream_tiles(pieces: Pieces) -> None:
    kit, model = pieces
    tiles_and_white = {look: body for look, body in kit.looks.items() if points(look) or look == "ship:white"}
    score = score_boards(msgspec.structs.replace(kit, looks=tiles_and_white), model, "sailed_onto", [5], tiles=8)
    assert (score.seen, score.phantoms) == (8, 0)  # before a tile was the floor of what stands on it 7 were


def test_of_two_tiles_that_overlap_the_lower_ones_print_is_not_looked_for_on_the_upper(pieces: Pieces) -> None:
    kit, model = pieces
    x, y = kit.geometry.centres["0708"]
    for lower, upper in (((0, 5), (0, 26)), ((25, 0), (6, 0))):
        top = TableTop(kit.geometry, kit.looks)
        for look, (dx, dy) in (("tile:a:south", lower), ("tile:e:south", upper)):
            top = top.with_supply([look])
            top = top.moved(top.pieces[-1].id, x + dx, y + dy, 3.0)
        eye = Eye(model)
        eye.look(Shutter(kit, size=(1920, 1080)).take(top.resting(), Faults(), 0.0), 0.0)
        looks = [look for each in eye.evidence.values() for look in seen_looks(each)]
        assert sorted(looks) == ["tile:a:south", "tile:e:south"]  # two white ships were seen as well


def test_a_tile_upon_another_whose_rim_shows_beside_it_is_read_and_the_rim_is_no_ship(pieces: Pieces) -> None:
    kit, model = pieces
    eye, shutter = Eye(model), Shutter(kit)
    x, y = kit.geometry.centres["0708"]
    lower = TableTop(kit.geometry, kit.looks).with_supply(["tile:c:south"])
    lower = lower.moved(lower.pieces[-1].id, x + 3, y + 2, 4.0)
    upper = lower.with_supply(["tile:d:south"])
    upper = upper.moved(upper.pieces[-1].id, x - 3, y - 2, -5.0)
    for number, top in enumerate((lower, upper)):
        eye.look(shutter.take(top.resting(), Faults(), number), number)
    assert seen_looks(eye.evidence["0708"]) == ["tile:d:south"]


def test_a_tile_in_whose_place_another_is_seen_was_exchanged_and_does_not_lie_below(pieces: Pieces) -> None:
    _, model = pieces
    seer, absent = Seer(model), dict.fromkeys(model.bodies, -5.0)
    for t, look in enumerate(("tile:d:south", "tile:h:south")):
        tile = Thing({**dict.fromkeys(filter(points, model.bodies), 1.0), look: 12.0}, 2.0, (200.0 + t, 200.0))
        seen = Observation(float(t), {"0708": CellEvidence("0708", (tile,), absent)})
        if t == 0:
            seer.know({"0708": (look,)}, seen)
        else:
            seer.revise(seen)
    assert seer.seen["0708"].contents == ("tile:h:south",)


def test_what_sails_onto_a_tile_that_was_read_does_not_change_what_it_is(pieces: Pieces) -> None:
    score = score_boards(*pieces, "sailed_onto", [3], tiles=8)
    assert score.right == score.tiles == 8, score.wrong


def test_a_tile_whose_edges_glare_bleaches_is_known_again_below_the_ship_that_sails_onto_it(pieces: Pieces) -> None:
    score = score_boards(*pieces, "sailed_onto", [9610])
    assert score.right == score.tiles == 40, score.wrong
    assert score.phantoms == 0  # its ink that shows beside the ship was a ship of its own


def test_ships_on_squares_that_are_printed_like_tiles_stand_on_no_tiles(pieces: Pieces) -> None:
    assert tiles_claimed(*pieces, 5) == 0  # it was 3 before tiles were compared with the board's own print


def test_ships_side_by_side_on_the_sea_stand_on_no_tile_whose_edges_nobody_sees(pieces: Pieces) -> None:
    assert tiles_claimed(*pieces, 9) == 0  # it was 2 before edges were looked for
    assert tiles_claimed(*pieces, 45) == 0  # a crowd of ships passed for a frame


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
