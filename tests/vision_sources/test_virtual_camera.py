"""The virtual camera's pictures agree with geometry, change where something changed, and go wrong when told to."""

from __future__ import annotations

import math
import random
import tracemalloc
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.recordings.wandering import wander
from vision.recording import picture, read
from vision.virtual.camera import Viewpoint, place_camera
from vision.virtual.evening import render_scene, write_evening
from vision.virtual.faults import FAULTS, Faults
from vision.virtual.light import Lamps
from vision.virtual.painter import Painter
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

from .toyboard import LOOKS, MARKERS, SIZE_MM, SIZE_PX, found_markers, geometry, kit, marker_corners_mm

FULL_HD = (1920, 1080)
FINE = Faults()


def laid(placement: Mapping[str, Sequence[str]]) -> TableTop:
    return TableTop(geometry(), LOOKS).laid_out(placement, random.Random(2))


@pytest.fixture(scope="module")
def shutter() -> Shutter:
    return Shutter(kit(), size=SIZE_PX, seed=3)


def shot(shutter: Shutter, top: TableTop, faults: Faults = FINE, t: float = 0.0) -> NDArray[np.int64]:
    return shutter.take(top.resting(), faults, t).astype(int)


@pytest.mark.parametrize("azimuth", [0.0, 40.0, 180.0, 300.0])
@pytest.mark.parametrize("elevation", [38.0, 60.0, 89.0])
def test_whole_board_is_in_the_picture_from_everywhere(azimuth: float, elevation: float) -> None:
    camera = place_camera(Viewpoint(azimuth_deg=azimuth, elevation_deg=elevation), FULL_HD, SIZE_MM)
    width, height = SIZE_MM
    corners = camera.project([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)])
    assert corners.min() > 0
    assert (corners < FULL_HD).all()
    span = np.ptp(corners, axis=0) / FULL_HD
    assert span.max() == pytest.approx(0.92, abs=0.03)


def test_pixel_and_place_on_the_board_are_inverse() -> None:
    camera = place_camera(Viewpoint(), FULL_HD, SIZE_MM)
    places = np.array([(3.0, 4.0), (200.0, 10.0), (110.0, 149.0)])
    for height in (0.0, 6.0):
        pixels = camera.project(np.column_stack([places, np.full(3, height)]))
        assert camera.on_plane(pixels, height) == pytest.approx(places, abs=1e-3)


def test_what_stands_up_is_seen_farther_away() -> None:
    camera = place_camera(Viewpoint(azimuth_deg=0.0, roll_deg=0.0), FULL_HD, SIZE_MM)
    low, high = camera.project([(110, 75, 0), (110, 75, 6)])
    assert high[1] < low[1] - 3


@pytest.mark.parametrize("azimuth", [3.0, 120.0])
def test_printed_markers_are_where_geometry_says(azimuth: float) -> None:
    shutter = Shutter(kit(), size=(1280, 720), seed=3, view=Viewpoint(azimuth_deg=azimuth))
    image = shutter.take((), FINE, 0.0)
    found = found_markers(image)
    assert set(found) == set(MARKERS)
    for number, corners in found.items():
        expected = shutter.painter.camera.project(marker_corners_mm(number))
        assert np.abs(corners - expected).max() < 0.8


def test_top_of_a_piece_is_seen_at_its_height_in_its_colour(shutter: Shutter) -> None:
    top = laid({"0201": ("disc:red",)})
    image = shot(shutter, top)
    piece = top.pieces[0]
    x, y = shutter.painter.camera.project([(piece.x, piece.y, 5.0)])[0]
    blue, green, red = image[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2].mean((0, 1))
    assert red > 120
    assert red > 3 * green
    assert red > 3 * blue


def test_tag_on_a_piece_can_be_read() -> None:
    shutter = Shutter(kit(), size=(1280, 720), seed=3)
    image = shutter.take(laid({"0201": ("tag:7",)}).resting(), FINE, 0.0)
    assert 7 in found_markers(image)


def test_turned_piece_shows_its_other_face(shutter: Shutter) -> None:
    top = laid({"0201": ("disc:red",)})
    front, back = shot(shutter, top), shot(shutter, top.flipped(top.pieces[0].id))
    changed = np.abs(front - back).max(2) > 60
    ys, xs = np.nonzero(changed)
    x, y = shutter.painter.camera.project([(top.pieces[0].x, top.pieces[0].y, 5.0)])[0]
    assert changed.sum() > 50
    assert max(np.abs(xs - x).max(), np.abs(ys - y).max()) < 30


def test_only_what_changed_is_drawn_anew_and_exactly_as_from_scratch() -> None:
    before = laid({"0101": ("disc:red", "square:white"), "0302": ("disc:blue",)})
    after = before.moved("disc-blue-1", *geometry().centres["0201"]).moved("square-white-1", 130.0, 90.0)
    painter = Painter(kit(), SIZE_PX, 1)
    first = painter.scene(before.resting(), Viewpoint(), Lamps())[0].copy()
    second, boxes = painter.scene(after.resting(), Viewpoint(), Lamps())
    elsewhere = np.ones(first.shape[:2], np.bool_)
    for left, top, right, bottom in boxes:
        elsewhere[top:bottom, left:right] = False
    assert elsewhere.mean() > 0.8
    assert np.array_equal(first[elsewhere], second[elsewhere])
    scratch, _ = Painter(kit(), SIZE_PX, 1).scene(after.resting(), Viewpoint(), Lamps())
    assert np.abs(scratch.astype(int) - second).max() <= 1
    assert painter.scene(after.resting(), Viewpoint(), Lamps())[1] == []


def test_what_lay_under_pieces_is_there_again_when_they_are_gone() -> None:
    crowd = laid({"0101": ("disc:red", "square:white", "disc:blue"), "0201": ("disc:red",)})
    painter = Painter(kit(), SIZE_PX, 1)
    bare = painter.scene([], Viewpoint(), Lamps())[0].copy()
    resting = crowd.resting()
    for fewer in (resting, resting[1:], resting[2:], resting, []):
        painter.scene(fewer, Viewpoint(), Lamps())
    assert np.array_equal(painter.scene([], Viewpoint(), Lamps())[0], bare)


def test_a_table_keeps_one_picture_of_itself_and_not_another_without_its_pieces() -> None:
    tracemalloc.start()
    try:
        painter = Painter(kit(), FULL_HD, 3)
        painter.scene(laid({"0101": ("disc:red", "square:white")}).resting(), Viewpoint(), Lamps())
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 1.3 * math.prod(FULL_HD) * 3


def test_piece_on_top_covers_the_one_below(shutter: Shutter) -> None:
    x, y = geometry().centres["0201"]
    below = laid({"0201": ("disc:red",)}).moved("disc-red-1", x, y)
    both = below.with_supply(["square:white"]).moved("square-white-1", x, y)
    px, py = (round(part) for part in shutter.painter.camera.project([(x, y, 11.0)])[0])
    assert shot(shutter, both)[py, px].min() > 120


def test_still_table_is_never_the_same_to_the_byte(shutter: Shutter) -> None:
    top = laid({"0101": ("disc:red",)})
    one, other = shot(shutter, top), shot(shutter, top)
    difference = one - other
    assert (difference != 0).mean() > 0.5
    assert difference.std() < 5


def test_same_seed_gives_the_same_pictures() -> None:
    top = laid({"0101": ("disc:red",)})
    one, other = (Shutter(kit(), size=SIZE_PX, seed=9) for _ in range(2))
    for t in (0.0, 1.0):
        assert np.array_equal(
            one.take(top.resting(), Faults(hand=0.6), t), other.take(top.resting(), Faults(hand=0.6), t)
        )


def test_glare_burns_a_part_of_the_board_out(shutter: Shutter) -> None:
    top = laid({})
    assert (shot(shutter, top).min(2) >= 250).mean() < 0.001
    assert (shot(shutter, top, Faults(glare=1.0)).min(2) >= 250).mean() > 0.01


def test_dusk_is_dark_and_noisy(shutter: Shutter) -> None:
    top = laid({})
    day, dusk = shot(shutter, top), shot(shutter, top, Faults(dusk=1.0))
    assert dusk.mean() < 0.55 * day.mean()

    def noise(image: NDArray[np.int64], faults: Faults) -> float:
        return float((image - shot(shutter, top, faults)).std())

    assert noise(dusk, Faults(dusk=1.0)) > 2 * noise(day, FINE)


def test_warm_lamp_makes_white_yellow_on_one_side(shutter: Shutter) -> None:
    camera = shutter.painter.camera
    image = shot(shutter, laid({}), Faults(warm_lamp=1.0))
    near, far = (
        image[round(y) - 3 : round(y) + 3, round(x) - 3 : round(x) + 3].mean((0, 1))
        for x, y in camera.project([(185, 45, 0), (35, 105, 0)])
    )
    assert near[2] > 1.35 * near[0]
    assert near.mean() > 1.3 * far.mean()


def test_shadow_darkens_a_corner_only(shutter: Shutter) -> None:
    top = laid({})
    ratio = shot(shutter, top, Faults(shadow=1.0)) / np.maximum(shot(shutter, top), 1)
    left, right = (shutter.painter.camera.project([place])[0].astype(int) for place in ((30, 110, 0), (190, 60, 0)))
    assert ratio[left[1], left[0]].mean() < 0.8
    assert ratio[right[1], right[0]].mean() > 0.9


def test_sheet_of_paper_covers_one_marker() -> None:
    big = Shutter(kit(), size=(1280, 720), seed=3)
    assert set(found_markers(big.take((), Faults(covered_corner=1.0), 0.0))) == {1, 2, 3}


def test_nudged_camera_sees_the_board_elsewhere() -> None:
    shutter = Shutter(kit(), size=(1280, 720), seed=3)
    before = found_markers(shutter.take((), FINE, 0.0))
    after = found_markers(shutter.take((), Faults(nudge=1.0), 0.0))
    assert min(np.abs(after[number] - before[number]).max() for number in (1, 2)) > 10
    again = found_markers(shutter.take((), FINE, 0.0))
    assert np.abs(again[1] - before[1]).max() < 0.5


def test_hand_hides_cells_and_moves(shutter: Shutter) -> None:
    top = laid({})
    one = render_scene(shutter, top, Faults(hand=0.8), 0.0)
    other = render_scene(shutter, top, Faults(hand=0.8), 1.5)
    assert one.hidden
    assert one.hidden != other.hidden
    assert render_scene(shutter, top, FINE, 0.0).hidden == ()


def test_fault_that_does_not_exist_is_named() -> None:
    with pytest.raises(KeyError, match="no fault 'earthquake'"):
        FINE.but("earthquake", 1.0)
    with pytest.raises(ValueError, match="strengths go from 0 to 1"):
        FINE.but("glare", 1.5)
    assert set(FINE.levels()) == set(FAULTS)


def test_evening_is_a_recording_with_its_truth(tmp_path: Path, shutter: Shutter) -> None:
    start = {"0000": ("disc:red",), "0202": ("square:white",), "0403": ("tag:7",)}
    scenes = wander(kit(), start, moves=3, seed=5, faults=Faults(covered_corner=0.5), hands=(1,))
    write_evening(tmp_path / "evening", kit(), shutter, scenes)
    recording = read(tmp_path / "evening")
    assert [frame.known for frame in recording.frames[:2]] == [{}, {cell: list(looks) for cell, looks in start.items()}]
    for frame in recording.frames[2:]:
        assert frame.known is None
        assert frame.truth is not None
        assert sum(len(looks) for looks in frame.truth.values()) == 3
    assert len(recording.frames[3].hidden or ()) > len(recording.frames[2].hidden or ())
    assert picture(tmp_path / "evening", recording.frames[0]).shape == (360, 640, 3)


def test_one_piece_moves_from_frame_to_frame() -> None:
    scenes = wander(kit(), {"0000": ("disc:red",), "0202": ("square:white",)}, moves=6, seed=8)
    placements = [scene.placement for scene in scenes[1:]]
    for before, after in pairwise(placements):
        changed = {cell for cell in {*before, *after} if tuple(before.get(cell, ())) != tuple(after.get(cell, ()))}
        assert len(changed) == 2
