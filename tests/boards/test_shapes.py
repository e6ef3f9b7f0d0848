"""What is particular to hexes, squares, rings and streets."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from engines.boards.hex import HexBoard
from engines.boards.polar import PolarBoard

from .drawn import FLAT, POINTY, RINGS, RINGS_WRAPPED, SQUARE, SQUARE_DIAGONAL, STREETS, board_of


def test_odd_rows_of_a_pointy_board_stand_half_a_hex_to_the_right(tmp_path: Path) -> None:
    board = board_of(tmp_path, POINTY)
    even, odd = board.places["0000"].centre, board.places["0001"].centre
    assert odd[0] - even[0] == pytest.approx(10)
    assert odd[1] - even[1] == pytest.approx(20 * math.sqrt(3) / 2)


def test_odd_columns_of_a_flat_board_stand_half_a_hex_lower(tmp_path: Path) -> None:
    board = board_of(tmp_path, FLAT)
    even, odd = board.places["0000"].centre, board.places["0100"].centre
    assert odd[1] - even[1] == pytest.approx(10)
    assert odd[0] - even[0] == pytest.approx(20 * math.sqrt(3) / 2)


@pytest.mark.parametrize("toml", [POINTY, FLAT])
def test_neighbouring_hexes_are_one_pitch_apart_and_share_a_side(tmp_path: Path, toml: str) -> None:
    board = board_of(tmp_path, toml)
    assert isinstance(board, HexBoard)
    for cell in board.cells:
        for near in board.neighbours(cell):
            assert math.dist(board.places[cell].centre, board.places[near].centre) == pytest.approx(20)
            (start, end), (start_there, end_there) = board.edge(cell, near), board.edge(near, cell)
            assert start == pytest.approx(end_there)
            assert end == pytest.approx(start_there)


def test_six_neighbours_of_a_hex_in_an_odd_row(tmp_path: Path) -> None:
    board = board_of(tmp_path, POINTY)
    assert set(board.neighbours("0201")) == {"0101", "0301", "0200", "0300", "0202", "0302"}


def test_a_hole_is_no_cell_and_nobodys_neighbour(tmp_path: Path) -> None:
    board = board_of(tmp_path, POINTY)
    assert "0203" not in board.cells
    assert all("0203" not in board.neighbours(cell) for cell in board.cells)


def test_a_line_of_hexes_does_not_cross_a_hole(tmp_path: Path) -> None:
    board = board_of(tmp_path, POINTY)
    assert board.line("0102", "0302") == ("0102", "0202", "0302")
    with pytest.raises(ValueError, match="leaves the board"):
        board.line("0103", "0303")


def test_hexes_on_no_common_row_have_no_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not on a straight line"):
        board_of(tmp_path, POINTY).line("0200", "0202")


def test_squares_meet_at_corners_only_where_the_file_says_so(tmp_path: Path) -> None:
    assert set(board_of(tmp_path, SQUARE).neighbours("0000")) == {"0100", "0001"}
    assert set(board_of(tmp_path, SQUARE_DIAGONAL).neighbours("0000")) == {"0100", "0001", "0101"}


def test_distance_of_squares_counts_diagonals_as_the_neighbours_do(tmp_path: Path) -> None:
    assert board_of(tmp_path, SQUARE).distance("0000", "0303") == 6
    assert board_of(tmp_path, SQUARE_DIAGONAL).distance("0000", "0303") == 3


def test_houses_are_numbered_inwards_then_anticlockwise(tmp_path: Path) -> None:
    board = board_of(tmp_path, RINGS)
    assert isinstance(board, PolarBoard)
    assert board.cells == {str(number) for number in range(1, 91)}
    assert board.ray_ring("1") == (0, 0)
    assert board.ray_ring("5") == (0, 4)
    assert board.ray_ring("6") == (1, 0)
    inmost = [cell for cell in board.cells if board.ray_ring(cell)[1] == 4]
    assert sorted(inmost, key=int) == [str(number) for number in range(5, 91, 5)]
    x, y = board.places["1"].centre
    next_ray = board.places["6"].centre
    assert (x, y) == pytest.approx((board.middle[0], board.middle[1] - (1.2 + 4.5) * 20)), "ray 0 points up"
    assert next_ray[0] < x, "the next ray lies anticlockwise, to the left of the top"


def test_the_last_ray_borders_the_first(tmp_path: Path) -> None:
    board = board_of(tmp_path, RINGS)
    assert {"86", "6", "2"} <= set(board.neighbours("1"))
    assert board.distance("1", "86") == 1
    assert board.line("1", "81") == ("1", "86", "81")


def test_the_inmost_ring_borders_the_outmost_only_where_rings_wrap(tmp_path: Path) -> None:
    assert "1" not in board_of(tmp_path, RINGS).neighbours("5")
    wrapped = board_of(tmp_path, RINGS_WRAPPED)
    assert "1" in wrapped.neighbours("5")
    assert len(wrapped.neighbours("5")) == 8
    assert wrapped.line("4", "1") == ("4", "5", "1")


def test_streets_join_only_what_the_file_joins(tmp_path: Path) -> None:
    board = board_of(tmp_path, STREETS)
    assert board.neighbours("2") == ("1", "3", "5")
    assert board.distance("1", "7") == 4
    assert board.line("6", "7") == ("6", "7")
    with pytest.raises(ValueError, match="no street joins 1 and 5"):
        board.line("1", "5")
