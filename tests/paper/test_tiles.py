"""How boards are cut into tiles: nothing is lost, nothing is nearer to the edge than printers reach."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.paper.papers import FRAME_MM, PAPERS, UnknownPaper, paper
from companion.paper.tiles import GLUE_MM, tiling

SIZES = st.tuples(st.floats(150, 1500), st.floats(150, 1500))


@settings(max_examples=120)
@given(size=SIZES, name=st.sampled_from(sorted(PAPERS)))
def test_tiles_cover_any_board_and_neighbours_share_a_glue_strip(size: tuple[float, float], name: str) -> None:
    tiled = tiling(size, paper(name))
    rightmost, lowest = tiled.tiles[-1].x + tiled.tiles[-1].w, tiled.tiles[-1].y + tiled.tiles[-1].h
    assert (rightmost, lowest) == (pytest.approx(size[0]), pytest.approx(size[1]))
    for tile in tiled.tiles:
        if tile.column:
            before = tiled.tiles[tile.row * tiled.columns + tile.column - 1]
            assert before.x + before.w - tile.x == pytest.approx(GLUE_MM)
        if tile.row:
            above = tiled.tiles[(tile.row - 1) * tiled.columns + tile.column]
            assert above.y + above.h - tile.y == pytest.approx(GLUE_MM)


@settings(max_examples=120)
@given(size=SIZES, name=st.sampled_from(sorted(PAPERS)))
def test_no_tile_runs_into_its_sheets_frame(size: tuple[float, float], name: str) -> None:
    tiled = tiling(size, paper(name))
    assert min(tiled.corner_mm) >= FRAME_MM - 1e-6
    assert len({tile.name for tile in tiled.tiles}) == len(tiled.tiles) == tiled.rows * tiled.columns


def test_the_paper_is_turned_so_that_fewest_sheets_are_needed() -> None:
    assert len(tiling((1189, 841), paper("A3")).tiles) == 15
    assert len(tiling((1189, 841), paper("A4")).tiles) == 25


def test_a_small_board_needs_one_sheet() -> None:
    assert [tile.name for tile in tiling((150, 150), paper("A4")).tiles] == ["A1"]


def test_an_unknown_paper_is_named_with_those_that_there_are() -> None:
    with pytest.raises(UnknownPaper, match=r"'B5'.*A4, A3"):
        paper("B5")
