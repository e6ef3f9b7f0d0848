"""Pieces on the virtual table: where they lie, what they rest on, and how a hand lays out a position."""

from __future__ import annotations

import random

import cv2
import pytest

from vision.virtual.pieces import FACINGS, TableTop

from .toyboard import LOOKS, SIZE_MM, geometry

SUPPLY = ["disc:red", "disc:red", "disc:blue", "square:white"]


def table() -> TableTop:
    return TableTop(geometry(), LOOKS).with_supply(SUPPLY)


def levels(top: TableTop) -> dict[str, int]:
    return {lying.piece.id: lying.level for lying in top.resting()}


def test_supply_waits_beside_the_board_and_touches_nothing() -> None:
    top = table()
    assert [piece.id for piece in top.pieces] == ["disc-red-1", "disc-red-2", "disc-blue-1", "square-white-1"]
    assert all(piece.x > SIZE_MM[0] for piece in top.pieces)
    assert set(levels(top).values()) == {0}
    assert top.placement() == {}


def test_piece_lies_in_the_cell_under_its_middle() -> None:
    x, y = geometry().centres["0201"]
    top = table().moved("disc-red-1", x + 5, y - 4)
    assert top.placement() == {"0201": ("disc:red",)}


def test_piece_put_on_another_rests_on_it() -> None:
    x, y = geometry().centres["0201"]
    top = table().moved("disc-red-1", x, y).moved("square-white-1", x + 4, y)
    upper = {lying.piece.id: lying for lying in top.resting()}["square-white-1"]
    assert (upper.level, upper.z_mm) == (1, 5.0)
    assert top.placement() == {"0201": ("disc:red", "square:white")}


def test_upper_piece_falls_when_the_lower_is_taken_away() -> None:
    x, y = geometry().centres["0201"]
    top = table().moved("disc-red-1", x, y).moved("square-white-1", x + 4, y).moved("disc-red-1", 30, 30)
    assert set(levels(top).values()) == {0}


def test_lower_piece_that_is_put_back_lies_on_top() -> None:
    x, y = geometry().centres["0201"]
    top = table().moved("disc-red-1", x, y).moved("square-white-1", x + 4, y).moved("disc-red-1", x, y)
    assert (levels(top)["disc-red-1"], levels(top)["square-white-1"]) == (1, 0)


def test_pieces_that_only_touch_lie_side_by_side() -> None:
    top = table().moved("disc-red-1", 60, 60).moved("disc-blue-1", 76, 60)
    assert set(levels(top).values()) == {0}


def test_piece_turned_over_stays_where_it_lies() -> None:
    top = table().moved("disc-red-1", 60, 60).flipped("disc-red-1")
    piece = top.piece("disc-red-1")
    assert (piece.look, piece.x, piece.y) == ("disc:red:back", 60, 60)
    assert top.flipped("disc-red-1").piece("disc-red-1").look == "disc:red"


def test_piece_without_a_back_cannot_be_turned() -> None:
    with pytest.raises(ValueError, match="square:white looks the same from both sides"):
        table().flipped("square-white-1")


def test_unknown_piece_is_named() -> None:
    with pytest.raises(KeyError, match="no piece 'disc-green-1'"):
        table().moved("disc-green-1", 0, 0)


def test_piece_cannot_be_put_off_the_table() -> None:
    with pytest.raises(ValueError, match=r"\(2000, 0\) mm is off the table, which reaches from \(-150, -90\)"):
        table().moved("disc-red-1", 2000, 0)


def test_position_is_laid_out_and_the_rest_goes_to_the_supply() -> None:
    top = table().moved("disc-blue-1", *geometry().centres["0000"])
    laid = top.laid_out({"0201": ("disc:red",), "0302": ("square:white",)}, random.Random(1))
    assert laid.placement() == {"0201": ("disc:red",), "0302": ("square:white",)}
    assert laid.piece("disc-blue-1").x > SIZE_MM[0]


def test_pieces_that_lie_right_are_not_touched() -> None:
    top = table().moved("disc-red-1", 93.0, 61.0)
    cell = geometry().cell_at(93.0, 61.0)
    assert cell is not None
    laid = top.laid_out({cell: ("disc:red",), "0302": ("disc:blue",)}, random.Random(1))
    assert laid.piece("disc-red-1") == top.piece("disc-red-1")


def test_a_chip_that_a_tile_was_put_upon_is_laid_on_it() -> None:
    tiles = {f"tile:a:{facing}": LOOKS["square:white"] for facing in FACINGS}
    cell, place = "0201", geometry().centres["0201"]
    top = TableTop(geometry(), {**LOOKS, **tiles}).with_supply(["disc:red", f"tile:a:{FACINGS[0]}"])
    chip, tile = (piece.id for piece in top.pieces)
    buried = top.moved(chip, *place).moved(tile, *place)
    assert levels(buried)[tile] > levels(buried)[chip]
    laid = buried.laid_out({cell: ("disc:red", f"tile:a:{FACINGS[0]}")}, random.Random(1))
    assert laid.placement() == buried.placement()
    assert levels(laid)[chip] > levels(laid)[tile]


def test_missing_back_is_turned_up_and_missing_piece_is_brought() -> None:
    laid = table().laid_out(
        {"0201": ("disc:red:back",), "0302": ("square:white",), "0303": ("square:white",)}, random.Random(1)
    )
    assert laid.placement() == {"0201": ("disc:red:back",), "0302": ("square:white",), "0303": ("square:white",)}
    assert len(laid.pieces) == len(SUPPLY) + 1


@pytest.mark.parametrize("looks", [SUPPLY[:2], SUPPLY[:3], SUPPLY, SUPPLY * 2])
def test_pieces_that_share_a_hex_all_keep_their_middle_in_it(looks: list[str]) -> None:
    for seed in range(20):
        laid = table().laid_out({"0202": looks}, random.Random(seed))
        assert laid.placement() == {"0202": tuple(sorted(looks))}


def test_pieces_lie_side_by_side_where_the_place_is_wide() -> None:
    laid = table().laid_out({"box": SUPPLY}, random.Random(3))
    assert set(levels(laid).values()) == {0}
    assert all(cv2.pointPolygonTest(geometry().outlines["box"], (piece.x, piece.y), False) > 0 for piece in laid.pieces)


def test_pieces_that_crowd_a_cell_go_into_its_holding_box() -> None:
    alone = table().laid_out({"0403": ("disc:red",)}, random.Random(3))
    assert alone.placement() == {"0403": ("disc:red",)}
    crowded = alone.laid_out({"0403": SUPPLY}, random.Random(3))
    assert crowded.placement() == {"box": tuple(sorted(SUPPLY))}


@pytest.mark.parametrize(
    ("placement", "problem"),
    [({"9999": ("disc:red",)}, "no place '9999'"), ({"0201": ("disc:pink",)}, "no piece looks like 'disc:pink'")],
)
def test_impossible_position_is_refused(placement: dict[str, tuple[str, ...]], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        table().laid_out(placement, random.Random(1))
