"""A town whose roofs are drawn as finely as the camera's pixels does not hide what is laid on it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision import toytable
from vision.claims import UNKNOWN
from vision.floor import FLOOR_PEAK, Floor
from vision.light import Tone, tone
from vision.palette import BRIGHT_SEEN, VEIL, distance
from vision.window import FACE_HUE

AREA = (200, 200, 260, 260)
"""A part of the raster, px."""


@pytest.fixture(scope="module")
def town() -> Floor:
    """The toy print, with dark walls three pixels apart on pink all over `AREA`."""
    toy = toytable.model()
    art = np.full((*toy.raster_size[::-1], 3), (150, 170, 205), np.uint8)
    art[:, ::3] = (60, 70, 90)
    floor = Floor(type(toy)(toy.size_mm, toy.pitch_mm, toy.cells, toy.markers, toy.bodies, art, {}))
    floor.seen[:] = True
    return floor


def as_floor(town: Floor, seen: Tone) -> Tone:
    """Log density of what is `seen` in `AREA` for the bare town."""
    gain = np.zeros_like(seen)
    misfit, vague = town.fine_misfit(seen, town.expected(gain, AREA, coarse=False), AREA)
    return np.maximum(FLOOR_PEAK - misfit / 2 - vague, UNKNOWN).astype(np.float32)


def test_white_square_on_a_town_that_is_all_lines_is_likelier_a_square_than_the_town(town: Floor) -> None:
    white = np.array(toytable.COLOURS["white"][::-1], np.uint8)
    seen = tone(np.broadcast_to(white, (60, 60, 3)).copy())
    squared, volume = distance(seen, tone(white[None, None])[0, 0], BRIGHT_SEEN, FACE_HUE, VEIL)
    as_square = -squared / 2 - volume - 1.5 * np.log(2 * np.pi)
    assert as_square.mean() > as_floor(town, seen).mean()


def test_town_that_is_seen_as_it_is_printed_stays_the_town(town: Floor) -> None:
    printed = town.expected(np.zeros((60, 60, 3), np.float32), AREA, coarse=False)
    assert as_floor(town, printed) == pytest.approx(FLOOR_PEAK)
