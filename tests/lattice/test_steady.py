"""A lattice that is askew in a part of the picture is laid where the print of its cells has it, numbers and all."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.measures.finding import offsets
from companion.measures.photographs import photograph
from companion.measures.printed_maps import Picture, Points, corners, letter, whole
from vision.lattice import find_lattice
from vision.lattice.candidates import Candidate, candidate
from vision.lattice.contrast import contrasted
from vision.lattice.edges import Edges, Fit
from vision.lattice.exposure import well_lit
from vision.lattice.following import Followed
from vision.lattice.grids import in_picture
from vision.lattice.lines import Level
from vision.lattice.outlines import PARTS
from vision.lattice.result import plane_of
from vision.lattice.sights import Sights
from vision.lattice.steady import steadied
from vision.lattice.view import View

SIZE = (960, 540)
PITCH = 40.0
CLOSE = 0.05


SEAM = 600


def numbered_map(aside: int = 0, ink: tuple[int, int, int] = (150, 165, 160)) -> tuple[Picture, View]:
    """A slanted map of hexes under thin grey lines, with a number in each; and where its cells truly lie.

    What lies right of the `SEAM` is a second panel, `aside` px further down.
    """
    sheet = np.full((900, 1400, 3), (185, 210, 205), np.uint8)
    i, j = np.meshgrid(np.arange(-10, 40), np.arange(30))
    i, j = i.ravel(), j.ravel()
    centres: Points = np.column_stack([(i + j / 2) * PITCH, j * math.sqrt(3) / 2 * PITCH])
    for outline in corners("hex", centres, PITCH):
        cv2.polylines(sheet, [whole(np.round(outline * 16))], True, ink, 1, cv2.LINE_AA, 4)
    for number, (x, y) in enumerate(centres):
        if 0 < x < 1400 and 0 < y < 900:
            letter(sheet, f"{number:04d}", (x - 12, y - 8), 11, (40, 40, 40), "sans", 700)
    sheet[:, SEAM:] = np.roll(sheet[:, SEAM:], aside, axis=0)
    aim = np.array([(-40, -20), (SIZE[0] + 60, 30), (SIZE[0] - 120, SIZE[1] + 10), (140, SIZE[1] + 20)], np.float32)
    sides = np.array([(0, 0), (1400, 0), (1400, 900), (0, 900)], np.float32)
    onto = np.asarray(cv2.getPerspectiveTransform(sides, aim), np.float64)
    seen = cv2.warpPerspective(sheet, onto, SIZE, flags=cv2.INTER_AREA)
    noisy = cv2.GaussianBlur(seen, (0, 0), 0.6) + np.random.default_rng(5).standard_normal(seen.shape) * 3
    to_plane = np.diag([1 / PITCH, 1 / PITCH, 1.0]) @ np.linalg.inv(onto)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8), View(to_plane / to_plane[2, 2], SIZE)


def askew(view: View, by: float) -> View:
    """A view that has cells `by` pitches aside at the lower end of the picture, and rightly in its middle."""
    width, height = SIZE
    there = np.array([(0, height / 2), (width, height / 2), (0, height), (width, height)])
    moved = view.plane(there) + np.array([(0, 0), (0, 0), (by, 0), (by, 0)])
    matrix = cv2.getPerspectiveTransform(there.astype(np.float32), moved.astype(np.float32)).astype(np.float64)
    return View(matrix / matrix[2, 2], SIZE)


def everywhere(view: View) -> Candidate:
    """A lattice of hexes that is believed in all of the picture."""
    cells = in_picture("hex", view, 1.0)
    on = np.ones((3 * len(cells), PARTS))
    edges = Edges(np.repeat(cells, 3, axis=0), np.tile(np.arange(3), len(cells)), on, 0 * on)
    return candidate(Fit("hex", view, True, edges, cells, 1.0))


def farthest(view: View, truth: View) -> float:
    """How far the worst cell in the picture is from where it truly lies, in pitches."""
    cells = in_picture("hex", truth, 1.0) @ plane_of("hex")[:2, :2].T
    return float(np.hypot(*(view.plane(truth.picture(cells)) - cells).T).max())


@pytest.mark.parametrize("by", [0.0, 0.12, 0.22])
def test_no_cell_is_left_aside_at_the_far_end_of_a_board(by: float) -> None:
    picture, truth = numbered_map()
    sights = Sights(cv2.cvtColor(well_lit(picture), cv2.COLOR_BGR2GRAY), 1.0)
    before = everywhere(askew(truth, by))
    after = steadied(sights, before)
    assert after is not None
    assert farthest(after.fit.view, truth) < CLOSE


def test_dots_of_which_every_third_is_missing_are_no_middles_of_cells() -> None:
    _, view = numbered_map()
    cells = in_picture("hex", view, 1.0)
    which, there = np.zeros(len(cells), np.intp), (cells[:, :1] - cells[:, 1:]) % 3 != 0
    every, some = (
        candidate(Fit("hex", view, True, Edges(cells, which, on.astype(np.float64), np.zeros(on.shape)), cells, 1.0))
        for on in (np.ones(there.shape), there)
    )
    assert every.confidence > 0.99
    assert some.confidence < 0.01


def test_short_ticks_about_corners_are_as_good_as_edges() -> None:
    _, view = numbered_map()
    cells = in_picture("hex", view, 1.0)
    on = np.tile([0.9, 0.0, 0.1, 0.0, 0.9], (3 * len(cells), 1))
    edges = Edges(np.repeat(cells, 3, axis=0), np.tile(np.arange(3), len(cells)), on, 0 * on)
    whole, ends = (candidate(Fit("hex", view, True, one, cells, 1.0, 0.0, 0.03)) for one in (edges, edges.ends))
    assert whole.confidence < 0.5
    assert ends.confidence > 0.99


def test_every_dot_of_a_slanted_map_is_near_even_where_few_of_the_map_are_plain() -> None:
    dots = photograph(295013, "hex")
    lattice = find_lattice(dots.image)
    assert lattice is not None
    assert offsets(lattice, "hex", dots.centres).max() < 0.1


@pytest.mark.parametrize("seed", [402012, 403048])
def test_a_lens_that_only_some_of_a_map_suggests_draws_no_far_cell_aside(seed: int) -> None:
    map_ = photograph(seed, "hex")
    lattice = find_lattice(map_.image)
    assert lattice is not None
    assert offsets(lattice, "hex", map_.centres).max() < CLOSE


@pytest.mark.parametrize(("shade", "is_clear"), [(60, True), (100, False)])
def test_no_lattice_is_laid_over_two_panels_that_lie_a_part_of_a_cell_apart(shade: int, is_clear: bool) -> None:
    aside = 8
    picture, truth = numbered_map(aside, (shade, shade + 10, shade + 10))
    found = find_lattice(picture)
    assert found is not None or not is_clear
    cells = in_picture("hex", truth, 1.0) @ plane_of("hex")[:2, :2].T
    larger = truth.picture(cells[cells[:, 0] > SEAM / PITCH + 0.5] + (0, aside / PITCH))
    assert found is None or offsets(found, "hex", larger).max() < CLOSE


def test_where_nothing_is_printed_a_lattice_stays_where_it_is() -> None:
    _, truth = numbered_map()
    grain = np.random.default_rng(2).normal(128, 4, (SIZE[1], SIZE[0])).astype(np.float32)
    found = everywhere(truth)
    assert steadied(Sights(grain, 1.0), found) is found


@pytest.mark.parametrize("printed", [420, 520])
def test_what_is_laid_beyond_the_print_does_not_cost_a_lattice_that_is_right_on_it(printed: int) -> None:
    picture, truth = numbered_map()
    blank = picture[:, printed:]
    picture[:, printed:] = np.random.default_rng(3).normal(120, 3, blank.shape).clip(0, 255).astype(np.uint8)
    sights = Sights(cv2.cvtColor(well_lit(picture), cv2.COLOR_BGR2GRAY), 1.0)
    found = everywhere(truth)
    assert steadied(sights, found) is found


def with_a_horizon() -> View:
    """A view of hexes whose horizon crosses the picture two thirds down."""
    return View(np.array([[1 / PITCH, 0, 0], [0, 1 / PITCH, 0], [0, -1 / 360, 1.0]]), SIZE)


def test_cells_beyond_the_horizon_of_a_view_show_no_edges() -> None:
    seen = Level(np.random.default_rng(1).normal(0, 1, SIZE[::-1]).astype(np.float32), 1.0)
    view = with_a_horizon()
    places = view.picture(np.array([(3.0, 40.0), (3.0, -40.0)]))
    assert list(np.isfinite(view.pitch_px(places))) == [True, False]
    for some in ([(-17, 46), (23, -46)], [(23, -46), (24, -46)]):
        edges = contrasted(seen, "hex", view, np.array(some), True)
        assert not edges.on[edges.cells[:, 1] < 0].any()
        assert edges.on[edges.cells[:, 1] > 0].any() == (some[0][1] > 0)


def test_a_view_that_has_cells_that_are_seen_beyond_its_horizon_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture, truth = numbered_map()
    sights = Sights(cv2.cvtColor(well_lit(picture), cv2.COLOR_BGR2GRAY), 1.0)
    places = np.column_stack([np.linspace(100, 800, 80), np.full(80, 100.0)])
    monkeypatch.setattr(
        "vision.lattice.steady.matched_again", lambda *_: (Followed(with_a_horizon(), places, 40.0), False)
    )
    found = everywhere(truth)
    assert steadied(sights, found) is found
