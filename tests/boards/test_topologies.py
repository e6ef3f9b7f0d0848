"""What holds on every board, whatever its shape."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from engines.boards.board import Point
from engines.boards.chart import ChartedBoard

from .drawn import ALL, board_of


@pytest.fixture(params=ALL, scope="module")
def board(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ChartedBoard:
    return board_of(tmp_path_factory.mktemp("board"), ALL[request.param])


def test_neighbours_are_neighbours_of_each_other(board: ChartedBoard) -> None:
    for cell in board.cells:
        near = board.neighbours(cell)
        assert len(set(near)) == len(near)
        assert cell not in near
        assert all(cell in board.neighbours(other) for other in near)


def test_a_neighbour_is_one_step_away_and_nothing_else_is(board: ChartedBoard) -> None:
    for cell, other in product(board.cells, repeat=2):
        assert (board.distance(cell, other) == 1) == (other in board.neighbours(cell))


def test_distance_is_symmetric_and_zero_only_at_home(board: ChartedBoard) -> None:
    for cell, other in product(board.cells, repeat=2):
        assert board.distance(cell, other) == board.distance(other, cell)
        assert (board.distance(cell, other) == 0) == (cell == other)


def test_a_detour_is_never_shorter(board: ChartedBoard) -> None:
    some = sorted(board.cells)[::3]
    for one, other, over in product(some, repeat=3):
        assert board.distance(one, other) <= board.distance(one, over) + board.distance(over, other)


def test_lines_step_from_neighbour_to_neighbour_and_are_as_long_as_the_distance(board: ChartedBoard) -> None:
    drawn = 0
    for one, other in product(board.cells, repeat=2):
        try:
            line = board.line(one, other)
        except ValueError:
            continue
        drawn += 1
        assert (line[0], line[-1]) == (one, other)
        assert len(line) == board.distance(one, other) + 1
        assert all(after in board.neighbours(before) for before, after in pairwise(line))
    assert drawn > len(board.cells)


def test_within_reaches_what_the_distance_says_where_nothing_is_in_the_way(board: ChartedBoard) -> None:
    start = min(board.cells)
    reached = board.within(start, 1, lambda cell: True)
    assert reached == {start: 0} | dict.fromkeys(board.neighbours(start), 1)


def test_the_centre_of_a_place_lies_in_its_own_outline_and_in_no_other(board: ChartedBoard) -> None:
    for cell, place in board.places.items():
        for other in board.places:
            assert contains(board.places[other].outline, place.centre) == (cell == other)


def test_no_such_cell_is_a_key_error(board: ChartedBoard) -> None:
    some = min(board.cells)
    with pytest.raises(KeyError):
        board.neighbours("9999")
    with pytest.raises(KeyError):
        board.distance(some, "9999")
    with pytest.raises(KeyError):
        board.terrain("9999")


def test_the_drawing_shows_every_cell_once_to_a_phone(board: ChartedBoard) -> None:
    mirror = board.mirror_svg()
    for place in board.places:
        assert mirror.count(f'data-cell="{place}"') == 1
    assert board.svg().startswith('<svg xmlns="http://www.w3.org/2000/svg" width="300mm" height="300mm"')


def contains(outline: tuple[Point, ...], point: Point) -> bool:
    """Whether `point` is inside (ray casting)."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0])):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
